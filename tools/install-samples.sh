#!/usr/bin/env bash
# Installs the packages that samples have of their own.
set -euo pipefail
cd "$(dirname "$0")/.."

for manifest in samples/*/package.json; do
  npm ci --prefix "$(dirname "$manifest")" --no-audit --no-fund
done
