"""The container's system call filter: enough for the sandbox and the worker, and no more than they need."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ops.in_container import HEADERS, kernel_numbers
from worker.sandbox import Sandbox, languages, policy, runtime

ROOT = Path(__file__).resolve().parents[2]
PROFILE = ROOT / "docker" / "seccomp-worker.json"
RULES = json.loads(PROFILE.read_text())["syscalls"]
ALLOWED = [name for rule in RULES if "args" not in rule for name in rule["names"]]
# What a process could use against the host's kernel, or against others in its container; no part of a worker needs it.
NEVER = {
    "acct", "add_key", "bpf", "clock_adjtime", "clock_settime", "delete_module", "fanotify_init", "finit_module",
    "fsconfig", "fsmount", "fsopen", "fspick", "init_module", "io_uring_enter", "io_uring_register", "io_uring_setup",
    "ioperm", "iopl", "kcmp", "kexec_file_load", "kexec_load", "keyctl", "lookup_dcookie", "mount_setattr",
    "move_mount", "move_pages", "name_to_handle_at", "open_by_handle_at", "open_tree", "perf_event_open", "personality",
    "pidfd_getfd", "process_vm_readv", "process_vm_writev", "ptrace", "quotactl", "reboot", "request_key",
    "settimeofday", "socket", "swapoff", "swapon", "syslog", "umount", "userfaultfd", "vhangup",
}  # fmt: skip
BUBBLEWRAP = {"chroot", "clone", "mount", "pivot_root", "setns", "sethostname", "umount2", "unshare"}


@pytest.fixture
def reachable_project() -> Iterator[Path]:
    """Copy what is run to where an ordinary user may read it: the project may lie below a closed directory."""
    with tempfile.TemporaryDirectory(prefix="fairdeal-project-", dir="/var/tmp") as name:
        target = Path(name)
        target.chmod(0o755)
        for part in ("engines", "worker", "bots/sdk", "tests/ops", "docker"):
            shutil.copytree(ROOT / part, target / part, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "tests" / "__init__.py", target / "tests")
        yield target


def test_it_refuses_what_it_does_not_name() -> None:
    profile = json.loads(PROFILE.read_text())
    assert profile["defaultAction"] == "SCMP_ACT_ERRNO"
    assert {row["architecture"] for row in profile["archMap"]} == {"SCMP_ARCH_X86_64", "SCMP_ARCH_AARCH64"}
    assert not any(row["subArchitectures"] for row in profile["archMap"]), "calls of 32-bit programs"


def test_it_allows_what_bubblewrap_needs_and_nothing_dangerous() -> None:
    assert len(ALLOWED) == len(set(ALLOWED))
    assert set(ALLOWED) >= BUBBLEWRAP
    assert set(ALLOWED) & NEVER == set()


def test_it_allows_all_that_a_bot_may_do() -> None:
    assert set(policy.ALLOWED) - set(ALLOWED) == set()


def test_every_name_is_a_system_call() -> None:
    known = {name for machine, path in HEADERS.items() if Path(path).exists() for name in kernel_numbers(machine)}
    newer = {"fchmodat2"}  # Linux 6.6
    assert set(ALLOWED) - known - newer == set()


def test_the_sandbox_holds_in_what_compose_makes_of_a_worker(reachable_project: Path, tmp_path: Path) -> None:
    """No Docker here: the same user, capabilities, promise and filter, set by the program itself."""
    done = _in_container(reachable_project, tmp_path, PROFILE.read_text())
    assert "this machine can run bots" in done.stdout, done.stdout + done.stderr
    assert done.returncode == 0


def test_without_the_namespaces_in_it_the_sandbox_does_not_open(reachable_project: Path, tmp_path: Path) -> None:
    profile = json.loads(PROFILE.read_text())
    for rule in profile["syscalls"]:
        rule["names"] = [name for name in rule["names"] if name not in ("unshare", "mount")]
    done = _in_container(reachable_project, tmp_path, json.dumps(profile))
    assert done.returncode == 1, done.stdout + done.stderr
    assert "pivot_root" in done.stdout, "the remedy names what a container's filter must allow"


def _in_container(project: Path, tmp_path: Path, profile: str) -> subprocess.CompletedProcess[str]:
    (project / "docker" / PROFILE.name).write_text(profile)
    environment = {"PYTHONPATH": str(project), "PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"}
    python = sys.executable
    sandbox = Sandbox.open_untested(tmp_path) if os.geteuid() == 0 else None
    try:
        if sandbox is not None:  # an interpreter that an ordinary user can reach
            python = f"{sandbox.python_tree}{runtime.PYTHON}"
            environment["LD_LIBRARY_PATH"] = f"{sandbox.python_tree}{languages.SHARED_LIBRARIES}"
        return subprocess.run(
            [python, "-m", "tests.ops.in_container", str(project / "docker" / PROFILE.name)],
            cwd="/", env=environment, capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
    finally:
        if sandbox is not None:
            sandbox.close()
