"""Leases and results: fenced by tokens, counted once, written whole."""

from __future__ import annotations

import copy
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from fairdeal.common import clock
from fairdeal.common.errors import Conflict, Gone, InvalidInput, NotAuthenticated, NotFound, TooLarge
from fairdeal.matches.models import AttemptState, Block, Match, MatchState, StoredRecord
from fairdeal.matches.services import (
    attempt_progress,
    attempt_result,
    bundle_for_attempt,
    record_store,
)
from fairdeal.matches.services.attempts import MAX_SENT, MAX_STARTED
from fairdeal.matches.signals import match_settled

import engines
from tests.fairdeal.playing import FakeWorker, enqueue, last_wins, make_match, make_versions, record_bytes

pytestmark = pytest.mark.django_db
NOW = timezone.now().replace(microsecond=0)


@pytest.fixture
def match(worker: FakeWorker) -> Match:
    made = make_match(*make_versions(2), is_rated=False)
    with clock.frozen_at(NOW):
        enqueue(made, worker.capture)
    return made


def state(match: Match) -> str:
    match.refresh_from_db()
    return match.state


def test_a_match_runs_and_finishes(worker: FakeWorker, match: Match) -> None:
    job = worker.job(match)
    assert state(match) == MatchState.QUEUED
    worker.progress(job)
    assert state(match) == MatchState.RUNNING
    worker.store(job, 0)
    worker.store(job, 1)
    attempt = worker.answer(worker.result(job))
    assert state(match) == MatchState.FINISHED
    assert attempt.state == AttemptState.FINISHED
    assert [block.index for block in match.blocks.all()] == [0, 1]
    assert match.blocks.get(index=1).attempt == attempt
    assert match.finished_at is not None


def test_a_result_that_overtakes_its_progress_is_taken(worker: FakeWorker, match: Match) -> None:
    job = worker.job(match)
    worker.store(job, 0)
    worker.store(job, 1)
    worker.answer(worker.result(job))
    assert state(match) == MatchState.FINISHED
    assert match.attempts.get().started_at is not None


def test_the_same_result_again_changes_nothing(worker: FakeWorker, match: Match) -> None:
    heard: list[int] = []

    def listen(match_id: int, **_: Any) -> None:
        heard.append(match_id)

    match_settled.connect(listen)
    job = worker.job(match)
    worker.play(job)
    before = list(Block.objects.values())
    worker.answer(worker.result(job))
    worker.answer(worker.result(job, last_wins))
    worker.answer(worker.failure(job))
    match_settled.disconnect(listen)
    assert list(Block.objects.values()) == before
    assert state(match) == MatchState.FINISHED
    assert heard == [match.pk]
    assert len(worker.jobs) == 1


def test_a_match_that_is_given_back_is_played_again_however_often(worker: FakeWorker, match: Match) -> None:
    for number in range(1, MAX_SENT + 2):
        job = worker.job(match)
        if number % 2:
            worker.progress(job)
            worker.store(job, 0)
        attempt = worker.answer(worker.returned(job))
        assert worker.answer(worker.returned(job)) == attempt  # the same message again
        assert (attempt.number, attempt.state, attempt.reason) == (number, AttemptState.RETURNED, "told to stop")
        assert state(match) == MatchState.QUEUED
        with pytest.raises(Gone):
            worker.progress(job, 1)
    worker.play(worker.job(match))
    assert state(match) == MatchState.FINISHED


def test_what_was_given_back_is_no_try_among_those_that_failed(worker: FakeWorker, match: Match) -> None:
    for _ in range(MAX_STARTED - 1):
        worker.answer(worker.failure(worker.job(match)))
        worker.answer(worker.returned(worker.job(match)))
        assert state(match) == MatchState.QUEUED
    worker.answer(worker.failure(worker.job(match)))
    assert state(match) == MatchState.FAILED


