#!/usr/bin/env bash
# The engines' tests against the compiled modules, built in a scratch copy: the tree itself stays plain.
set -euo pipefail
cd "$(dirname "$0")/.."
. ops/part.sh
root=$PWD
scratch=$(mktemp -d "${TMPDIR:-/tmp}/fairdeal-compiled-XXXXXX")
trap 'rm -rf "$scratch"' EXIT
tar --create --exclude=./.venv --exclude=./.git --exclude=./.tools --exclude=./.var --exclude='*.so' --exclude=__pycache__ \
  --exclude=./node_modules . | tar --extract --directory "$scratch"
ln -s "$root/.venv" "$scratch/.venv"
cd "$scratch"
part "compile the engines" .venv/bin/python -m ops.compile
part "the engines' tests, compiled" .venv/bin/pytest -q -n 2 --dist loadfile "${@:-tests/engines}"
