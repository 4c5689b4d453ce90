#!/usr/bin/env bash
# All checks and all tests, each part with its time. What a part starts, it stops.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/.venv/bin:$PATH"
total=$SECONDS
ops/lint.sh
part() { local start=$SECONDS; echo "== $1"; shift; "$@"; echo "   $((SECONDS - start)) s"; }
part "unit, property, service, API and contract tests (SQLite)" pytest -q -n 2 --dist loadfile --ignore tests/e2e
part "platform tests on PostgreSQL" python -m ops.with_postgres pytest -q tests/fairdeal tests/contract
part "end to end: Redis, PostgreSQL, workers, sandboxes, Chromium" pytest -q tests/e2e
echo "all parts: $((SECONDS - total)) s"
