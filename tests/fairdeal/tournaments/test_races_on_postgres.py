"""Two who act on a tournament at once: one comes after the other. Rows are locked as only PostgreSQL does it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import pytest
from fairdeal.accounts.models import User
from fairdeal.common.errors import Conflict
from fairdeal.matches.models import Match, MatchState
from fairdeal.tournaments.models import EntryState, Pairing, TournamentState
from fairdeal.tournaments.services import (
    entry,
    leave,
    run,
    tournament_disqualify,
    tournament_enter,
    tournament_open,
    tournament_start,
)

from tests.fairdeal.playing import FakeWorker, make_version, make_versions
from tests.fairdeal.racing import race
from tests.fairdeal.tournaments import arena

pytestmark = pytest.mark.django_db(transaction=True)
Patch = pytest.MonkeyPatch


@contextlib.contextmanager
def really(execute: bool) -> Iterator[None]:
    """Capture nothing: these transactions are committed, and what follows them follows."""
    yield


@pytest.fixture
def worker(transactional_db: None, sent: list[dict[str, Any]]) -> FakeWorker:
    return FakeWorker(sent, really)


@pytest.fixture
def ada(transactional_db: None) -> User:
    return User.objects.create_user(username="ada")


def test_the_last_free_place_is_given_once(ada: User, monkeypatch: Patch) -> None:
    tournament = tournament_open(user=ada, tournament=arena.create(ada, None, "swiss", entry_limit=2))
    one, two, three = (make_version("house", name) for name in ("one", "two", "three"))
    tournament_enter(user=ada, tournament=tournament, version_id=one.pk)
    outcomes = race(
        monkeypatch,
        lambda: tournament_enter(user=ada, tournament=tournament, version_id=two.pk),
        lambda: tournament_enter(user=ada, tournament=tournament, version_id=three.pk),
        hold=(entry, "_check_room"),
    )
    assert isinstance(outcomes[1], Conflict) and outcomes[1].code == "full"
    assert tournament.entries.count() == 2


def test_who_starts_second_is_refused(ada: User, worker: FakeWorker, monkeypatch: Patch) -> None:
    tournament = arena.create(ada, make_versions(4), "swiss")
    outcomes = race(
        monkeypatch,
        lambda: tournament_start(user=ada, tournament=tournament),
        lambda: tournament_start(user=ada, tournament=tournament),
        hold=(run, "check_schedule"),
    )
    assert isinstance(outcomes[1], Conflict)
    assert Match.objects.count() == Pairing.objects.count() == 2


def test_a_result_beside_a_disqualification_counts_or_does_not_and_never_half(
    ada: User, worker: FakeWorker, monkeypatch: Patch
) -> None:
    tournament = arena.start(worker, ada, arena.create(ada, make_versions(2), "single-elimination"))
    (final,) = arena.waiting(tournament)
    out = tournament.entries.get(number=1)
    outcomes = race(
        monkeypatch,
        lambda: tournament_disqualify(user=ada, tournament=tournament, entry_id=out.pk, reason="late"),
        lambda: arena.play(worker, final),
        hold=(leave, "advance"),
    )
    assert not isinstance(outcomes[0], Exception)
    tournament.refresh_from_db()
    out.refresh_from_db()
    assert (tournament.state, out.state) == (TournamentState.FINISHED, EntryState.DISQUALIFIED)
    assert Match.objects.get().state == MatchState.CANCELLED and Pairing.objects.get().result is None
