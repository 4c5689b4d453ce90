#!/usr/bin/env bash
# All checks and all tests, each part with its time. What a part starts, it stops.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/.venv/bin:$PATH"
. ops/part.sh
total=$SECONDS
# The slowest tests of each part are named, so that who makes it slow sees it.
quick=(pytest -q -n 2 --dist loadfile --durations 5 --durations-min 5)
ops/lint.sh
part "unit, property, service, API and contract tests (SQLite)" "${quick[@]}" --ignore tests/e2e
part "platform tests on PostgreSQL" python -m ops.with_postgres "${quick[@]}" tests/fairdeal tests/contract
# Tests that share an arena are one group (tests/e2e/conftest.py), each file with an arena of its own is another.
part "end to end: Redis, PostgreSQL, workers, sandboxes, Chromium" \
  pytest -q -n 2 --dist loadgroup --durations 10 --durations-min 5 tests/e2e
echo "all parts: $((SECONDS - total)) s"
