"""Verdicts refined by evidence, and the places of a game with faults."""

from __future__ import annotations

import pytest

from tests.worker.fakes import evidence
from worker.referee.verdicts import BotFault, HostFault, Verdict, final_places, printable, refine

CRASH = BotFault(Verdict.CRASH, "no answer")


def test_a_crash_tells_how_the_process_ended() -> None:
    assert "exited with code 3" in refine(CRASH, evidence(exit_code=3), 256).detail
    assert "signal 11" in refine(CRASH, evidence(exit_code=None, signal=11), 256).detail


@pytest.mark.parametrize(
    ("changes", "verdict"),
    [
        ({"exit_code": 1}, Verdict.CRASH),
        ({"exit_code": 1, "stderr": "Traceback ...\nMemoryError\n"}, Verdict.MEMORY_LIMIT),
        ({"exit_code": 1, "stderr": "numpy._ArrayMemoryError: Unable to allocate\n"}, Verdict.MEMORY_LIMIT),
        ({"exit_code": 1, "stderr": "ValueError: MemoryError\n"}, Verdict.CRASH),
        ({"exit_code": None, "signal": 9, "peak_kib": 250 * 1024}, Verdict.MEMORY_LIMIT),
        ({"exit_code": None, "signal": 9, "memory_capped": True}, Verdict.MEMORY_LIMIT),
        ({"exit_code": None, "signal": 9}, Verdict.CRASH),
        ({"exit_code": 1, "stderr_overflow": True}, Verdict.OUTPUT_LIMIT),
    ],
)
def test_evidence_says_what_a_crash_was(changes: dict[str, object], verdict: Verdict) -> None:
    assert refine(CRASH, evidence(**changes), 256).verdict is verdict


def test_other_verdicts_stand_whatever_the_evidence_says() -> None:
    late = BotFault(Verdict.TIME_LIMIT, "late")
    assert refine(late, evidence(stderr_overflow=True), 256) is late


def test_failing_to_start_stays_that() -> None:
    fault = refine(BotFault(Verdict.START_FAILED, "no answer"), evidence(exit_code=1, stderr="MemoryError"), 256)
    assert fault.verdict is Verdict.START_FAILED
    flooded = refine(BotFault(Verdict.START_FAILED, "no answer"), evidence(exit_code=1, stderr_overflow=True), 256)
    assert (flooded.verdict, flooded.detail) == (
        Verdict.START_FAILED,
        "no answer: wrote more to stderr than its limit, then exited with code 1",
    )


def test_a_bot_that_its_host_killed_is_not_blamed() -> None:
    for fault in (CRASH, BotFault(Verdict.START_FAILED, "no answer")):
        with pytest.raises(HostFault, match="out of memory"):
            refine(fault, evidence(exit_code=None, signal=9, ended_by_host=True), 256)


@pytest.mark.parametrize(
    ("places", "side_of", "faulty", "expected"),
    [
        ([1, 2, 3, 4], (0, 1, 2, 3), set(), [1, 2, 3, 4]),
        ([1, 1, 3, 4], (0, 1, 2, 3), set(), [1, 1, 3, 4]),
        ([1, 2, 3, 4], (0, 1, 2, 3), {0}, [4, 1, 2, 3]),
        ([1, 2, 3, 4], (0, 1, 2, 3), {0, 2}, [3, 1, 3, 2]),
        ([4, 2, 2, 1], (0, 1, 2, 3), {3}, [3, 1, 1, 4]),
        ([1, 2], (0, 1), {0, 1}, [1, 1]),
        ([1, 3, 1, 3], (0, 1, 0, 1), {0}, [3, 1, 3, 1]),
        ([1, 3, 1, 3], (0, 1, 0, 1), {1}, [1, 3, 1, 3]),
        ([1, 1, 1, 1], (0, 1, 0, 1), {2}, [3, 1, 3, 1]),
        ([1, 3, 1, 3], (0, 1, 0, 1), {0, 1}, [1, 1, 1, 1]),
    ],
)
def test_a_faulty_seat_is_last_with_its_side(
    places: list[int], side_of: tuple[int, ...], faulty: set[int], expected: list[int]
) -> None:
    assert final_places(places, side_of, faulty) == expected


def test_what_a_bot_wrote_is_shown_without_harm() -> None:
    shown = printable(b"\x1b[2J\xff" + "é\n".encode() + b"x" * 500)
    assert shown.isascii() and shown.isprintable() and len(shown) < 300
