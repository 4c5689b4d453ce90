#!/usr/bin/env bash
# Brings what is missing: system packages (saying which), uv in .tools/, and the environment of uv.lock in .venv/.
# Use: ops/bootstrap.sh dev|demo|compile|test
#   dev   Python and uv: enough to lint and format    demo  and bubblewrap: enough to play
#   compile  a C compiler and Python's headers
#   test  and what the tests use: servers, headers, a C compiler, Node.js, gettext, a browser
set -euo pipefail
cd "$(dirname "$0")/.."

case "${1:-}" in
  dev)  needs="" ; groups="" ;;
  demo) needs="bwrap" ; groups="--inexact --no-default-groups --group web --group worker --group cli" ;;
  test) needs="bwrap redis-server initdb git curl headers gcc libc pyheaders node xgettext browser" ; groups="" ;;
  compile) needs="gcc libc pyheaders" ; groups="" ;;
  *) echo "use: ops/bootstrap.sh dev|demo|compile|test" >&2; exit 2 ;;
esac
export PLAYWRIGHT_BROWSERS_PATH="$PWD/.tools/browsers"

say() { printf 'fairdeal: %s\n' "$1"; }
die() { printf 'fairdeal: %s\n' "$1" >&2; exit 1; }
is_ubuntu() { grep -qx 'ID="\?ubuntu"\?' /etc/os-release 2>/dev/null; }

find_python() {
  local candidate found=""
  for candidate in python3 python3.14 python3.13 python3.12 python3.11 /usr/bin/python3; do
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      "$candidate" -c 'import sys; print(sys.executable)'
      return
    fi
    found=${found:-$("$candidate" --version 2>/dev/null || true)}
  done
  die "Python 3.11 or newer is needed; found: ${found:-none}.
  Debian 12, Ubuntu 24.04 and newer: sudo apt-get install python3 python3-venv
  Ubuntu 22.04:                      sudo apt-get install python3.11 python3.11-venv"
}

has_browser() { "$python" -m ops.browser >/dev/null 2>&1; }

is_there() {
  case "$1" in
    initdb) command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 ;;
    ensurepip) "$python" -c 'import ensurepip, venv' 2>/dev/null ;;
    headers) [ -e /usr/include/asm-generic/unistd.h ] ;;
    libc) [ -e /usr/include/stdio.h ] ;;
    pyheaders) [ -e "$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h" ] ;;
    # Ubuntu's package is a stub for a snap: there the browser comes at the end, from Playwright.
    browser) is_ubuntu || has_browser ;;
    *) command -v "$1" >/dev/null ;;
  esac
}

package_of() {
  case "$1" in
    bwrap) echo bubblewrap ;;
    initdb) echo postgresql ;;
    ensurepip) echo "python$version-venv" ;;
    headers) echo linux-libc-dev ;;
    libc) echo libc6-dev ;;
    pyheaders) echo "python$version-dev" ;;
    node) echo nodejs ;;
    xgettext) echo gettext ;;
    browser) echo chromium ;;
    *) echo "$1" ;;
  esac
}

# Run a command as root: at once, with a sudo that needs no password, or, on a terminal, with one that asks for it.
# The first word tells the user what for; where there is no way, the command to run is said.
as_root() {
  local why=$1
  shift
  if [ "$(id -u)" = 0 ]; then "$@"
  elif sudo -n true 2>/dev/null; then sudo -n "$@"
  elif [ -t 0 ] && command -v sudo >/dev/null; then sudo -p "fairdeal: the password of %p, to $why: " "$@"
  else return 77
  fi
}

# Packages of servers would start them; what is installed here is started by those who use it, and stopped again.
install_packages() {
  local command="apt-get update && apt-get install -y --no-install-recommends $*" log status=0
  command -v apt-get >/dev/null || die "missing: $*. Install them with this system's package manager, then run again."
  say "installing system packages: $*"
  log=$(mktemp)
  # shellcheck disable=SC2016  # the variables are the inner shell's
  as_root "install $*" sh -c '
    policy=/usr/sbin/policy-rc.d
    if [ ! -e $policy ]; then
      trap "rm -f $policy" EXIT
      printf "#!/bin/sh\nexit 101\n" >$policy && chmod 755 $policy
    fi
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -q && apt-get install -q -y --no-install-recommends "$@"' sh "$@" >"$log" 2>&1 || status=$?
  if [ "$status" = 77 ]; then
    rm -f "$log"
    die "this needs root once, and nobody is here to give sudo a password. Run, then try again:
  sudo sh -c '$command'"
  fi
  if [ "$status" != 0 ]; then
    tail -15 "$log" >&2
    rm -f "$log"
    die "apt-get could not install: $* (the lines above say why; is the network there?). To see it all:
  sudo sh -c '$command'"
  fi
  rm -f "$log"
}

