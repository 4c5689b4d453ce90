"""Messages that come at once: one decides, and nothing is counted twice. Rows are locked as only PostgreSQL does it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from fairdeal.common import blobs, clock
from fairdeal.common.errors import Gone
from fairdeal.matches.models import Attempt, AttemptState, Block, Lane, Match, MatchState, StoredRecord
from fairdeal.matches.services import (
    Lineup,
    attempt_progress,
    attempt_result,
    attempts,
    handout,
    lanes_pause,
    match_cancel,
    matches_cancel,
    matches_create,
    matches_hand_out,
    record_store,
    results,
    sweep,
    sweeps,
)
from fairdeal.matches.services import requeue as requeueing
from fairdeal.ratings import services as ratings
from fairdeal.ratings.models import LedgerRow, Pool

from tests.fairdeal.playing import (
    FakeWorker,
    enqueue,
    last_wins,
    make_match,
    make_versions,
    record_bytes,
    requeue,
    seeds,
)
from tests.fairdeal.racing import race

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
def job(worker: FakeWorker) -> dict[str, Any]:
    """A match that a worker has begun, with its records."""
    match = make_match(*make_versions(2))
    enqueue(match, really)
    job = worker.job(match)
    worker.progress(job)
    for block in range(2):
        worker.store(job, block)
    return job


def overdue(attempt_id: int) -> None:
    Attempt.objects.filter(pk=attempt_id).update(lease_expires_at=clock.now() - timedelta(seconds=1))


def swept() -> int:
    return sweep(now=clock.now())


def counted(match_id: int) -> tuple[str, int, int, int]:
    """Give a match's state, and how many blocks, ledger rows and attempts it has."""
    match = Match.objects.get(pk=match_id)
    rows = LedgerRow.objects.filter(block__match=match).count()
    return match.state, match.blocks.count(), rows, match.attempts.count()


def test_the_same_result_twice_at_once_counts_once(worker: FakeWorker, job: dict[str, Any], monkeypatch: Patch) -> None:
    message = worker.result(job)
    one, two = race(
        monkeypatch,
        lambda: attempt_result(message=message),
        lambda: attempt_result(message=message),
        hold=(results, "_finish"),
    )
    assert (one.state, two.state) == (AttemptState.FINISHED, AttemptState.FINISHED)
    assert counted(job["match"]) == (MatchState.FINISHED, 2, 2, 1)


def test_of_two_different_results_at_once_the_first_counts(
    worker: FakeWorker, job: dict[str, Any], monkeypatch: Patch
) -> None:
    other = worker.result(job, last_wins)
    one, two = race(
        monkeypatch,
        lambda: attempt_result(message=worker.result(job)),
        lambda: attempt_result(message=other),
        hold=(results, "_finish"),
    )
    assert (one.state, two.state) == (AttemptState.FINISHED, AttemptState.FINISHED)
    assert counted(job["match"]) == (MatchState.FINISHED, 2, 2, 1)
    assert all(block.games[0]["places"] == [1, 2] for block in Block.objects.all())


def test_a_failure_and_a_result_at_once_leave_one_outcome(
    worker: FakeWorker, job: dict[str, Any], monkeypatch: Patch
) -> None:
    one, two = race(
        monkeypatch,
        lambda: attempt_result(message=worker.failure(job)),
        lambda: attempt_result(message=worker.result(job)),
        hold=(results, "give_up"),
    )
    assert (one.state, two.state) == (AttemptState.FAILED, AttemptState.FAILED)
    assert counted(job["match"]) == (MatchState.QUEUED, 0, 0, 2)


def test_a_result_before_the_sweeper_stands(worker: FakeWorker, job: dict[str, Any], monkeypatch: Patch) -> None:
    overdue(job["attempt"])
    one, given_up = race(
        monkeypatch, lambda: attempt_result(message=worker.result(job)), swept, hold=(results, "_finish")
    )
    assert (one.state, given_up) == (AttemptState.FINISHED, 0)
    assert counted(job["match"]) == (MatchState.FINISHED, 2, 2, 1)