def test_a_forged_token_is_refused(worker: FakeWorker, match: Match) -> None:
    job = worker.job(match)
    for message in (worker.result(job), {**worker.sender(job), "blocks_done": 1}):
        call = attempt_result if "outcome" in message else attempt_progress
        with pytest.raises(NotAuthenticated):
            call(message={**message, "token": "x" * 43})
        with pytest.raises(NotAuthenticated):
            call(message={**message, "attempt": job["attempt"] + 99})
        with pytest.raises(InvalidInput):
            call(message={**message, "match": job["match"] + 1})
    assert state(match) == MatchState.QUEUED
    assert not Block.objects.exists()


def test_a_token_opens_no_other_attempt(worker: FakeWorker, match: Match) -> None:
    other = make_match(*make_versions(2), is_rated=False, salt="other")
    enqueue(other, worker.capture)
    with pytest.raises(NotAuthenticated):
        attempt_progress(message={**worker.sender(worker.job(match)), "attempt": worker.job(other)["attempt"]})


def test_progress_renews_the_lease_and_never_goes_back(worker: FakeWorker, match: Match) -> None:
    job = worker.job(match)
    with clock.frozen_at(NOW + timedelta(seconds=10)):
        assert worker.progress(job).lease_expires_at == NOW + timedelta(seconds=70)
    with clock.frozen_at(NOW + timedelta(seconds=40)):
        worker.progress(job, 1)
    with clock.frozen_at(NOW + timedelta(seconds=50)):
        attempt = worker.progress(job, 0)
    assert (attempt.blocks_done, attempt.lease_expires_at) == (1, NOW + timedelta(seconds=100))


def test_a_worker_that_only_says_it_lives_loses_its_lease(worker: FakeWorker, match: Match) -> None:
    job = worker.job(match)
    for minute in range(40):
        with clock.frozen_at(NOW + timedelta(minutes=minute)):
            attempt = worker.progress(job, 0)
    assert attempt.lease_expires_at == NOW + timedelta(minutes=30)


@pytest.mark.parametrize(
    ("limits", "players", "longest"),
    [
        # Two seats in each of two games.
        ({"bank_ms": 0, "move_ms": 10, "start_ms": 500}, 2, timedelta(minutes=30)),
        ({"bank_ms": 120_000}, 2, timedelta(seconds=4 * 4 * (3 + 120 + 200 * 0.1))),
        ({"bank_ms": 600_000, "move_ms": 10_000}, 6, timedelta(hours=4)),
    ],
)
def test_slow_bots_may_take_as_long_for_a_block_as_their_limits_say(
    worker: FakeWorker, limits: dict[str, int], players: int, longest: timedelta
) -> None:
    with clock.frozen_at(NOW):
        match = make_match(*make_versions(players), limits=limits)
        enqueue(match, worker.capture)
        worker.progress(worker.job(match))
    for moment in (longest / 2, longest - timedelta(seconds=10)):
        with clock.frozen_at(NOW + moment):
            attempt = worker.progress(worker.job(match))
    assert attempt.lease_expires_at == NOW + longest


@pytest.mark.parametrize("blocks_done", [-1, 3, "1", None, True, 1.0])
def test_impossible_progress_is_refused(worker: FakeWorker, match: Match, blocks_done: Any) -> None:
    with pytest.raises(InvalidInput, match="blocks_done"):
        worker.progress(worker.job(match), blocks_done=blocks_done)
    assert state(match) == MatchState.QUEUED


@pytest.mark.parametrize(
    "changes", [{"contract": 2}, {"token": None}, {"attempt": "1"}, {"attempt": 2**70}, {"worker": "x" * 500}]
)
def test_a_message_of_another_form_is_refused(worker: FakeWorker, match: Match, changes: dict[str, Any]) -> None:
    message = {**worker.sender(worker.job(match)), "blocks_done": 0, **changes}
    with pytest.raises(InvalidInput):
        attempt_progress(message=message)


def break_places(game: dict[str, Any]) -> None:
    game["places"] = [1, 3]


