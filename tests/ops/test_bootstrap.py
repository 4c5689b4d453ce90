"""What `ops/bootstrap.sh` installs, how it becomes root, and what it says where it cannot go on."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.ops.machine import Machine

VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"
# A python that came without its headers.
HEADLESS_PYTHON = f"""case "$*" in
  *get_path*) echo "$MACHINE/usr/include/python" ;;
  *sys.executable*) echo "$0" ;;
  *) exec "{sys.executable}" "$@" ;;
esac"""
INSTALL = "install -q -y --no-install-recommends"


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def _refused(done: subprocess.CompletedProcess[str], *said: str) -> None:
    assert done.returncode == 1, (done.stdout, done.stderr)
    for words in said:
        assert words in done.stderr


def _brought(done: subprocess.CompletedProcess[str]) -> None:
    assert done.returncode == 0, (done.stdout, done.stderr)


@pytest.mark.parametrize("mode", ["dev", "demo", "compile", "test"])
def test_where_nothing_is_missing_nothing_is_installed(machine: Machine, mode: str) -> None:
    _brought(machine.bootstrap(mode))
    assert machine.calls("sudo") == machine.calls("apt-get") == []
    [sync] = [call for call in machine.calls("uv") if call.startswith("sync")]
    assert ("--no-default-groups" in sync) is (mode == "demo")


def test_lint_and_format_ask_for_no_server_and_no_sandbox(machine: Machine) -> None:
    machine.without("bwrap", "redis-server", "initdb", "git", "curl", "chromium", "apt-get", "sudo")
    _brought(machine.bootstrap("dev"))


def test_the_demo_asks_for_bubblewrap_alone(machine: Machine) -> None:
    machine.without("bwrap", "redis-server", "initdb", "git", "curl", "chromium")
    done = machine.bootstrap("demo")
    _brought(done)
    assert "installing system packages: bubblewrap" in done.stdout
    assert machine.calls("apt-get") == ["update -q", f"{INSTALL} bubblewrap"]


def test_all_that_the_tests_need_is_installed_at_once(machine: Machine) -> None:
    machine.without("bwrap", "redis-server", "initdb", "git", "curl", "gcc", "node", "xgettext", "chromium")
    (machine.root / "usr" / "include" / "asm-generic" / "unistd.h").unlink()
    (machine.root / "usr" / "include" / "stdio.h").unlink()
    _brought(machine.bootstrap("test"))
    packages = "bubblewrap redis-server postgresql git curl linux-libc-dev gcc libc6-dev nodejs gettext chromium"
    assert machine.calls("apt-get") == ["update -q", f"{INSTALL} {packages}"]


def test_compiling_asks_for_a_compiler_and_pythons_headers(machine: Machine) -> None:
    machine.without("bwrap", "redis-server", "gcc")
    machine.stub("python3", HEADLESS_PYTHON)
    _brought(machine.bootstrap("compile"))
    assert machine.calls("apt-get") == ["update -q", f"{INSTALL} gcc python{VERSION}-dev"]


def test_servers_are_not_started_by_their_installation(machine: Machine) -> None:
    policy = machine.root / "usr" / "sbin" / "policy-rc.d"
    machine.without("redis-server")
    machine.stub("apt-get", f'cat "{policy}" > "$MACHINE/seen"\ncp "$MACHINE/spare/redis-server" "$MACHINE/bin/"')
    _brought(machine.bootstrap("test"))
    assert "exit 101" in (machine.root / "seen").read_text()
    assert not policy.exists()


def test_root_needs_no_sudo(machine: Machine) -> None:
    machine.without("bwrap", "sudo")
    machine.stub("id", "echo 0")
    machine.stub("setpriv", 'shift 3\nexec "$@"')
    _brought(machine.bootstrap("demo"))
    assert machine.calls("setpriv")[0].startswith("--reuid=65534")


def test_sudo_asks_for_the_password_on_a_terminal(machine: Machine) -> None:
    machine.without("bwrap")
    (machine.root / "asks").touch()
    _brought(machine.bootstrap("demo", terminal=True))
    assert machine.calls("sudo")[-1].startswith("-p fairdeal: the password of %p, to install bubblewrap: ")


@pytest.mark.parametrize("with_sudo", [True, False])
def test_where_nobody_can_become_root_the_command_is_said(machine: Machine, with_sudo: bool) -> None:
    machine.without("bwrap")
    (machine.root / "asks").touch()
    if not with_sudo:
        machine.without("sudo")
    command = "sudo sh -c 'apt-get update && apt-get install -y --no-install-recommends bubblewrap'"
    _refused(machine.bootstrap("demo"), "this needs root once", command)
    assert machine.calls("apt-get") == []


def test_without_apt_the_packages_are_named(machine: Machine) -> None:
    machine.without("bwrap", "apt-get")
    _refused(machine.bootstrap("demo"), "missing: bubblewrap", "package manager")


def test_without_a_network_apts_own_words_are_shown(machine: Machine) -> None:
    machine.without("bwrap")
    machine.stub("apt-get", 'echo "E: Failed to fetch http://deb.example" >&2; exit 100')
    _refused(machine.bootstrap("demo"), "E: Failed to fetch", "is the network there?", "sudo sh -c")


def test_an_old_python_is_named_with_what_to_install(machine: Machine) -> None:
    machine.stub("python3", 'case "$1" in --version) echo "Python 3.10.12" ;; *) exit 1 ;; esac')
    _refused(machine.bootstrap("demo"), "3.11 or newer", "found: Python 3.10.12", "apt-get install python3.11")


def test_a_machine_without_python_is_told_what_to_install(machine: Machine) -> None:
    machine.without("python3")
    _refused(machine.bootstrap("dev"), "found: none", "sudo apt-get install python3 python3-venv")


# A python whose venv module has to be installed first, as on a fresh Debian.
BARE_PYTHON = f"""case "$*" in
  *ensurepip*) [ -e "$MACHINE/ensurepip" ] ;;
  *sys.executable*) echo "$0" ;;
  "-m venv .tools") mkdir -p .tools/bin; cp "$MACHINE/spare/pip" .tools/bin/pip ;;
  *) exec "{sys.executable}" "$@" ;;
