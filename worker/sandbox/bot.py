"""The moment in which a cell becomes a bot: it gets its streams, its memory group and its order."""

from __future__ import annotations

import json
import math
import os
import time
from dataclasses import dataclass
from typing import Final

from worker.sandbox.cgroups import MemoryGroup, MemoryGroups
from worker.sandbox.channel import close_all
from worker.sandbox.errors import SandboxUnavailable
from worker.sandbox.evidence import open_log
from worker.sandbox.languages import Language
from worker.sandbox.limits import SeatLimits
from worker.sandbox.zygote import ANSWER_S, Cell, Zygote

_MIB: Final = 1024 * 1024
# Address space beyond the memory limit: code, libraries and the reserves of threads are mapped, hardly used.
_ADDRESS_SPACE_EXTRA: Final = 256 * _MIB


@dataclass
class Bot:
    """A bot that is about to run: its process, our ends of its streams, and the CPU time that the start took."""

    zygote: Zygote
    cell: Cell
    stdin: int
    stdout: int
    log: int
    cpu_before_ns: int
    groups: MemoryGroups | None
    group: MemoryGroup | None

    def release(self) -> None:
        """Close what is held of a bot that has ended and is reaped."""
        close_all((self.stdin, self.stdout, self.log, self.cell.pidfd))
        if self.groups is not None and self.group is not None:
            self.groups.give_back(self.group)


def order_for(bundle: str, entry: str, language: Language, limits: SeatLimits, zygote: Zygote) -> bytes:
    """Write the order: which bot to become, and under which limits.

    What a fork has of the zygote comes on top of its own; the kernel counts that too. A program replaces it.
    """
    command = language.command
    if command is not None:
        command = tuple(word.format(memory_mb=limits.memory_mb) for word in command)
    memory = limits.memory_mb * _MIB
    address_space, data = (zygote.address_space, zygote.data) if command is None else (0, 0)
    bounds = {
        "DATA": memory + data,
        "NPROC": language.threads,
        "NOFILE": 64,
        "FSIZE": limits.stderr_kib * 1024,
        "CPU": math.ceil(limits.cpu_s),
        "STACK": 8 * _MIB,
        "CORE": 0,
        "MEMLOCK": 0,
        "MSGQUEUE": 0,
        "SIGPENDING": 64,
    }
    if language.bounds_address_space:
        bounds["AS"] = memory + _ADDRESS_SPACE_EXTRA + address_space
    order = {
        "bundle": bundle,
        "entry": entry,
        "command": command,
        "variables": dict(language.variables),
        "limits": bounds,
    }
    return json.dumps(order).encode()


def become(zygote: Zygote, cell: Cell, order: bytes, memory_mb: int, groups: MemoryGroups | None) -> Bot:
    """Give a cell its order, and see it through until the bot is about to run.

    Raises SandboxUnavailable when it cannot be; none of the bot's code has run then, and the cell is to be discarded.
    """
    group = groups.take() if groups is not None else None
    opened: list[int] = []
    try:
        if group is not None:
            group.admit(cell.pid, memory_mb)
        opened += os.pipe()
        opened += os.pipe()
        opened.append(open_log())
        stdin, to_bot, from_bot, stdout, log = opened
        cell.control.send(order, (stdin, stdout, log))
        # Only when our copies are closed does an end show as an end.
        opened = [to_bot, from_bot, log]
        close_all((stdin, stdout))
        os.set_blocking(to_bot, False)
        os.set_blocking(from_bot, False)
        answer = cell.control.receive(time.monotonic() + ANSWER_S)
        if answer.kind != "R":
            raise SandboxUnavailable(f"a cell could not be shut: {answer.text}", "run: python -m worker sandbox-check")
    except BaseException as error:
        close_all(opened)
        if groups is not None and group is not None:
            groups.give_back(group)
        if isinstance(error, OSError):
            raise SandboxUnavailable(f"a bot could not be started: {error}", "raise the worker's limits") from error
        raise
    cell.control.close()
    return Bot(zygote, cell, to_bot, from_bot, log, int(answer.text), groups, group)
