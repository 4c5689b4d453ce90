"""Who may see matches and their records; the table of states."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from fairdeal.accounts.models import User
from fairdeal.common.errors import NotFound
from fairdeal.matches import selectors, states
from fairdeal.matches.access import may
from fairdeal.matches.models import AttemptState, MatchState
from fairdeal.matches.services import matches_open

from tests.fairdeal.playing import FakeWorker, enqueue, make_match, make_version, make_versions

pytestmark = pytest.mark.django_db


def test_records_are_closed_until_the_match_is_opened(worker: FakeWorker, ada: User, staff: User) -> None:
    match = make_match(*make_versions(2), is_rated=False, is_closed=True)
    readers = [None, AnonymousUser(), ada]
    enqueue(match, worker.capture)
    worker.play(worker.job(match))
    match.refresh_from_db()
    for reader in readers:
        assert may(reader, "see", match)
        assert not may(reader, "see_records", match)
        assert selectors.seeds_for(reader, match) == []
        with pytest.raises(NotFound):
            selectors.record_get(reader, match, 0)
    assert may(staff, "see_records", match)
    assert matches_open(match_ids=[match.pk]) == 1
    assert matches_open(match_ids=[match.pk]) == 0
    match.refresh_from_db()
    for reader in readers:
        assert selectors.record_get(reader, match, 1).index == 1
        assert selectors.seeds_for(reader, match) == match.seeds
        assert not may(reader, "manage", match)
    with pytest.raises(NotFound):
        selectors.record_get(ada, match, 2)


def test_a_match_that_is_still_played_shows_no_seeds(worker: FakeWorker, ada: User) -> None:
    match = make_match(*make_versions(2))
    assert not may(ada, "see_records", match)
    assert selectors.match_get(ada, match.pk) == match
    with pytest.raises(NotFound):
        selectors.match_get(ada, match.pk + 1)


def test_bots_and_versions_are_asked_below(ada: User, bob: User) -> None:
    mine = make_version("ada", is_published=False)
    assert may(ada, "see_log", mine)
    assert not may(bob, "see_code", mine)
    assert not may(None, "see", mine.bot)
    with pytest.raises(ValueError, match="unknown action"):
        may(ada, "burn", mine)


@pytest.mark.parametrize("old", MatchState)
@pytest.mark.parametrize("new", MatchState)
def test_the_table_of_a_match(old: MatchState, new: MatchState) -> None:
    allowed = {
        ("created", "queued"), ("created", "cancelled"), ("queued", "running"), ("queued", "failed"),
        ("queued", "cancelled"), ("running", "queued"), ("running", "finished"), ("running", "failed"),
        ("running", "cancelled"), ("failed", "created"), ("failed", "queued"),
    }  # fmt: skip
    if (old, new) in allowed:
        states.check_match(old, new)
    else:
        with pytest.raises(states.IllegalTransition):
            states.check_match(old, new)


def test_an_attempt_ends_once() -> None:
    for new in (AttemptState.FINISHED, AttemptState.FAILED, AttemptState.EXPIRED):
        states.check_attempt(AttemptState.LIVE, new)
        with pytest.raises(states.IllegalTransition):
            states.check_attempt(new, AttemptState.LIVE)
