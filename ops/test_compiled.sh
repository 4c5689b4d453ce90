#!/usr/bin/env bash
# The engines' tests against the compiled modules, built in a scratch copy: the tree itself stays plain.
#
#   ops/test_compiled.sh [PYTEST ARGUMENTS]   compiled as they are shipped; without arguments all tests of the engines
#   ops/test_compiled.sh quick                what `make test` runs: the games that are compiled for their speed, Smear and
#                                             Maverick, without optimisation, which is three times as quick and plays the
#                                             same, and kept until the engines change; their rules, records and the
#                                             conformance suite, but not again what only costs more examples
set -euo pipefail
cd "$(dirname "$0")/.."
. ops/part.sh
root=$PWD
compile=()
tests=("${@:-tests/engines}")
if [ "${1:-}" = quick ]; then
  compile=(--optimisation 0 --families smear maverick --cache "$root/.tools/compiled")
  tests=(tests/engines/core tests/engines/smear tests/engines/maverick -k "not (red_dog or red-dog or speculation or thirty)")
  for name in cli docs properties sample; do tests+=(--ignore-glob "*/test_$name.py"); done
fi
scratch=$(mktemp -d "${TMPDIR:-/tmp}/fairdeal-compiled-XXXXXX")
trap 'rm -rf "$scratch"' EXIT
tar --create --exclude=./.venv --exclude=./.git --exclude=./.tools --exclude=./.var --exclude='*.so' --exclude=__pycache__ \
  --exclude=./node_modules . | tar --extract --directory "$scratch"
ln -s "$root/.venv" "$scratch/.venv"
cd "$scratch"
part "compile the engines" .venv/bin/python -m ops.compile "${compile[@]}"
part "the engines' tests, compiled" .venv/bin/pytest -q -n 2 --dist loadfile "${tests[@]}"