def break_fault_rule(game: dict[str, Any]) -> None:
    game["verdicts"] = ["crash", "ok"]
    evidence = {"signal": None, "exit_code": 1, "cpu_ms": 1, "wall_ms": 1, "peak_kib": 1, "stderr_tail": ""}
    game["places"] = [1, 2]
    game["faults"] = [{"seat": 0, "verdict": "crash", "detail": "", "deal": 0, "action_index": 0, "evidence": evidence}]


def break_seating(game: dict[str, Any]) -> None:
    game["seating"] = game["seating"][::-1]


def break_fault_list(game: dict[str, Any]) -> None:
    game["verdicts"] = ["ok", "crash"]
    game["places"] = [1, 2]


BREAKS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "a block is missing": lambda m: m["blocks"].pop(),
    "a block comes twice": lambda m: m["blocks"].append(m["blocks"][0]),
    "blocks out of order": lambda m: m["blocks"].reverse(),
    "a rotation is missing": lambda m: m["blocks"][0]["games"].pop(),
    "no list": lambda m: m.update(blocks=None),
    "another record": lambda m: m["blocks"][0].update(record="0" * 64),
    "another size": lambda m: m["blocks"][0].update(size=1),
    "no hash": lambda m: m["blocks"][0].update(record="../../x"),
    "wrong seating": lambda m: break_seating(m["blocks"][0]["games"][0]),
    "no ranking": lambda m: break_places(m["blocks"][0]["games"][0]),
    "a fault that wins": lambda m: break_fault_rule(m["blocks"][0]["games"][0]),
    "a fault without evidence": lambda m: break_fault_list(m["blocks"][0]["games"][0]),
    "unknown verdict": lambda m: m["blocks"][0]["games"][0].update(verdicts=["ok", ["ok"]]),
    "infinite payout": lambda m: m["blocks"][0]["games"][0].update(payouts=[1e400, 0]),
    "totals of text": lambda m: m["blocks"][0]["games"][0].update(totals=["1", "2"]),
    "unknown outcome": lambda m: m.update(outcome="won"),
    "failed with a bot's verdict": lambda m: m.update(outcome="failed", verdict="crash"),
}


@pytest.mark.parametrize("name", BREAKS)
def test_a_result_that_does_not_fit_the_match_fails_the_attempt(worker: FakeWorker, match: Match, name: str) -> None:
    job = worker.job(match)
    worker.progress(job)
    worker.store(job, 0)
    worker.store(job, 1)
    message = copy.deepcopy(worker.result(job))
    BREAKS[name](message)
    attempt = worker.answer(message)
    assert attempt.state == AttemptState.FAILED
    assert attempt.reason.startswith("engine_error")
    assert state(match) == MatchState.QUEUED
    assert not Block.objects.exists()
    assert len(worker.jobs) == 2


def test_records_of_an_earlier_attempt_do_not_count(worker: FakeWorker, match: Match) -> None:
    first = worker.job(match)
    worker.store(first, 0)
    worker.store(first, 1)
    worker.answer(worker.failure(first))
    second = worker.job(match)
    assert worker.answer(worker.result(second)).state == AttemptState.FAILED
    third = worker.job(match)
    assert worker.play(third).state == AttemptState.FINISHED


def test_three_attempts_and_no_more(worker: FakeWorker, match: Match) -> None:
    for number in (1, 2, 3):
        assert state(match) == MatchState.QUEUED
        job = worker.job(match)
        worker.progress(job)
        attempt = worker.answer(worker.failure(job))
        assert (attempt.number, attempt.state) == (number, AttemptState.FAILED)
    assert state(match) == MatchState.FAILED
    assert match.finished_at is not None
    assert len(worker.jobs) == 3
    with pytest.raises(Gone):
        worker.progress(worker.job(match))


