#!/usr/bin/env bash
# Brings what is missing: Debian packages (saying which), uv in .tools/, and the environment of uv.lock in .venv/.
# Use: ops/bootstrap.sh demo|test
set -euo pipefail
cd "$(dirname "$0")/.."

case "${1:-}" in
  demo) commands="bwrap" ; groups="--inexact --no-default-groups --group web --group worker" ;;
  test) commands="bwrap redis-server chromium initdb" ; groups="" ;;
  *) echo "use: ops/bootstrap.sh demo|test" >&2; exit 2 ;;
esac

die() { printf 'fairdeal: %s\n' "$1" >&2; exit 1; }

package_of() {
  case "$1" in
    bwrap) echo bubblewrap ;;
    initdb) echo postgresql ;;
    ensurepip) echo python3-venv ;;
    *) echo "$1" ;;
  esac
}

is_there() {
  case "$1" in
    initdb) command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 ;;
    ensurepip) "$python" -c 'import ensurepip, venv' 2>/dev/null ;;
    *) command -v "$1" >/dev/null ;;
  esac
}

find_python() {
  local candidate
  for candidate in python3 python3.13 python3.12 python3.11 /usr/bin/python3; do
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      "$candidate" -c 'import sys; print(sys.executable)'
      return
    fi
  done
  die "Python 3.11 or newer is needed and none was found; on Debian or Ubuntu: apt-get install python3 python3-venv"
}

# Packages of servers would start them; what is installed here is started by those who use it, and stopped again.
install_packages() {
  local sudo="" policy=/usr/sbin/policy-rc.d ours=0
  command -v apt-get >/dev/null || die "missing: $*. Install them with this system's package manager, then run again."
  if [ "$(id -u)" != 0 ]; then
    if sudo -n true 2>/dev/null; then sudo="sudo"; else
      die "missing Debian packages: $*. This needs root once: sudo apt-get install --no-install-recommends $*"
    fi
  fi
  echo "fairdeal: installing Debian packages: $*"
  if [ ! -e "$policy" ]; then
    ours=1
    trap "$sudo rm -f $policy" EXIT
    printf '#!/bin/sh\nexit 101\n' | $sudo tee "$policy" >/dev/null
    $sudo chmod 755 "$policy"
  fi
  local log ok=1
  log=$(mktemp)
  { $sudo apt-get update -q && $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$@"; } >"$log" 2>&1 || ok=0
  [ "$ours" = 1 ] && $sudo rm -f "$policy"
  if [ "$ok" = 0 ]; then tail -15 "$log" >&2; rm -f "$log"; die "apt-get could not install: $*"; fi
  rm -f "$log"
}

python=$(find_python)
missing=()
for name in $commands; do is_there "$name" || missing+=("$(package_of "$name")"); done
uv=$(command -v uv || true)
if [ -z "$uv" ] && [ ! -x .tools/bin/uv ]; then is_there ensurepip || missing+=("$(package_of ensurepip)"); fi
if [ "${#missing[@]}" -gt 0 ]; then install_packages "${missing[@]}"; fi

if [ -z "$uv" ] || ! "$uv" --version >/dev/null 2>&1; then
  uv=.tools/bin/uv
  if [ ! -x "$uv" ]; then
    echo "fairdeal: installing uv into .tools/"
    "$python" -m venv .tools
    .tools/bin/pip install --quiet --disable-pip-version-check uv==0.13.9 || die "uv could not be installed from PyPI: is the network there?"
  fi
fi

echo "fairdeal: bringing .venv to what uv.lock says"
UV_PYTHON_DOWNLOADS=never "$uv" sync --quiet --frozen --python "$python" $groups || die "the environment could not be made; the lines above say why"
