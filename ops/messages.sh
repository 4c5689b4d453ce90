#!/usr/bin/env bash
# Collects the strings of the interface into the catalogues, and compiles what is translated. Needs GNU gettext.
# Strings that are new stand there with an empty msgstr, changed ones are marked fuzzy: a test asks for both to be mended.
set -euo pipefail
cd "$(dirname "$0")/../platform/fairdeal"
export DJANGO_SETTINGS_MODULE=fairdeal.settings.test
django=../../.venv/bin/django-admin
command -v xgettext >/dev/null || { echo "fairdeal: GNU gettext is needed: sudo apt-get install gettext" >&2; exit 1; }
# No places and no long lines: a catalogue then changes only where its strings do.
"$django" makemessages --all --no-location --no-wrap --no-obsolete
"$django" compilemessages --locale uk
