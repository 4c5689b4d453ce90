"""Verdicts: what became of a seat, whose fault it was, and what that does to the places."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from worker.sandbox import Evidence

# An address-space limit refuses an allocation before the memory is used, so the peak may stay somewhat below it.
_MEMORY_PEAK_SHARE: Final = 0.9
_STDERR_TAIL_CHARS: Final = 4_096


class Verdict(StrEnum):
    """What became of a seat in a game."""

    OK = "ok"
    CRASH = "crash"
    ILLEGAL_ACTION = "illegal_action"
    BAD_MESSAGE = "bad_message"
    OUTPUT_LIMIT = "output_limit"
    MEMORY_LIMIT = "memory_limit"
    TIME_LIMIT = "time_limit"
    START_FAILED = "start_failed"


class HostVerdict(StrEnum):
    """Why an attempt failed through no bot's fault."""

    HOST_LOST = "host_lost"
    SANDBOX_FAILED = "sandbox_failed"
    ENGINE_ERROR = "engine_error"


class BotFault(Exception):
    """Report that a bot broke a rule; its seat is out for the rest of the game."""

    def __init__(self, verdict: Verdict, detail: str) -> None:
        super().__init__(f"{verdict}: {detail}")
        self.verdict = verdict
        self.detail = detail


class HostFault(Exception):
    """Report that we failed; the attempt ends and no bot is blamed."""

    def __init__(self, verdict: HostVerdict, reason: str) -> None:
        super().__init__(f"{verdict}: {reason}")
        self.verdict = verdict
        self.reason = reason


def refine(fault: BotFault, evidence: Evidence | None, memory_mb: int) -> BotFault:
    """Say more exactly what a crash was, once the process is gone and its evidence is in.

    Raises HostFault where it was no crash of the bot's.
    """
    if evidence is None or fault.verdict not in (Verdict.CRASH, Verdict.START_FAILED):
        return fault
    if evidence.ended_by_host:
        raise HostFault(HostVerdict.HOST_LOST, "a bot was killed from outside its sandbox: is the host out of memory?")
    ending = _ending(evidence)
    if evidence.stderr_overflow:
        ending = f"wrote more to stderr than its limit, then {ending}"
    if fault.verdict is Verdict.START_FAILED:
        return fault if evidence.killed else BotFault(Verdict.START_FAILED, f"{fault.detail}: {ending}")
    if evidence.stderr_overflow:
        return BotFault(Verdict.OUTPUT_LIMIT, ending)
    if _out_of_memory(evidence, memory_mb):
        return BotFault(
            Verdict.MEMORY_LIMIT, f"ran out of its {memory_mb} MB (peak {evidence.peak_kib // 1024} MB), then {ending}"
        )
    return BotFault(Verdict.CRASH, f"{fault.detail}: {ending}")


def _ending(evidence: Evidence) -> str:
    if evidence.killed:
        return "closed its output and went on running"
    if evidence.signal:
        return f"ended by signal {evidence.signal}"
    return f"exited with code {evidence.exit_code}"


def _out_of_memory(evidence: Evidence, memory_mb: int) -> bool:
    last_line = evidence.stderr.rstrip().rpartition("\n")[2]
    if evidence.memory_capped or last_line.partition(":")[0].endswith("MemoryError"):
        return True
    return evidence.peak_kib >= memory_mb * 1024 * _MEMORY_PEAK_SHARE


def printable(data: bytes | str, limit: int = 200) -> str:
    """Show what a bot wrote: no control characters, no broken UTF-8, no more than `limit` characters."""
    text = data.decode("utf-8", "backslashreplace") if isinstance(data, bytes) else data
    shown = ascii(text[:limit])[1:-1]
    return shown if len(text) <= limit else f"{shown}..."


def stderr_tail(evidence: Evidence) -> str:
    """Return the end of an author's log."""
    return evidence.stderr[-_STDERR_TAIL_CHARS:]


def final_places(places: Sequence[int], side_of: Sequence[int], faulty: set[int]) -> list[int]:
    """Put faulty seats, with their side, last: they share the last place, the others keep their order.

    Ranking is by competition: a seat's place is one more than the number of seats before it.

    >>> final_places([1, 2, 3], [0, 1, 2], {0})
    [3, 1, 2]
    >>> final_places([1, 3, 1, 3], [0, 1, 0, 1], {2})
    [3, 1, 3, 1]
    """
    out = {side_of[seat] for seat in faulty}
    keys = [(True, 0) if side_of[seat] in out else (False, place) for seat, place in enumerate(places)]
    return [1 + sum(other < key for other in keys) for key in keys]
