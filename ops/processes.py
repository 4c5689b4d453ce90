"""Processes that end when they should: with who started them, or a whole tree for certain."""

from __future__ import annotations

import contextlib
import os
import pwd
import signal
import time
from collections.abc import Sequence
from pathlib import Path

# The kernel needs a moment to take a killed process apart.
GONE_DEADLINE_S = 10.0


def ending_with_us(command: Sequence[str | Path], user: pwd.struct_passwd | None = None, by: str = "TERM") -> list[str]:
    """Give a command that runs `command`, as `user` if one is given, and is sent the signal `by` when we end.

    The kernel sees to it, however we end. The thread that starts it must be one that lasts.
    """
    identity = [f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"] if user else []
    return ["setpriv", *identity, f"--pdeathsig={by}", "--", *map(str, command)]


def kill_tree(root: int) -> None:
    """Kill a process, all below it and the process groups that they lead; returns when none of them runs."""
    doomed: set[int] = set()
    # A program may start another while we look: look again until there is nobody new.
    while fresh := _tree(root) - doomed:
        doomed |= fresh
        for pid in fresh:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                # Stopped, it starts nothing and is not started again by its parent before its turn comes.
                os.kill(pid, signal.SIGSTOP)
    for pid in doomed:
        for kill in (os.killpg, os.kill):
            # Its own group only if it leads one: the caller's may be among the others.
            with contextlib.suppress(ProcessLookupError, PermissionError):
                kill(pid, signal.SIGKILL)
    deadline = time.monotonic() + GONE_DEADLINE_S
    while any(map(_runs, doomed)) and time.monotonic() < deadline:
        time.sleep(0.02)


def _tree(root: int) -> set[int]:
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal() and (fields := _stat(int(entry.name))):
            children.setdefault(int(fields[1]), []).append(int(entry.name))
    found, rest = set(), [root]
    while rest:
        pid = rest.pop()
        found.add(pid)
        rest += children.get(pid, [])
    return found


def _runs(pid: int) -> bool:
    fields = _stat(pid)
    return bool(fields) and fields[0] not in "ZX"


def _stat(pid: int) -> list[str]:
    """Give the fields of /proc/<pid>/stat after the name (state, parent, ...); none when there is no such process."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []
