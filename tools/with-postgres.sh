#!/usr/bin/env bash
# Runs a command with DATABASE_URL naming a PostgreSQL of its own, new and empty, which ends with the command:
# `tools/with-postgres.sh npx tsx samples/18-bookshop/main.ts`. It listens on a socket in a temporary folder, on no port.
set -euo pipefail

bin=$(find /usr/lib/postgresql -mindepth 2 -maxdepth 2 -name bin 2>/dev/null | sort -V | tail -n 1 || true)
if [ -z "$bin" ]; then
  echo "there is no PostgreSQL in /usr/lib/postgresql: apt-get install postgresql" >&2
  exit 1
fi

# As root it refuses to run; and it wants a working folder that its user may enter.
postgres() {
  if [ "$(id -u)" -eq 0 ]; then (cd / && runuser -u postgres -- "$@"); else (cd / && "$@"); fi
}

finish() {
  if [ -e "$folder/data/postmaster.pid" ]; then
    postgres "$bin/pg_ctl" stop --pgdata "$folder/data" --mode immediate --silent
  fi
  rm -rf "$folder"
}

# Not in TMPDIR: the path of a socket may have about 100 characters.
folder=$(postgres env -u TMPDIR mktemp -d -t postgres.XXXXXX)
trap finish EXIT

postgres "$bin/initdb" --pgdata "$folder/data" --username postgres --auth trust \
  --encoding UTF8 --locale C.UTF-8 --no-sync >/dev/null
if ! postgres "$bin/pg_ctl" start --pgdata "$folder/data" --wait --silent --log "$folder/log" \
  --options "-c listen_addresses='' -c unix_socket_directories='$folder' -c fsync=off"; then
  cat "$folder/log" >&2
  exit 1
fi

DATABASE_URL="postgresql://postgres@localhost/postgres?host=$folder" "$@"
