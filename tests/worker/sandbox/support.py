"""What the sandbox's tests share; without pytest, as part of it also runs under an ordinary user's Python."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from worker.sandbox import Sandbox, Seat, SeatLimits
from worker.sandbox.pool import POOL_SIZE

Seen = TypeVar("Seen")

LIMITS = SeatLimits(memory_mb=64, cpu_s=20, output_line_kib=64, stderr_kib=256)


def soon(seconds: float = 20.0) -> float:
    """Return a deadline that only a broken sandbox meets."""
    return time.monotonic() + seconds


def make_bundle(folder: Path, source: str) -> Path:
    """Write a bot."""
    folder.mkdir()
    (folder / "main.py").write_text(source, encoding="utf-8")
    return folder


def start(sandbox: Sandbox, folder: Path, source: str, limits: SeatLimits = LIMITS) -> Seat:
    """Write a bot and start it."""
    return sandbox.start_seat(make_bundle(folder, source), "main.py", "python", limits)


def settled(sandbox: Sandbox, look: Callable[[], Seen]) -> Seen:
    """Look when the pool is full: until then processes and descriptors come by themselves."""
    zygote = sandbox.zygote()
    zygote.await_ready(POOL_SIZE, soon())
    await_state(zygote.pid, "S")
    return look()


def await_state(pid: int, state: str) -> None:
    """Wait until a process is in a state, by its letter in /proc."""
    deadline = soon()
    while Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0] != state:
        assert time.monotonic() < deadline


def processes() -> dict[int, tuple[int, str]]:
    """Return parent and program of all processes, zombies too, by process id."""
    found = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                name, _, rest = (entry / "stat").read_text().partition("(")[2].rpartition(")")
            except OSError:
                continue
            found[int(entry.name)] = int(rest.split()[1]), name
    return found


def children() -> dict[int, str]:
    """Return this process's children, zombies too, with the names of their programs."""
    return {pid: name for pid, (parent, name) in processes().items() if parent == os.getpid()}
