#!/usr/bin/env bash
# All checks and all tests, each part with its time. What a part starts, it stops.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/.venv/bin:$PATH"
. ops/part.sh
total=$SECONDS
# The slowest tests of each part are named, so that who makes it slow sees it.
tests=(pytest -q --durations 10 --durations-min 5)
part "unit, property, service, API and contract tests (SQLite)" "${tests[@]}" -n 2 --dist loadfile --no-loadscope-reorder --ignore tests/e2e
part "engine tests, compiled" ops/test_compiled.sh quick
part "platform tests on PostgreSQL" python -m ops.with_postgres "${tests[@]}" -n 2 --dist loadfile --no-loadscope-reorder tests/fairdeal tests/contract
# The tests of the whole arena often wait: style and types are looked at meanwhile, and reported after them.
said=$(mktemp)
set -m # a process group of its own, so that all of it ends with us
nice ops/lint.sh >"$said" 2>&1 &
lint=$!
set +m
trap 'kill -- "-$lint" 2>/dev/null || true; rm -f "$said"' EXIT
# Three at a time on two cores, as they often wait. Who goes with whom, tests/e2e/conftest.py says.
failed=0
part "end to end: Redis, PostgreSQL, workers, sandboxes, Chromium" "${tests[@]}" -n 3 tests/e2e || failed=1
wait "$lint" || failed=1
cat "$said"
echo "all parts: $((SECONDS - total)) s"
exit "$failed"
