"""The page of a version says in the reader's language what a worker's check says in its set phrases."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from django.utils import translation
from fairdeal.submissions.reports import clean_report
from fairdeal.web.reports import detail_text, step_title, summary_text

from tests.worker.fakes import FakeTime, ScriptedPlayer, first_legal
from worker.check import check_bundle
from worker.contract import CheckJob, Limits

GAMES = ["thirty-one", "smear-four-handed"]


def report_of(player: Any, games: list[str], time: FakeTime | None = None) -> dict[str, Any]:
    """Give the report of a check by the worker's own code, as the platform keeps it."""
    job = CheckJob(
        contract=1, version=5, check=7, token="secret", platform="http://site", bundle="ab" * 32, language="python",
        entry="main.py", games=games, limits=Limits(bank_ms=600_000),
    )  # fmt: skip
    _outcome, report = check_bundle(job, player, lambda: None, time or FakeTime())  # type: ignore[arg-type]
    return clean_report(msgspec.to_builtins(report))


def no_action(observation: dict[str, Any], legal: list[str]) -> str:
    return "no such action"


@pytest.mark.parametrize("language", ["en", "uk"])
def test_every_step_has_a_title(language: str) -> None:
    names = [step["name"] for step in report_of(lambda tick: ScriptedPlayer(first_legal), GAMES)["steps"]]
    assert len(names) > 8
    with translation.override(language):
        titles = [step_title(name) for name in names]
    assert len(set(titles)) == len(names)
    assert set(titles).isdisjoint(names) and not any(game in title for game in GAMES for title in titles)


def test_a_check_that_is_passed_is_summed_up_by_the_titles_of_the_games() -> None:
    report = report_of(lambda tick: ScriptedPlayer(first_legal), GAMES)
    assert summary_text(report) == "Started, and played without a fault: Thirty-One, Smear, four-handed."


def test_a_check_that_is_failed_is_summed_up_by_the_step_and_its_verdict_in_words() -> None:
    report = report_of(lambda tick: ScriptedPlayer(no_action), ["thirty-one"])
    assert report["summary"].endswith(": illegal_action")
    assert summary_text(report) == "Thirty-One, 4 players; the others play at random: illegal action."
    with translation.override("uk"):
        assert summary_text(report) == "Тридцять одне, 4 гравці; решта грає навмання: недозволена дія."


def test_games_that_were_not_played_to_their_end_are_said_to_be_so() -> None:
    time = FakeTime()

    class Slow(ScriptedPlayer):
        def __init__(self, tick: Any, seconds: float) -> None:
            super().__init__(first_legal)
            self.tick, self.seconds = tick, seconds

        def act(self, legal: Any, observation: Any, events: Any, slow: Any) -> str:
            time.pass_(self.seconds)
            self.tick()
            self.clock.spend(0.0, 0.0)
            return super().act(legal, observation, events, slow)

    report = report_of(lambda tick: Slow(tick, 50.0), ["thirty-one"], time)
    assert summary_text(report) == "Started, and played without a fault: Thirty-One (in part)."
    assert detail_text(report["steps"][-1]["detail"]).startswith("No fault in 2 of its own actions in 150 s")
    with translation.override("uk"):
        assert "Тридцять одне (частково)" in summary_text(report)
    report = report_of(lambda tick: Slow(tick, 500.0), ["thirty-one"], time)
    assert summary_text(report).endswith(
        ": It played no action of this game in 500 s, so nothing of it could be checked."
    )


def test_a_game_that_is_gone_is_told_in_the_engines_words() -> None:
    report = report_of(lambda tick: ScriptedPlayer(first_legal), ["chess"])
    assert summary_text(report).startswith("Its games: There is no game 'chess'")
