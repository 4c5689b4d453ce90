"""Pausing a tournament: what is played goes on, what waits waits, and nothing is lost by it."""

from __future__ import annotations

from typing import Any

import pytest
from fairdeal.accounts.models import User
from fairdeal.common.errors import Conflict, Forbidden
from fairdeal.matches.models import Match, MatchState
from fairdeal.tournaments.models import Tournament
from fairdeal.tournaments.services import (
    tournament_cancel,
    tournament_create,
    tournament_pause,
    tournament_resume,
    tournament_start,
)

from tests.fairdeal.playing import FakeWorker, make_versions

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(worker: FakeWorker, ada: User, settings: Any) -> Tournament:
    """A tournament of three matches, one of them with the workers."""
    settings.HAND_OUT_WINDOW = 1
    versions = [version.pk for version in make_versions(3)]
    made = tournament_create(user=ada, name="Cup", game="thirty-one", players=2, blocks=1, version_ids=versions)
    with worker.capture(execute=True):
        return tournament_start(user=ada, tournament=made)


def is_paused(tournament: Tournament) -> bool:
    return Tournament.objects.get(pk=tournament.pk).is_paused


def test_it_stops_and_goes_on(worker: FakeWorker, ada: User, tournament: Tournament) -> None:
    assert not is_paused(tournament)
    tournament_pause(user=ada, tournament=tournament)
    tournament_pause(user=ada, tournament=tournament)
    assert is_paused(tournament)
    worker.play(worker.jobs[0])
    assert len(worker.jobs) == 1
    with worker.capture(execute=True):
        tournament_resume(user=ada, tournament=tournament)
    assert not is_paused(tournament)
    while Match.objects.filter(state=MatchState.QUEUED).exists():
        worker.play(worker.jobs[-1])
    tournament.refresh_from_db()
    assert tournament.state == "finished"
    assert len(worker.jobs) == 3


def test_only_its_organiser_and_staff_pause_it(ada: User, bob: User, staff: User, tournament: Tournament) -> None:
    for act in (tournament_pause, tournament_resume):
        with pytest.raises(Forbidden):
            act(user=bob, tournament=tournament)
    tournament_pause(user=staff, tournament=tournament)
    assert is_paused(tournament)


def test_only_what_is_played_can_be_paused(worker: FakeWorker, ada: User, tournament: Tournament) -> None:
    tournament_pause(user=ada, tournament=tournament)
    with worker.capture(execute=True):
        tournament_cancel(user=ada, tournament=tournament)
    for act in (tournament_pause, tournament_resume):
        with pytest.raises(Conflict):
            act(user=ada, tournament=tournament)
    tournament.refresh_from_db()
    assert not is_paused(tournament)
