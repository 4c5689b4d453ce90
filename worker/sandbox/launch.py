"""Start a bubblewrap and see it through until the bot inside is closed off and about to run."""

from __future__ import annotations

import contextlib
import json
import math
import os
import select
import signal
import socket
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from worker.sandbox import kernel, runtime
from worker.sandbox.errors import SandboxUnavailable
from worker.sandbox.evidence import harmless, open_log
from worker.sandbox.identity import BotUser
from worker.sandbox.limits import SeatLimits
from worker.sandbox.runtime import Runtime

# Setting up takes some ten milliseconds; a machine that needs so long is not fit to play.
SETUP_S: Final = 15.0
# What the interpreter uses before the bot begins counts for the kernel too.
_STARTUP_CPU_S: Final = 1
_NAMESPACES_REMEDY: Final = (
    "allow unprivileged user namespaces: sysctl kernel.unprivileged_userns_clone=1 (Debian), "
    "sysctl kernel.apparmor_restrict_unprivileged_userns=0 or an AppArmor profile for bwrap (Ubuntu 24.04), "
    "in a container a seccomp profile that allows unshare, clone, mount, umount2 and pivot_root"
)


@dataclass
class Launched:
    """A bot that has begun: its process, the one that holds it, and our ends of its pipes."""

    pid: int
    pidfd: int
    holder: int
    stdin: int
    stdout: int
    log: int


def command(bwrap: str, trees: Runtime, bundle: Path) -> list[str]:
    """Return the fixed part of the command line, up to the program inside."""
    devices = [word for name in runtime.DEVICES for word in ("--dev-bind", f"/dev/{name}", f"/dev/{name}")]
    return [
        bwrap,
        *("--unshare-all", "--unshare-user", "--unshare-cgroup"),
        *("--die-with-parent", "--new-session", "--as-pid-1"),
        # What boot.py needs to mount /tmp and to give up capabilities for good; it keeps neither.
        *("--cap-drop", "ALL", "--cap-add", "CAP_SYS_ADMIN", "--cap-add", "CAP_SETPCAP"),
        *("--uid", "65534", "--gid", "65534", "--hostname", "bot"),
        *("--ro-bind", str(trees.python.path), "/"),
        *devices,
        *("--ro-bind", str(trees.library.path), runtime.LIBRARY),
        *("--ro-bind", str(bundle), "/bot"),
        *("--chdir", "/", "--clearenv"),
        *("--setenv", "LC_ALL", "C.UTF-8", "--setenv", "LD_LIBRARY_PATH", runtime.SHARED_LIBRARIES),
        # Sets of strings are walked in the same order in every run; threads share one heap, or each maps 64 MB.
        *("--setenv", "PYTHONHASHSEED", "0", "--setenv", "MALLOC_ARENA_MAX", "2"),
    ]


class _Descriptors:
    """The pipes between us and a bot: the bot's ends, which it inherits, and ours."""

    def __init__(self) -> None:
        self.stdin, self.to_bot = os.pipe()
        self.from_bot, self.stdout = os.pipe()
        self.info, self.info_in = os.pipe()
        self.block, self.release = os.pipe()
        ours, theirs = socket.socketpair()
        self.control, self.control_in = ours.detach(), theirs.detach()
        self.log, self.complaints = open_log(), open_log()
        self.theirs = [self.stdin, self.stdout, self.control_in, self.info_in, self.block]
        self._passing = [self.info, self.release, self.control, self.complaints]
        self._lasting = [self.to_bot, self.from_bot, self.log]

    def close_theirs(self) -> None:
        """Close the bot's ends in this process: only then does an end show as an end."""
        _close(self.theirs)

    def close_passing(self) -> None:
        """Close what only the start needed."""
        _close(self._passing)

    def close_all(self) -> None:
        """Close everything."""
        _close(self.theirs, self._passing, self._lasting)


class _SetupError(Exception):
    """Report that setting up stopped on the way."""


def launch(fixed: list[str], entry: str, limits: SeatLimits, user: BotUser) -> Launched:
    """Start a bot; raise SandboxUnavailable when it could not be closed off, in which case none of its code ran."""
    kernel.adopt_orphans()
    ends = _Descriptors()
    try:
        holder = _spawn(fixed, entry, limits, user, ends)
        ends.close_theirs()
        launched = _see_through(holder, ends)
        ends.close_passing()
    except BaseException:
        ends.close_all()
        raise
    return launched