def test_a_result_behind_the_sweeper_is_refused(worker: FakeWorker, job: dict[str, Any], monkeypatch: Patch) -> None:
    overdue(job["attempt"])
    given_up, late = race(
        monkeypatch, swept, lambda: attempt_result(message=worker.result(job)), hold=(sweeps, "give_up")
    )
    assert given_up == 1
    assert isinstance(late, Gone)
    assert counted(job["match"]) == (MatchState.QUEUED, 0, 0, 2)


def test_two_sweepers_hand_out_once(job: dict[str, Any], monkeypatch: Patch) -> None:
    overdue(job["attempt"])
    assert race(monkeypatch, swept, swept, hold=(sweeps, "give_up")) == (1, 0)
    assert counted(job["match"]) == (MatchState.QUEUED, 0, 0, 2)


def test_two_workers_at_one_attempt_begin_it_once(worker: FakeWorker, monkeypatch: Patch) -> None:
    match = make_match(*make_versions(2))
    enqueue(match, really)
    sender = worker.sender(worker.job(match))
    far, early = ({**sender, "worker": name, "blocks_done": done} for name, done in (("far:1", 1), ("early:2", 0)))
    race(
        monkeypatch,
        lambda: attempt_progress(message=far),
        lambda: attempt_progress(message=early),
        hold=(attempts, "begin"),
    )
    attempt = Attempt.objects.get()
    assert (attempt.worker, attempt.blocks_done, attempt.state) == ("far:1", 1, AttemptState.LIVE)
    assert counted(match.pk) == (MatchState.RUNNING, 0, 0, 1)


def test_progress_behind_a_result_opens_nothing_again(
    worker: FakeWorker, job: dict[str, Any], monkeypatch: Patch
) -> None:
    progress = {**worker.sender(job), "blocks_done": 1}
    _one, late = race(
        monkeypatch,
        lambda: attempt_result(message=worker.result(job)),
        lambda: attempt_progress(message=progress),
        hold=(results, "_finish"),
    )
    assert isinstance(late, Gone)
    assert counted(job["match"]) == (MatchState.FINISHED, 2, 2, 1)


def test_two_who_hand_out_at_once_keep_to_the_window(worker: FakeWorker, settings: Any, monkeypatch: Patch) -> None:
    settings.HAND_OUT_WINDOW = 3
    versions = make_versions(2)
    lanes = [make_lane(versions) for _ in range(2)]
    one, two = race(monkeypatch, matches_hand_out, matches_hand_out, hold=(handout, "hand_out"))
    assert (one, two) == (3, 0)
    assert [job["match"] for job in worker.jobs] == [lanes[0][0].pk, lanes[1][0].pk, lanes[0][1].pk]
    assert Attempt.objects.count() == 3


def test_a_match_that_is_called_off_while_it_is_handed_out_is_passed_over(
    worker: FakeWorker, settings: Any, monkeypatch: Patch
) -> None:
    settings.HAND_OUT_WINDOW = 2
    first, second, _third = make_lane(make_versions(2))
    # It has not let go of the first when it is picked.
    race(monkeypatch, lambda: match_cancel(match=first), matches_hand_out, hold=(clock, "now"))
    assert [job["match"] for job in worker.jobs][:1] == [second.pk]
    assert first.pk not in {job["match"] for job in worker.jobs}


def test_two_who_append_to_the_ledger_at_once_enter_each_block_once(
    worker: FakeWorker, job: dict[str, Any], monkeypatch: Patch
) -> None:
    with monkeypatch.context() as silent:
        silent.setattr("fairdeal.matches.services.matches.announce", lambda match_id: None)
        attempt_result(message=worker.result(job))
    pool = ratings.pool_of(Match.objects.get())
    append = lambda: ratings.ledger_append_ready(pool=pool)  # noqa: E731  # a name for the same call twice
    assert race(monkeypatch, append, append, hold=(ratings, "rules_for")) == (2, 0)
    assert list(LedgerRow.objects.order_by("sequence").values_list("sequence", flat=True)) == [1, 2]
    assert Pool.objects.get().last_sequence == 2


