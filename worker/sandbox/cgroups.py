"""Memory groups for bots where the machine has delegated a control group to the worker: an exact cap for each.

Without one nothing is lost but exactness: a bot cannot fork, so its address space is the bound of what it takes.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Final

_MOUNT: Final = Path("/sys/fs/cgroup")
_CONTROLLER: Final = "memory"
# By version: the file that takes the limit, and the one that counts what was ended at it.
_FILES: Final = {1: ("memory.limit_in_bytes", "memory.oom_control"), 2: ("memory.max", "memory.events")}
_PREFIX: Final = "fairdeal-"
# The group that the worker itself moves to: a group that hands out controllers may hold no process.
_OWN: Final = "worker"


class MemoryGroup:
    """A group for one bot at a time; used again and again, as removed ones linger in the kernel."""

    def __init__(self, path: Path, version: int) -> None:
        self._path = path
        self._limit, self._events = _FILES[version]
        self._bytes = self._kills_before = 0

    def enclose(self, pid: int) -> None:
        """Put a process in. The kernel may take milliseconds to agree, so this is done ahead where it can be."""
        self._kills_before = self._kills()
        _write(self._path / "cgroup.procs", str(pid))

    def cap(self, memory_bytes: int) -> None:
        """Set the most memory that the process in it may take from now on."""
        if memory_bytes != self._bytes:
            _write(self._path / self._limit, str(memory_bytes))
            self._bytes = memory_bytes

    def has_killed(self) -> bool:
        """Tell whether the process now in it ran into the cap."""
        return self._kills() > self._kills_before

    def remove(self) -> None:
        """Remove the group; one that still holds a process stays, and is removed by a later worker."""
        with contextlib.suppress(OSError):
            self._path.rmdir()

    def _kills(self) -> int:
        lines = (self._path / self._events).read_text(encoding="ascii").splitlines()
        return next((int(line.split()[1]) for line in lines if line.startswith("oom_kill ")), 0)


class MemoryGroups:
    """The groups of one worker: made when needed, given back when a bot has ended."""

    def __init__(self, parent: Path, version: int) -> None:
        self._parent = parent
        self._version = version
        self._made = 0
        self._free: list[MemoryGroup] = []

    @property
    def description(self) -> str:
        """Say where they are."""
        return f"control groups, version {self._version}, below {self._parent}"

    def take(self) -> MemoryGroup:
        """Return a group that holds nobody."""
        if self._free:
            return self._free.pop()
        while True:
            path = self._parent / f"{_PREFIX}{os.getpid()}-{self._made}"
            self._made += 1
            # One that is there is of an earlier sandbox of this process, which could not remove it yet.
            with contextlib.suppress(FileExistsError):
                path.mkdir()
                return MemoryGroup(path, self._version)

    def give_back(self, group: MemoryGroup) -> None:
        """Take a group back whose bot has ended."""
        self._free.append(group)

    def close(self) -> None:
        """Remove the groups."""
        for group in self._free:
            group.remove()
        self._free.clear()


def find_memory_groups() -> MemoryGroups | None:
    """Return the groups of this worker, or None where no control group with memory is delegated to it."""
    try:
        lines = Path("/proc/self/cgroup").read_text(encoding="ascii").splitlines()
    except OSError:
        return None
    for line in lines:
        number, controllers, path = line.split(":", 2)
        if _CONTROLLER in controllers.split(","):
            return _tried(_MOUNT / _CONTROLLER / path.lstrip("/"), 1)
        if number == "0" and not controllers:
            found = _delegated(_MOUNT / path.lstrip("/"))
            if found is not None:
                return found
    return None


def _delegated(group: Path) -> MemoryGroups | None:
    """Prepare a group of version 2: its processes, this one, move down, then it can hand out its controllers."""
    try:
        if _CONTROLLER not in (group / "cgroup.controllers").read_text(encoding="ascii").split():
            return None
        if group.name == _OWN:  # another worker of this service has prepared it
            group = group.parent
        elif not os.access(group / "cgroup.subtree_control", os.W_OK):
            return None
        (group / _OWN).mkdir(exist_ok=True)
        _write(group / _OWN / "cgroup.procs", str(os.getpid()))
        try:
            _write(group / "cgroup.subtree_control", f"+{_CONTROLLER}")
        except OSError:  # others are in it, so it is not ours alone
            _write(group / "cgroup.procs", str(os.getpid()))
            return None
    except OSError:
        return None
    return _tried(group, 2)


def _tried(parent: Path, version: int) -> MemoryGroups | None:
    """Make a group and take one back, and sweep up those of workers that are no more."""
    groups = MemoryGroups(parent, version)
    try:
        group = groups.take()
    except OSError:
        return None
    groups.give_back(group)
    _sweep(parent)
    return groups


def _sweep(parent: Path) -> None:
    for path in parent.glob(f"{_PREFIX}*-*"):
        owner = path.name.removeprefix(_PREFIX).partition("-")[0]
        if owner.isdigit() and not Path("/proc", owner).exists():
            with contextlib.suppress(OSError):
                path.rmdir()


def _write(path: Path, text: str) -> None:
    """Write at once: buffered, an error would only come when the file is closed, and be lost."""
    descriptor = os.open(path, os.O_WRONLY)
    try:
        os.write(descriptor, text.encode())
    finally:
        os.close(descriptor)
