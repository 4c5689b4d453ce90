"""One line of the self-test, and what to do when it does not hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Check:
    """What was tried, whether it held, what was seen, and the remedy."""

    name: str
    ok: bool
    detail: str
    remedy: str


_KERNEL: Final = "run a kernel with CONFIG_SECCOMP_FILTER, and bubblewrap 0.8 or newer"
_NAMESPACES: Final = (
    "allow user, pid, mount, ipc and network namespaces to the worker, and install bubblewrap 0.8 or newer"
)
_LIMITS: Final = "run a kernel of 5.14 or newer, which counts limits in each user namespace"

# By the name of the probe inside, or of the look from outside.
TITLES: Final = {
    "worker_user": ("bots run as an ordinary user", "useradd --system --no-create-home fairdeal-bots"),
    "control": ("unsandboxed, everything is reached", "the self-test itself is broken: see the detail"),
    "canaries": ("in a seat, nothing outside is reached", _NAMESPACES),
    "listeners": ("no connection came from a seat", _NAMESPACES),
    "status": ("no privileges, no capabilities, filter on", _KERNEL),
    "user": ("an unprivileged user inside", _NAMESPACES),
    "alone": ("process 1, and no other in sight", _NAMESPACES),
    "sockets": ("no sockets", _KERNEL),
    "namespaces": ("no namespaces of its own", _KERNEL),
    "dangerous_calls": ("dangerous system calls refused", _KERNEL),
    "unknown_calls": ("unknown system calls do not exist", _KERNEL),
    "foreign_calls": ("calls of another machine type kill", _KERNEL),
    "processes": ("no new processes, no other programs", _KERNEL),
    "read_only": ("all but /tmp is read-only", _NAMESPACES),
    "nobodys_files": ("no files of the host, no /proc", _NAMESPACES),
    "temporary_files": ("/tmp is bounded, not executable", _NAMESPACES),
    "open_files": ("open files are bounded", _LIMITS),
    "file_size": ("the size of files is bounded", _LIMITS),
    "threads": ("threads are bounded", _LIMITS),
    "memory": ("memory is bounded", _LIMITS),
    "cpu": ("CPU time is bounded", _LIMITS),
    "stopping": ("a stopped bot does not run", "run the worker where it may signal its own children"),
    "killing": ("a bot can be ended, and tells how", "run the worker where it may signal and reap its own children"),
}


def check(key: str, ok: bool, detail: str) -> Check:
    """Make the line of a probe."""
    title, remedy = TITLES[key]
    return Check(title, ok, detail, remedy)
