#!/usr/bin/env bash
# Style, types, import contracts, migrations: each must be clean.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/.venv/bin:$PATH" FAIRDEAL_SETTINGS=test DJANGO_SETTINGS_MODULE=fairdeal.settings.test
. ops/part.sh
part "ruff check" ruff check .
part "ruff format" ruff format --check --quiet .
part "mypy" mypy engines worker bots/sdk/fairdeal_bot bots/cli bots/reference/house.py bots/reference/rules/smear.py bots/reference/rules/thirty_one.py platform/fairdeal ops benchmarks
part "import contracts" lint-imports
part "migrations" python manage.py makemigrations --check --dry-run
part "django check" python manage.py check