esac"""


@pytest.mark.parametrize("has_network", [True, False])
def test_uv_is_brought_where_it_is_only_a_shim(machine: Machine, has_network: bool) -> None:
    machine.stub("uv", "exit 127")
    machine.stub("python3", BARE_PYTHON)
    pip = 'cp "$MACHINE/spare/uv" .tools/bin/uv' if has_network else "exit 1"
    machine.stub("pip", pip, folder=machine.root / "spare")
    done = machine.bootstrap("dev")
    assert machine.calls("apt-get")[-1] == f"{INSTALL} python{VERSION}-venv"
    if has_network:
        _brought(done)
    else:
        _refused(done, "uv could not be installed from PyPI: is the network there?")


@pytest.mark.parametrize(
    ("complaint", "hint"),
    [
        ("fatal error: Python.h: No such file or directory", f"sudo apt-get install gcc python{VERSION}-dev"),
        ("error: Failed to fetch: dns error: failed to lookup address", "is the network there?"),
        ("error: the lock file is not valid", "the lines above say why"),
    ],
)
def test_why_the_environment_could_not_be_made(machine: Machine, complaint: str, hint: str) -> None:
    machine.stub("uv", f'[ "$1" = sync ] || exit 0\necho "{complaint}" >&2; exit 2')
    _refused(machine.bootstrap("dev"), complaint, hint)


@pytest.mark.parametrize(
    ("setting", "value", "said"),
    [
        (
            "kernel.apparmor_restrict_unprivileged_userns",
            1,
            "sudo cp ops/apparmor-bwrap /etc/apparmor.d/fairdeal-bwrap",
        ),
        ("kernel.unprivileged_userns_clone", 0, "sudo sysctl -w kernel.unprivileged_userns_clone=1"),
        ("user.max_user_namespaces", 0, "sudo sysctl -w user.max_user_namespaces=10000"),
        ("no.such", 0, "No permissions to create a new namespace"),
    ],
)
def test_where_bubblewrap_may_not_the_remedy_is_said(machine: Machine, setting: str, value: int, said: str) -> None:
    machine.stub("bwrap", 'echo "bwrap: No permissions to create a new namespace" >&2; exit 1')
    machine.stub("sysctl", f'[ "$2" = {setting} ] && echo {value}')
    _refused(machine.bootstrap("demo"), said)


SNAP_STUBS = {
    "not installed": 'echo "requires the chromium snap to be installed" >&2; exit 1',
    "installed": "echo 'Chromium 140.0 snap'",
}


@pytest.mark.parametrize("script", SNAP_STUBS.values(), ids=SNAP_STUBS)
def test_ubuntus_snap_is_passed_over_for_playwrights_own(machine: Machine, script: str) -> None:
    machine.release("ubuntu")
    machine.stub("chromium", script)
    _brought(machine.bootstrap("test"))
    assert machine.calls("apt-get") == []
    assert machine.calls("playwright") == ["install-deps chromium", "install --only-shell chromium"]
    machine.root.joinpath("log").unlink()
    _brought(machine.bootstrap("test"))
    assert machine.calls("playwright") == [], "it is there already"


def test_a_browser_that_cannot_be_fetched_is_said(machine: Machine) -> None:
    machine.release("ubuntu")
    machine.without("chromium")
    machine.stub("playwright", '[ "$1" = install-deps ]', folder=machine.root / "spare")
    _refused(machine.bootstrap("test"), "Chromium could not be fetched: is the network there?")


def test_a_wrong_word_is_refused(machine: Machine) -> None:
    done = machine.bootstrap("all")
    assert done.returncode == 2
    assert "dev|demo|compile|test" in done.stderr
