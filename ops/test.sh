#!/usr/bin/env bash
# All checks and all tests, each part with its time. What a part starts, it stops.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/.venv/bin:$PATH"
. ops/part.sh
total=$SECONDS
# The slowest tests of each part are named, so that who makes it slow sees it.
tests=(pytest -q -n 2 --dist loadfile --durations 10 --durations-min 5)
ops/lint.sh
part "unit, property, service, API and contract tests (SQLite)" "${tests[@]}" --ignore tests/e2e
part "platform tests on PostgreSQL" python -m ops.with_postgres "${tests[@]}" tests/fairdeal tests/contract
# By files: the tests of one share their arena, and each of the two processes has one arena for all files that take it.
part "end to end: Redis, PostgreSQL, workers, sandboxes, Chromium" "${tests[@]}" tests/e2e
echo "all parts: $((SECONDS - total)) s"
