#!/usr/bin/env bash
# Puts kaggle-environments, which `make bench-referee` measures beside us, into an environment of its own.
set -euo pipefail
cd "$(dirname "$0")/.."
place=.tools/kaggle
[ -x "$place/bin/python" ] && cmp -s benchmarks/kaggle.txt "$place/installed.txt" && exit 0
printf 'fairdeal: installing kaggle-environments into %s\n' "$place"
rm -rf "$place"
.venv/bin/python -m venv "$place"
"$place/bin/pip" install --quiet --disable-pip-version-check --no-deps -r benchmarks/kaggle.txt
cp benchmarks/kaggle.txt "$place/installed.txt"