def test_two_clicks_at_once_requeue_a_match_once(worker: FakeWorker, job: dict[str, Any], monkeypatch: Patch) -> None:
    match = Match.objects.get()
    for _ in range(3):
        attempt_result(message=worker.failure(worker.job(match)))
    clicks = [lambda: requeue(match)] * 2
    requeue()  # so that the racers find their person
    assert race(monkeypatch, *clicks, hold=(requeueing, "hand_out")) == (1, 0)
    assert counted(match.pk) == (MatchState.QUEUED, 0, 0, 4)


def test_a_pause_waits_for_who_hands_out_and_then_holds(worker: FakeWorker, settings: Any, monkeypatch: Patch) -> None:
    settings.HAND_OUT_WINDOW = 2
    make_lane(make_versions(2))
    pause = lambda: lanes_pause(lanes=Lane.objects.all())  # noqa: E731  # named for what it does
    assert race(monkeypatch, matches_hand_out, pause, hold=(handout, "hand_out")) == (2, 1)
    worker_done = worker.jobs[0]
    attempt_result(message=worker.failure(worker_done))
    settings.HAND_OUT_WINDOW = 9
    assert matches_hand_out() == 0
    assert Match.objects.filter(state=MatchState.CREATED).count() == 1


def test_a_result_before_everything_is_called_off_stands(
    worker: FakeWorker, job: dict[str, Any], monkeypatch: Patch
) -> None:
    one, cancelled = race(
        monkeypatch,
        lambda: attempt_result(message=worker.result(job)),
        lambda: matches_cancel(matches=Match.objects.all()),
        hold=(results, "_finish"),
    )
    assert (one.state, cancelled) == (AttemptState.FINISHED, 0)
    assert counted(job["match"]) == (MatchState.FINISHED, 2, 2, 1)


def test_a_result_behind_the_calling_off_is_refused(
    worker: FakeWorker, job: dict[str, Any], monkeypatch: Patch
) -> None:
    cancelled, late = race(
        monkeypatch,
        lambda: matches_cancel(matches=Match.objects.all()),
        lambda: attempt_result(message=worker.result(job)),
        hold=(clock, "now"),
    )
    assert cancelled == 1
    assert isinstance(late, Gone)
    assert counted(job["match"]) == (MatchState.CANCELLED, 0, 0, 1)


def test_a_record_behind_the_sweeper_is_refused(worker: FakeWorker, monkeypatch: Patch) -> None:
    match = make_match(*make_versions(2))
    enqueue(match, really)
    job = worker.job(match)
    worker.progress(job)
    overdue(job["attempt"])
    given_up, late = race(monkeypatch, swept, lambda: worker.store(job, 0), hold=(sweeps, "give_up"))
    assert given_up == 1
    assert isinstance(late, Gone)
    assert not StoredRecord.objects.exists()


def test_the_same_record_twice_at_once_is_kept_once(worker: FakeWorker, monkeypatch: Patch) -> None:
    match = make_match(*make_versions(2))
    enqueue(match, really)
    job = worker.job(match)
    content = record_bytes(job, 0)
    words = {"attempt_id": job["attempt"], "token": job["token"], "block": 0, "content": content}
    store = lambda: record_store(**words, sha256=blobs.sha256(content))  # noqa: E731  # a name for the same call twice
    assert race(monkeypatch, store, store, hold=(blobs, "put")) == (True, False)
    assert StoredRecord.objects.count() == 1


def make_lane(versions: list[Any]) -> list[Match]:
    lineups = [Lineup(versions, seeds(1, f"{number}")) for number in range(3)]
    return matches_create(
        game="thirty-one", players=2, options={}, entry_kind="seat", lineups=lineups, lane=Lane.objects.create()
    )
