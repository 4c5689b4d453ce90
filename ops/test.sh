#!/usr/bin/env bash
# All checks and all tests, each part with its time. What a part starts, it stops.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/.venv/bin:$PATH"
. ops/part.sh
total=$SECONDS
# What needs a processor alone is done beside the tests, which often wait for processes and clocks; reported after them.
said=$(mktemp)
set -m # a process group of its own, so that all of it ends with us
nice bash -c 'ops/lint.sh && ops/test_compiled.sh quick' >"$said" 2>&1 &
beside=$!
set +m
trap 'kill -- "-$beside" 2>/dev/null || true; rm -f "$said"' EXIT
# The slowest tests of each part are named, so that who makes it slow sees it.
tests=(pytest -q --durations 10 --durations-min 5)
files=(--dist loadfile --no-loadscope-reorder)
failed=0
part "unit, property, service, API and contract tests (SQLite)" "${tests[@]}" -n 2 "${files[@]}" --ignore tests/e2e || failed=1
# Pages ask by the same selectors as the API, and in the end-to-end tests they ask PostgreSQL.
part "platform tests on PostgreSQL" python -m ops.with_postgres "${tests[@]}" -n 2 "${files[@]}" \
  tests/fairdeal tests/contract --ignore tests/fairdeal/web || failed=1
# Three at a time on two cores, as they often wait. Who goes with whom, tests/e2e/conftest.py says.
part "end to end: Redis, PostgreSQL, workers, sandboxes, Chromium" "${tests[@]}" -n 3 tests/e2e || failed=1
wait "$beside" || failed=1
cat "$said"
echo "all parts: $((SECONDS - total)) s"
exit "$failed"
