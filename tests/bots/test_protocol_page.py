"""The page about the protocol names every message field, verdict and limit there is."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from worker.contract import Limits
from worker.referee import protocol
from worker.referee.verdicts import HostVerdict, Verdict

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "3-bot-protocol.md").read_text()


@pytest.mark.parametrize("verdict", [*Verdict, *HostVerdict])
def test_every_verdict_is_explained(verdict: str) -> None:
    assert f"`{verdict}`" in PAGE


def test_the_lines_shown_have_the_fields_of_the_lines_sent() -> None:
    sent = {
        "start": protocol.start_line(
            game="", players=2, seat=0, options={}, rng="", clock={"move_ms": 1, "bank_ms": 1}
        ),
        "act": protocol.act_line(n=1, legal=[], observation=b"{}", events=b"[]", clock={"bank_ms": 1, "last_ms": 0}),
        "end": protocol.end_line(places=[], totals=[], payouts=[], events=b"[]"),
    }
    for kind, line in sent.items():
        [shown] = re.findall(rf'> (\{{"type":"{kind}".*)', PAGE)
        assert re.findall(r'"(\w+)":', shown) == re.findall(r'"(\w+)":', line.decode()), kind


def test_the_answers_shown_are_read() -> None:
    answers = re.findall(r"< (\{.*\})", PAGE)
    protocol.read_ready(answers[0].encode())
    assert protocol.read_answer(answers[1].encode(), 1) == "draw stock"


def test_the_limits_shown_are_the_defaults() -> None:
    limits = msgspec.to_builtins(Limits())
    assert limits == {
        "move_ms": 100,
        "bank_ms": 10_000,
        "start_ms": 3_000,
        "memory_mb": 256,
        "output_line_kib": 64,
        "stderr_kib": 1_024,
    }
    for text in ("100 ms; 10 s", "3 s of CPU time", "256 MB", "64 KiB", "1 MiB"):
        assert text in PAGE