def _spawn(fixed: list[str], entry: str, limits: SeatLimits, user: BotUser, ends: _Descriptors) -> int:
    streams = (ends.stdin, ends.stdout, ends.log, ends.control_in)
    bounds = (limits.memory_mb, math.ceil(limits.cpu_s) + _STARTUP_CPU_S, limits.stderr_kib * 1024)
    python = (runtime.PYTHON, "-S", "-s", "-P", "-B", "-X", "utf8", f"{runtime.LIBRARY}/boot/boot.py")
    own = ("--info-fd", str(ends.info_in), "--block-fd", str(ends.block))
    try:
        process = subprocess.Popen(
            [*fixed, *own, *python, entry, *map(str, (*streams, *bounds))],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=ends.complaints,
            env={},  # what bubblewrap has in its environment could be read inside
            cwd="/",
            pass_fds=(*ends.theirs, ends.log),
            **user.spawn_arguments(),
        )
    except OSError as error:
        raise SandboxUnavailable(
            f"bwrap cannot be started: {error}", f"let the worker start programs as the user with id {user.uid}"
        ) from error
    process.returncode = 0  # whoever ends the seat reaps it, by its id
    return process.pid


def _see_through(holder: int, ends: _Descriptors) -> Launched:
    """Follow the start step by step; end every process of it when one step fails."""
    deadline = time.monotonic() + SETUP_S
    pid = pidfd = None
    try:
        pid = _child_pid(ends.info, deadline)
        # Bubblewrap's child waits for our word, so the number is still its own.
        pidfd = os.pidfd_open(pid)
        os.write(ends.release, b"G")
        if not _wait_readable(ends.control, deadline) or os.read(ends.control, 1) != b"R":
            raise _SetupError(f"no sign from inside within {SETUP_S:.0f} s, or an early end")
        _freeze(holder)
        os.write(ends.control, b"G")
    except (OSError, _SetupError, ValueError) as error:
        _end_processes(holder, pid)
        if pidfd is not None:
            os.close(pidfd)
        said = harmless(os.pread(ends.complaints, 4096, 0)).strip() or str(error)
        raise SandboxUnavailable(f"a sandbox could not be set up: {said}", _remedy(said)) from error
    os.set_blocking(ends.to_bot, False)
    os.set_blocking(ends.from_bot, False)
    return Launched(pid, pidfd, holder, ends.to_bot, ends.from_bot, ends.log)


def _child_pid(info: int, deadline: float) -> int:
    """Read the process id of bubblewrap's child, the bot to be, as seen from here."""
    said = b""
    while b"}" not in said:
        if not _wait_readable(info, deadline):
            raise _SetupError(f"bwrap did not start its child within {SETUP_S:.0f} s")
        part = os.read(info, 4096)
        if not part:
            raise _SetupError("bwrap ended before it started its child")
        said += part
    return int(json.loads(said)["child-pid"])


def _freeze(holder: int) -> None:
    """Stop bubblewrap's own process: its work is done, and it must leave the bot's exit status and usage to us.

    It is there only to be killed, or to die with us; either takes the bot along.
    """
    os.kill(holder, signal.SIGSTOP)
    state = os.waitid(os.P_PID, holder, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
    if state is None or state.si_code != os.CLD_STOPPED:
        raise _SetupError("the bot's process ended at once")


def _end_processes(holder: int, pid: int | None) -> None:
    for process in (holder, pid):
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(process, 0)


def _wait_readable(descriptor: int, deadline: float) -> bool:
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(max(0.0, deadline - time.monotonic()) * 1000))


def _remedy(said: str) -> str:
    known = {
        "namespace": _NAMESPACES_REMEDY,
        "Permission denied": _NAMESPACES_REMEDY,
        "Operation not permitted": _NAMESPACES_REMEDY,
        "PR_SET_SECCOMP": "run a kernel with CONFIG_SECCOMP_FILTER",
        "No such file": "remove the sandbox's directory, it is built anew",
        "Unknown option": "install bubblewrap 0.8 or newer",
    }
    return next((remedy for sign, remedy in known.items() if sign in said), "run: python -m worker sandbox-check")


def _close(*groups: list[int]) -> None:
    for group in groups:
        while group:
            os.close(group.pop())
