"""What the database itself refuses, whatever the code does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from fairdeal.common import clock
from fairdeal.matches.models import Attempt, Block, Match, MatchEntrant, StoredRecord

from tests.fairdeal.playing import FakeWorker, enqueue, make_match, make_versions

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(worker: FakeWorker) -> Match:
    """A finished match, with an attempt that ran out before the one that finished."""
    found = make_match(*make_versions(2))
    enqueue(found, worker.capture)
    first = worker.job(found)
    worker.answer(worker.failure(first))
    worker.play(worker.job(found))
    found.refresh_from_db()
    return found


def match_is(**facts: Any) -> Callable[[Match], Any]:
    return lambda match: Match.objects.filter(pk=match.pk).update(**facts)


def first_attempt_is(**facts: Any) -> Callable[[Match], Any]:
    return lambda match: Attempt.objects.filter(match=match, number=1).update(**facts)


def another(model: Any, **facts: Any) -> Callable[[Match], Any]:
    """Make a second row like the first one of a model."""

    def make(match: Match) -> None:
        row = model.objects.first()
        row.pk = None
        for name, value in facts.items():
            setattr(row, name, value)
        row.save(force_insert=True)

    return make


REFUSED: list[tuple[Callable[[Match], Any], str]] = [
    (match_is(state="lost", finished_at=None, rated_at=None), "match_state_is_known"),
    (match_is(finished_at=None), "match_is_over_since"),
    (match_is(state="running"), "match_is_over_since"),
    (match_is(state="failed"), "only_finished_is_rated"),
    (match_is(is_rated=False), "only_finished_is_rated"),
    (first_attempt_is(state="finished"), "one_result_per_match"),
    (first_attempt_is(state="lost"), "attempt_state_is_known"),
    (first_attempt_is(number=0), "attempts_count_from_one"),
    (first_attempt_is(number=2), "attempt_number_unique_per_match"),
    (first_attempt_is(ended_at=None), "attempt_has_ended_unless_live"),
    (first_attempt_is(state="live"), "attempt_has_ended_unless_live"),
    (another(Block), "block_once_per_match"),
    (another(StoredRecord), "one_record_per_attempt_and_block"),
    (another(MatchEntrant), "entrant_index_unique_per_match"),
    (another(MatchEntrant, index=7), "version_once_per_match"),
]


@pytest.mark.parametrize(("change", "name"), REFUSED)
def test_the_database_refuses(match: Match, change: Callable[[Match], Any], name: str) -> None:
    with pytest.raises(IntegrityError) as refused, transaction.atomic():
        change(match)
    # SQLite names a constraint of a table, but of an index only its columns.
    assert name in str(refused.value) or "UNIQUE constraint failed" in str(refused.value)


def test_the_database_refuses_a_second_live_attempt(worker: FakeWorker) -> None:
    match = make_match(*make_versions(2))
    enqueue(match, worker.capture)
    with pytest.raises(IntegrityError), transaction.atomic():
        Attempt.objects.create(match=match, number=2, token_digest="0" * 64, lease_expires_at=clock.now())
