"""The sweep, against a clock that stands still."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from celery.signals import worker_ready as platform_starts
from django.utils import timezone
from fairdeal import celery, inbox
from fairdeal.common import clock
from fairdeal.common.errors import Gone
from fairdeal.matches.models import AttemptState, Match, MatchState
from fairdeal.matches.services import leases_begin_anew, sweep
from fairdeal.matches.tasks import sweep_matches

from tests.fairdeal.playing import FakeWorker, enqueue, make_match, make_versions

pytestmark = pytest.mark.django_db
NOW = timezone.now().replace(microsecond=0)


class Consumer:
    """What Celery's signal comes from."""

    def __init__(self, app: Any) -> None:
        self.app = app


def after(**words: float) -> timedelta:
    return timedelta(**words)


@pytest.fixture
def matches(worker: FakeWorker) -> list[Match]:
    versions = make_versions(2)
    made = [make_match(*versions, is_rated=False, salt=str(number)) for number in range(4)]
    with clock.frozen_at(NOW):
        for match in made:
            enqueue(match, worker.capture)
    return made


def sweep_at(worker: FakeWorker, delay: timedelta) -> int:
    with clock.frozen_at(NOW + delay) as now, worker.capture(execute=True):
        return sweep(now=now)


def begin_at(worker: FakeWorker, match: Match, delay: timedelta, blocks_done: int = 0) -> None:
    with clock.frozen_at(NOW + delay):
        worker.progress(worker.job(match), blocks_done)


def test_a_lost_worker_gives_its_match_back(worker: FakeWorker, matches: list[Match]) -> None:
    match, *_ = matches
    job = worker.job(match)
    begin_at(worker, match, after(seconds=1))
    assert sweep_at(worker, after(seconds=60)) == 0
    assert sweep_at(worker, after(seconds=61)) == 1
    assert sweep_at(worker, after(seconds=61)) == 0
    match.refresh_from_db()
    assert match.state == MatchState.QUEUED
    assert [attempt.state for attempt in match.attempts.order_by("number")] == [
        AttemptState.EXPIRED,
        AttemptState.LIVE,
    ]
    # What the lost worker still says is refused, and the second worker's result counts.
    with pytest.raises(Gone):
        worker.progress(job, 1)
    with pytest.raises(Gone):
        worker.answer(worker.result(job))
    assert worker.play(worker.job(match)).number == 2


def test_three_lost_workers_fail_the_match(worker: FakeWorker, matches: list[Match]) -> None:
    match, *_ = matches
    for number in range(3):
        begin_at(worker, match, after(minutes=5 * number))
        assert sweep_at(worker, after(minutes=5 * number + 2)) >= 1
    match.refresh_from_db()
    assert match.state == MatchState.FAILED
    assert match.attempts.filter(started_at__isnull=False).count() == 3


def test_who_waits_behind_others_is_left_alone(worker: FakeWorker, matches: list[Match]) -> None:
    begin_at(worker, matches[0], after(seconds=1))
    for minute in range(1, 20):
        begin_at(worker, matches[0], after(seconds=60 * minute), blocks_done=1)
        assert sweep_at(worker, after(seconds=60 * minute + 1)) == 0
    assert all(match.attempts.count() == 1 for match in matches)


def test_who_was_overtaken_is_sent_again_and_it_does_not_count_as_begun(
    worker: FakeWorker, matches: list[Match]
) -> None:
    # The second message got lost: the third was taken up, and nobody ever began the second.
    begin_at(worker, matches[0], after(seconds=1))
    begin_at(worker, matches[2], after(seconds=2))
    begin_at(worker, matches[0], after(seconds=50), 1)
    begin_at(worker, matches[2], after(seconds=50), 1)
    assert sweep_at(worker, after(seconds=70)) == 1
    assert [match.attempts.count() for match in matches] == [1, 2, 1, 1]
    assert not matches[1].attempts.filter(started_at__isnull=False).exists()


def test_with_all_workers_away_nothing_fails_and_is_sent_again_ever_more_patiently(
    worker: FakeWorker, matches: list[Match]
) -> None:
    sent = [sweep_at(worker, after(minutes=minute)) for minute in range(1, 12 * 60, 8)]
    assert all(match.state == MatchState.QUEUED for match in Match.objects.all())
    assert 4 * 8 <= sum(sent) <= 4 * 20
    # One comes back: the newest message of each match is good.
    for match in matches:
        worker.play(worker.job(match))
    assert not Match.objects.exclude(state=MatchState.FINISHED).exists()


def test_the_last_message_of_all_is_found_lost_when_everything_else_is_done(
    worker: FakeWorker, matches: list[Match]
) -> None:
    with clock.frozen_at(NOW + after(seconds=5)):
        for match in matches[:3]:
            worker.play(worker.job(match))
    assert sweep_at(worker, after(seconds=62)) == 0
    assert sweep_at(worker, after(seconds=130)) == 1
    worker.play(worker.job(matches[3]))
    assert not Match.objects.exclude(state=MatchState.FINISHED).exists()


def test_a_message_that_no_worker_survives_ends_as_failed(worker: FakeWorker, matches: list[Match]) -> None:
    for number in range(1, 21):
        matches[0].attempts.filter(state=AttemptState.LIVE).update(lease_expires_at=NOW)
        sweep_at(worker, after(minutes=number))
    matches[0].refresh_from_db()
    assert matches[0].state == MatchState.FAILED
    assert matches[0].attempts.count() == 20


def test_after_the_platform_was_away_workers_have_a_lease_to_be_heard_of(
    worker: FakeWorker, matches: list[Match]
) -> None:
    begin_at(worker, matches[0], after(seconds=1))
    with clock.frozen_at(NOW + after(hours=8)):
        platform_starts.send(sender=Consumer(celery.app))
    assert sweep_at(worker, after(hours=8, seconds=59)) == 0
    with clock.frozen_at(NOW + after(hours=8, seconds=30)):
        worker.answer(worker.returned(worker.job(matches[0])))
    assert [match.attempts.count() for match in matches] == [2, 1, 1, 1]
    assert sweep_at(worker, after(hours=8, seconds=60)) == 3


def test_the_start_of_the_inbox_alone_renews_no_lease(worker: FakeWorker, matches: list[Match]) -> None:
    begin_at(worker, matches[0], after(seconds=1))
    with clock.frozen_at(NOW + after(minutes=2)):
        platform_starts.send(sender=Consumer(inbox.app))
    assert sweep_at(worker, after(minutes=2)) == 4


def test_a_lease_that_is_longer_stays(worker: FakeWorker, matches: list[Match]) -> None:
    matches[0].attempts.update(lease_expires_at=NOW + after(hours=1))
    assert leases_begin_anew(now=NOW + after(seconds=1)) == 3
    assert matches[0].attempts.get().lease_expires_at == NOW + after(hours=1)


def test_the_periodic_task_sweeps(worker: FakeWorker, matches: list[Match]) -> None:
    begin_at(worker, matches[0], after(seconds=1))
    with clock.frozen_at(NOW + after(minutes=2)):
        assert sweep_matches() >= 1