def test_a_crash_between_blocks_and_state_leaves_nothing(
    worker: FakeWorker, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = worker.job(match)
    worker.progress(job)
    worker.store(job, 0)
    worker.store(job, 1)

    def crash(*_: Any) -> None:
        raise RuntimeError("the machine stops here")

    with monkeypatch.context() as patch:
        patch.setattr("fairdeal.matches.services.results.move", crash)
        with pytest.raises(RuntimeError):
            worker.answer(worker.result(job))
    assert not Block.objects.exists()
    assert state(match) == MatchState.RUNNING
    assert worker.answer(worker.result(job)).state == AttemptState.FINISHED


def test_a_listener_that_fails_stops_nobody(worker: FakeWorker, match: Match) -> None:
    def fail(**_: Any) -> None:
        raise RuntimeError("listener")

    match_settled.connect(fail)
    try:
        worker.play(worker.job(match))
    finally:
        match_settled.disconnect(fail)
    assert state(match) == MatchState.FINISHED


class TestRecords:
    def store(self, job: dict[str, Any], block: int = 0, **changes: Any) -> bool:
        from fairdeal.common.blobs import sha256

        content = changes.pop("content", record_bytes(job, block if block in (0, 1) else 0))
        words = {"attempt_id": job["attempt"], "token": job["token"], "block": block, "content": content}
        return record_store(**words | {"sha256": sha256(content)} | changes)

    def test_the_same_bytes_again_change_nothing(self, worker: FakeWorker, match: Match) -> None:
        job = worker.job(match)
        assert self.store(job) is True
        assert self.store(job) is False
        assert StoredRecord.objects.count() == 1

    def test_other_bytes_are_a_conflict(self, worker: FakeWorker, match: Match) -> None:
        job = worker.job(match)
        self.store(job)
        with pytest.raises(Conflict):
            self.store(job, content=record_bytes(job, 0, "else"))

    def test_refusals(self, worker: FakeWorker, match: Match) -> None:
        job = worker.job(match)
        with pytest.raises(NotAuthenticated):
            self.store(job, token="x")
        with pytest.raises(NotAuthenticated):
            self.store(job, attempt_id=10**9)
        for changes in ({"block": 2}, {"block": -1}, {"sha256": "0" * 64}, {"content": b"plain"}):
            with pytest.raises(InvalidInput):
                self.store(job, **changes)
        with pytest.raises(TooLarge):
            self.store(job, content=b"\x1f\x8b" + bytes(4 * 1024 * 1024))
        worker.answer(worker.failure(job))
        with pytest.raises(Gone):
            self.store(job)
        assert not StoredRecord.objects.exists()


def test_a_worker_gets_the_bundles_of_its_match_and_no_others(worker: FakeWorker, match: Match) -> None:
    from fairdeal.submissions.bundles import store

    version = match.entrants.get(index=0).version
    version.bundle_sha256 = store(b"a bundle")
    version.save()
    other = store(b"somebody else's")
    job = worker.job(match)
    words = {"attempt_id": job["attempt"], "token": job["token"]}
    assert bundle_for_attempt(**words, sha=version.bundle_sha256).read() == b"a bundle"
    with pytest.raises(NotFound):
        bundle_for_attempt(**words, sha=other)
    with pytest.raises(NotAuthenticated):
        bundle_for_attempt(**words | {"token": "x"}, sha=version.bundle_sha256)
    worker.answer(worker.failure(job))
    with pytest.raises(Gone):
        bundle_for_attempt(**words, sha=version.bundle_sha256)


def test_a_result_by_other_rules_is_no_result(worker: FakeWorker, match: Match) -> None:
    job = worker.job(match)
    assert job["engine_version"] == engines.ENGINE_VERSION
    worker.progress(job)
    for block in range(2):
        worker.store(job, block)
    attempt = worker.answer({**worker.result(job), "engine_version": "0.9.0"})
    assert attempt.state == AttemptState.FAILED
    assert attempt.reason.endswith(f"engine_version: expected {engines.ENGINE_VERSION}, not 0.9.0")
    assert (state(match), match.blocks.count()) == (MatchState.QUEUED, 0)
