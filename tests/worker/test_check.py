"""A check keeps its own time, whatever a bot does with it."""

from __future__ import annotations

import json
from collections.abc import Callable

from msgspec import structs

import engines
from tests.worker.fakes import FakeTime, ScriptedPlayer, first_legal
from worker.check import CHECK_WALL_S, LEAST_SHARE_S, check_bundle
from worker.contract import CheckJob, CheckReport, Limits
from worker.referee.verdicts import BotFault, Verdict

JOB = CheckJob(
    contract=1, version=5, check=7, token="secret", platform="http://site", bundle="ab" * 32, language="python",
    entry="main.py", games=["thirty-one"], limits=Limits(bank_ms=600_000),
)  # fmt: skip


class Slow(ScriptedPlayer):
    """Take so many seconds for every action of some games, and crash in the others."""

    def __init__(self, time: FakeTime, tick: Callable[[], None], seconds: dict[str, float]) -> None:
        super().__init__(first_legal)
        self.time, self.tick, self.seconds = time, tick, seconds

    def act(self, legal: list[str], observation: bytes, events: bytes, slow: Callable[[], None]) -> str:
        game = json.loads(observation)["game"]
        if game not in self.seconds:
            raise BotFault(Verdict.CRASH, "gone")
        for _ in range(int(self.seconds[game])):
            self.time.pass_(1.0)
            self.tick()
        self.clock.spend(0.0, 0.0)
        return super().act(legal, observation, events, slow)


def check(seconds: dict[str, float], *games: str) -> tuple[str, CheckReport, float, int]:
    """Check a slow bot; return outcome, report, how long it took and how often the platform was told."""
    time, beats = FakeTime(), []
    job = structs.replace(JOB, games=list(games))
    began = time()
    outcome, report = check_bundle(job, lambda tick: Slow(time, tick, seconds), lambda: beats.append(time()), time)  # type: ignore[arg-type]
    return outcome, report, time() - began, len(beats)


def test_the_checks_time_ends_in_the_middle_of_a_thought() -> None:
    outcome, report, took, beats = check({"thirty-one": 50}, "thirty-one")
    assert outcome == "passed"
    assert CHECK_WALL_S <= took < CHECK_WALL_S + 10
    assert report.steps[-1].detail == "no fault in 2 actions of its own in 121 s"
    assert report.summary == "Started, and played without a fault: thirty-one (in part)"
    assert beats > CHECK_WALL_S * 0.9, "the platform is told all the while"


def test_every_game_has_its_share_of_the_time() -> None:
    outcome, report, _, _ = check({"smear-four-handed": 7}, "smear-four-handed", "thirty-one")
    assert outcome == "failed"
    assert [step.ok for step in report.steps] == [True, True, False]
    assert report.summary == "thirty-one, 4 players against random: crash"


def test_a_game_of_which_nothing_was_seen_is_not_passed() -> None:
    outcome, report, took, _ = check({"thirty-one": 10_000}, "thirty-one")
    assert outcome == "failed"
    assert report.steps[-1].detail == "it played no action of this game in 121 s"
    assert took < CHECK_WALL_S + 10


def test_many_slow_games_are_bounded() -> None:
    games = engines.game_ids()
    outcome, report, took, _ = check(dict.fromkeys(games, 5), *games)
    assert outcome == "passed"
    assert len(report.steps) == 1 + len(games)
    assert took < CHECK_WALL_S + len(games) * LEAST_SHARE_S


def test_a_bot_that_plays_at_once_has_its_whole_check() -> None:
    outcome, report = check_bundle(JOB, lambda tick: ScriptedPlayer(first_legal), lambda: None, FakeTime())  # type: ignore[arg-type]
    assert outcome == "passed"
    assert all(step.ok and step.ms is not None for step in report.steps)
