"""The moment in which a cell becomes a bot: it gets its streams, its memory group and its order."""

from __future__ import annotations

import json
import math
import os
import time
from dataclasses import dataclass
from typing import Final

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
    released: bool = False

    def release(self) -> None:
        """Close what is held of a bot that has ended and is reaped; a second call does nothing."""
        if self.released:
            return
        self.released = True
        close_all((self.stdin, self.stdout, self.log, self.cell.pidfd))
        self.zygote.release_group(self.cell)


def memory_of(zygote: Zygote, language: Language, limits: SeatLimits) -> int:
    """Return how many bytes a bot may have: what a fork has of the zygote comes on top; a program replaces it."""
    return limits.memory_mb * _MIB + (zygote.data if language.command is None else 0)


def order_for(bundle: str, entry: str, language: Language, limits: SeatLimits, zygote: Zygote) -> bytes:
    """Write the order: which bot to become, and under which limits."""
    command = language.command
    if command is not None:
        command = tuple(word.format(memory_mb=limits.memory_mb) for word in command)
    bounds = {
        "DATA": memory_of(zygote, language, limits),
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
        mapped = zygote.address_space if command is None else 0
        bounds["AS"] = limits.memory_mb * _MIB + _ADDRESS_SPACE_EXTRA + mapped
    order = {
        "bundle": bundle,
        "entry": entry,
        "command": command,
        "variables": dict(language.variables),
        "limits": bounds,
    }
    return json.dumps(order).encode()


def become(zygote: Zygote, cell: Cell, order: bytes, memory_bytes: int) -> Bot:
    """Give a cell its order, and see it through until the bot is about to run.

    Raises SandboxUnavailable when it cannot be; none of the bot's code has run then, and the cell is to be discarded.
    """
    opened: list[int] = []
    try:
        if cell.group is not None:
            cell.group.cap(memory_bytes)
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
        if isinstance(error, OSError):
            raise SandboxUnavailable(f"a bot could not be started: {error}", "raise the worker's limits") from error
        raise
    cell.control.close()
    return Bot(zygote, cell, to_bot, from_bot, log, int(answer.text))
