"""A check keeps its own time, whatever a bot does with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.worker.fakes import FakeTime, ScriptedPlayer, first_legal
from worker.check import CHECK_WALL_S, check_bundle
from worker.contract import CheckJob, Limits

JOB = CheckJob(
    contract=1, version=5, check=7, token="secret", platform="http://site", bundle="ab" * 32, language="python",
    entry="main.py", games=["thirty-one"], limits=Limits(bank_ms=600_000),
)  # fmt: skip


def test_the_checks_time_ends_in_the_middle_of_a_thought() -> None:
    time = FakeTime()
    beats: list[float] = []

    def make_bot(tick: Callable[[], None]) -> ScriptedPlayer:
        def think(observation: dict[str, Any], legal: list[str]) -> str:
            for _ in range(1000):
                time.pass_(1.0)
                tick()
            return first_legal(observation, legal)

        return ScriptedPlayer(think)

    began = time()
    outcome, report = check_bundle(JOB, make_bot, lambda: beats.append(time()), time)  # type: ignore[arg-type]
    assert outcome == "passed"
    assert CHECK_WALL_S <= time() - began < CHECK_WALL_S + 10
    assert "then the check's time was over" in (report.steps[-1].detail or "")
    # Until then the platform was told all the while.
    assert len(beats) > CHECK_WALL_S * 0.9


def test_a_bot_that_plays_at_once_has_its_whole_check() -> None:
    outcome, report = check_bundle(JOB, lambda tick: ScriptedPlayer(first_legal), lambda: None, FakeTime())  # type: ignore[arg-type]
    assert outcome == "passed"
    assert all(step.ok and step.ms is not None for step in report.steps)