sync_environment() {
  local log
  say "bringing .venv to what uv.lock says"
  log=$(mktemp)
  # shellcheck disable=SC2086  # groups is a list of words
  if UV_PYTHON_DOWNLOADS=never "$uv" sync --quiet --frozen --python "$python" $groups 2>"$log"; then
    rm -f "$log"
    return
  fi
  tail -25 "$log" >&2
  local hint="the lines above say why"
  if grep -q 'Python\.h' "$log"; then
    hint="a package has to be compiled for this Python and its headers are missing: sudo apt-get install gcc python$version-dev"
  elif grep -qiE 'dns error|failed to fetch|error sending request|connect error|network' "$log"; then
    hint="the packages could not be fetched: is the network there? Behind a proxy set HTTPS_PROXY"
  fi
  rm -f "$log"
  die "the environment could not be made: $hint"
}

install_playwrights_browser() {
  local command=(.venv/bin/playwright install-deps chromium)
  say "installing Playwright's Chromium into .tools/ (this system's own is a snap)"
  as_root "install what Chromium needs" "${command[@]}" >/dev/null || die "what Chromium needs could not be installed. Run, then try again:
  sudo ${command[*]}"
  .venv/bin/playwright install --only-shell chromium >/dev/null || die "Chromium could not be fetched: is the network there?"
  has_browser || die "Playwright's Chromium does not start; .venv/bin/python -m ops.browser looks for it"
}

# Make a user namespace as an ordinary user and mount something in it, which is what holding a bot takes.
try_namespaces() {
  local user=()
  if [ "$(id -u)" = 0 ]; then user=(setpriv --reuid=65534 --regid=65534 --clear-groups); fi
  "${user[@]}" bwrap --unshare-all --unshare-user --uid 0 --gid 0 --cap-drop ALL --cap-add CAP_SYS_ADMIN --ro-bind / / \
    mount -t tmpfs none /tmp
}

# Some systems forbid that: it is said here, and not after a long wait for workers that do not come.
check_namespaces() {
  local complaint
  if complaint=$(try_namespaces 2>&1); then return; fi
  if [ "$(sysctl -n kernel.apparmor_restrict_unprivileged_userns 2>/dev/null)" = 1 ]; then
    die "AppArmor forbids user namespaces here (Ubuntu 23.10 and newer), and bots are run in them. Allow them to bubblewrap:
  sudo cp ops/apparmor-bwrap /etc/apparmor.d/fairdeal-bwrap && sudo apparmor_parser -r /etc/apparmor.d/fairdeal-bwrap
or, until the next start, to every program:
  sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0"
  elif [ "$(sysctl -n kernel.unprivileged_userns_clone 2>/dev/null)" = 0 ]; then
    die "this kernel forbids user namespaces to ordinary users, and bots are run in them. Allow them:
  sudo sysctl -w kernel.unprivileged_userns_clone=1"
  elif [ "$(sysctl -n user.max_user_namespaces 2>/dev/null)" = 0 ]; then
    die "user.max_user_namespaces is 0, and bots are run in user namespaces. Allow them:
  sudo sysctl -w user.max_user_namespaces=10000"
  fi
  die "bubblewrap cannot make user namespaces here, and bots are run in them. It says: ${complaint##*$'\n'}
  In a container, start it under docker/seccomp-worker.json: docs/1-architecture.md, Docker and seccomp."
}

python=$(find_python)
version=$("$python" -c 'import sys; print(*sys.version_info[:2], sep=".")')
missing=()
for name in $needs; do is_there "$name" || missing+=("$(package_of "$name")"); done
uv=$(command -v uv || true)
# A shim of a version manager may be there without the program.
if [ -z "$uv" ] || ! "$uv" --version >/dev/null 2>&1; then
  uv=.tools/bin/uv
  if [ ! -x "$uv" ]; then is_there ensurepip || missing+=("$(package_of ensurepip)"); fi
fi
if [ "${#missing[@]}" -gt 0 ]; then install_packages "${missing[@]}"; fi
case " $needs " in *" bwrap "*) check_namespaces ;; esac

if [ "$uv" = .tools/bin/uv ] && [ ! -x "$uv" ]; then
  say "installing uv into .tools/"
  "$python" -m venv .tools
  .tools/bin/pip install --quiet --disable-pip-version-check uv==0.13.9 || die "uv could not be installed from PyPI: is the network there?"
fi
sync_environment
case " $needs " in *" browser "*) has_browser || install_playwrights_browser ;; esac
