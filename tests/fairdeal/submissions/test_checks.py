"""The check of a version: its result is taken once, by its own token, and a lost worker does not lose the bot."""

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site
from fairdeal.accounts.models import User
from fairdeal.common import clock
from fairdeal.common.errors import Conflict, Gone, InvalidInput, NotAuthenticated, NotFound
from fairdeal.submissions import services, states
from fairdeal.submissions.models import BotVersion, Check, CheckState, VersionState

from tests.fairdeal.conftest import bot_zip

pytestmark = pytest.mark.django_db
Upload = Callable[..., BotVersion]
Sent = list[dict[str, Any]]
GOLDEN = Path(__file__).resolve().parents[2] / "golden" / "contract"


def result(job: dict[str, Any], outcome: str = "passed", **changes: Any) -> dict[str, Any]:
    return {
        "contract": 1,
        "version": job["version"],
        "check": job["check"],
        "token": job["token"],
        "worker": "host:1",
        "engine_version": "1.0.0",
        "outcome": outcome,
        "report": {"summary": "done", "steps": [{"name": "start", "ok": outcome == "passed", "ms": 12}]},
        **changes,
    }


def progress(job: dict[str, Any], **changes: Any) -> dict[str, Any]:
    names = ("contract", "version", "check", "token")
    return {**{name: job[name] for name in names}, "worker": "host:1", "engine_version": "1.0.0", **changes}


def later(seconds: float = site.CHECK_QUEUE_SECONDS + 1) -> datetime:
    return clock.now() + timedelta(seconds=seconds)


def sweep_at(moment: datetime, capture: Any) -> int:
    with clock.frozen_at(moment), capture(execute=True):
        return services.check_sweep(now=moment)


@pytest.mark.parametrize(("outcome", "state"), [("passed", VersionState.ACTIVE), ("failed", VersionState.REJECTED)])
def test_the_outcome_decides_the_version(ada: User, upload: Upload, sent: Sent, outcome: str, state: str) -> None:
    version = upload(ada)
    services.check_record_result(message=result(sent[0]["message"], outcome))
    version.refresh_from_db()
    check = Check.objects.get()
    assert (version.state, check.state) == (state, outcome)
    assert check.finished_at is not None
    assert check.report["steps"] == [{"name": "start", "ok": outcome == "passed", "ms": 12}]
    assert (check.report["worker"], check.report["engine_version"]) == ("host:1", "1.0.0")


def test_the_same_result_again_changes_nothing(ada: User, upload: Upload, sent: Sent) -> None:
    upload(ada)
    services.check_record_result(message=result(sent[0]["message"]))
    before = Check.objects.values().get()
    services.check_record_result(message=result(sent[0]["message"], report={"summary": "other"}))
    assert Check.objects.values().get() == before


def test_another_result_after_the_first_is_refused(ada: User, upload: Upload, sent: Sent) -> None:
    upload(ada)
    services.check_record_result(message=result(sent[0]["message"], "failed"))
    with pytest.raises(Gone):
        services.check_record_result(message=result(sent[0]["message"], "passed"))
    assert BotVersion.objects.get().state == VersionState.REJECTED


def test_a_token_of_another_check_is_refused(ada: User, upload: Upload, sent: Sent) -> None:
    upload(ada, bot_zip("x = 1\n"))
    upload(ada, bot_zip("x = 2\n"))
    other = sent[1]["message"]["token"]
    for token in (other, "", "x" * 43):
        with pytest.raises(NotAuthenticated):
            services.check_record_result(message=result(sent[0]["message"], token=token))
    with pytest.raises(NotAuthenticated):
        services.check_record_result(message=result(sent[0]["message"], check=10**9))
    assert set(BotVersion.objects.values_list("state", flat=True)) == {VersionState.CHECKING}


@pytest.mark.parametrize(
    "changes",
    [
        {"contract": 2}, {"check": "7"}, {"check": True}, {"check": -1}, {"check": 2**70}, {"token": None},
        {"outcome": "great"}, {"outcome": "queued"}, {"outcome": []}, {"version": 10**9},
    ],
)  # fmt: skip
def test_messages_of_another_form_are_refused(ada: User, upload: Upload, sent: Sent, changes: dict[str, Any]) -> None:
    upload(ada)
    with pytest.raises(InvalidInput):
        services.check_record_result(message=result(sent[0]["message"], **changes))
    assert BotVersion.objects.get().state == VersionState.CHECKING


def test_a_report_is_cut_to_size(ada: User, upload: Upload, sent: Sent) -> None:
    upload(ada)
    deep: Any = "end"
    for _ in range(100):
        deep = [deep]
    steps = [{"name": "a\x00b", "stderr": "x" * 10_000 + "tail", "deep": deep, "nan": float("nan")}] * 500
    services.check_record_result(
        message=result(sent[0]["message"], report={"summary": ["no text"], "steps": [*steps, "no step"]})
    )
    report = Check.objects.get().report
    assert len(report["steps"]) <= 60
    step = report["steps"][0]
    assert "\x00" not in step["name"]
    assert step["ok"] is False
    assert len(step["stderr"]) <= 4001
    assert step["stderr"].endswith("tail")
    assert step["nan"] is None
    assert "end" not in str(step["deep"])


@pytest.mark.parametrize("report", [None, [], "text", {"steps": "none"}])
def test_a_report_of_another_form_is_an_empty_one(ada: User, upload: Upload, sent: Sent, report: Any) -> None:
    upload(ada)
    services.check_record_result(message=result(sent[0]["message"], report=report))
    assert Check.objects.get().report["steps"] == []


def lose(job: dict[str, Any], now: datetime, lease: float, capture: Any, *, begun: bool) -> datetime:
    """Let a check's lease run out, once a worker has begun it or before; gives the moment of the sweep."""
    if begun:
        with clock.frozen_at(now):
            services.check_record_progress(message=progress(job))
    assert sweep_at(now + timedelta(seconds=lease - 1), capture) == 0
    assert sweep_at(now + timedelta(seconds=lease), capture) == 1
    return now + timedelta(seconds=lease)


@pytest.mark.parametrize(
    ("begun", "lease", "tries", "summary"),
    [
        (True, site.LEASE_SECONDS, site.CHECK_TRIES, "The worker was not heard of any more."),
        (False, site.CHECK_QUEUE_SECONDS, site.CHECK_HAND_OUTS, "No worker took the check up in time."),
    ],
)
def test_a_lost_worker_is_followed_by_other_tries_a_few_in_all(
    ada: User,
    upload: Upload,
    sent: Sent,
    django_capture_on_commit_callbacks: Any,
    begun: bool,
    lease: float,
    tries: int,
    summary: str,
) -> None:
    now = clock.now()
    with clock.frozen_at(now):
        version = upload(ada)
    for number in range(1, tries + 1):
        version.refresh_from_db()
        assert (len(sent), version.state) == (number, VersionState.CHECKING)
        now = lose(sent[-1]["message"], now, lease, django_capture_on_commit_callbacks, begun=begun)
    version.refresh_from_db()
    assert len(sent) == tries
    assert version.state == VersionState.UNCHECKED
    assert {(check.state, check.report["summary"]) for check in version.checks.all()} == {(CheckState.BROKEN, summary)}
    assert len({job["message"]["token"] for job in sent}) == tries


def test_waiting_for_a_worker_costs_no_try(
    ada: User, upload: Upload, sent: Sent, django_capture_on_commit_callbacks: Any
) -> None:
    now = clock.now()
    with clock.frozen_at(now):
        version = upload(ada)
    for begun in (False, True, False, False, True, False):
        lease = site.LEASE_SECONDS if begun else site.CHECK_QUEUE_SECONDS
        now = lose(sent[-1]["message"], now, lease, django_capture_on_commit_callbacks, begun=begun)
    version.refresh_from_db()
    assert version.state == VersionState.CHECKING
    with clock.frozen_at(now), django_capture_on_commit_callbacks(execute=True):
        services.check_record_progress(message=progress(sent[-1]["message"]))
        services.check_record_result(message=result(sent[-1]["message"]))
    version.refresh_from_db()
    assert version.state == VersionState.ACTIVE


def test_the_queue_takes_nothing_of_the_checks_own_time(ada: User, upload: Upload, sent: Sent) -> None:
    now = clock.now()
    with clock.frozen_at(now):
        upload(ada)
    check = Check.objects.get()
    assert (check.state, check.started_at) == (CheckState.QUEUED, None)
    begun = now + timedelta(seconds=site.CHECK_QUEUE_SECONDS - 1)
    with clock.frozen_at(begun):
        services.check_record_progress(message=progress(sent[0]["message"]))
    check.refresh_from_db()
    assert (check.state, check.started_at) == (CheckState.RUNNING, begun)
    assert check.lease_expires_at == begun + timedelta(seconds=site.LEASE_SECONDS)


def test_progress_renews_the_lease_but_not_for_ever(
    ada: User, upload: Upload, sent: Sent, django_capture_on_commit_callbacks: Any
) -> None:
    upload(ada)
    begun = clock.now()
    moment, step = begun, timedelta(seconds=site.LEASE_SECONDS / 2)
    while moment < begun + timedelta(seconds=site.CHECK_WALL_SECONDS):
        with clock.frozen_at(moment):
            services.check_record_progress(message=progress(sent[0]["message"]))
        assert sweep_at(moment, django_capture_on_commit_callbacks) == 0
        moment += step
    with clock.frozen_at(moment - timedelta(seconds=1)):
        services.check_record_progress(message=progress(sent[0]["message"]))
    assert sweep_at(begun + timedelta(seconds=site.CHECK_WALL_SECONDS), django_capture_on_commit_callbacks) == 1
    assert len(sent) == 2


def test_progress_after_the_end_or_with_another_token_is_refused(ada: User, upload: Upload, sent: Sent) -> None:
    upload(ada)
    job = sent[0]["message"]
    for changes, error in (({"token": "other"}, NotAuthenticated), ({"version": 10**9}, InvalidInput)):
        with pytest.raises(error):
            services.check_record_progress(message=progress(job, **changes))
    assert Check.objects.get().state == CheckState.QUEUED
    services.check_record_result(message=result(job))
    with pytest.raises(Gone):
        services.check_record_progress(message=progress(job))
    assert Check.objects.get().state == CheckState.PASSED


def test_a_report_that_overtakes_the_first_progress_counts(ada: User, upload: Upload, sent: Sent) -> None:
    upload(ada)
    services.check_record_result(message=result(sent[0]["message"]))
    check = Check.objects.get()
    assert (check.state, check.started_at is not None) == (CheckState.PASSED, True)


def test_the_golden_progress_is_taken(ada: User, upload: Upload, sent: Sent) -> None:
    upload(ada)
    golden = json.loads((GOLDEN / "check_progress.json").read_text())
    job = sent[0]["message"]
    names = ("version", "check", "token")
    services.check_record_progress(message=golden | {name: job[name] for name in names})
    assert Check.objects.get().state == CheckState.RUNNING


def test_a_check_that_was_given_up_cannot_come_back(
    ada: User, upload: Upload, sent: Sent, django_capture_on_commit_callbacks: Any
) -> None:
    upload(ada)
    with django_capture_on_commit_callbacks(execute=True):
        services.check_sweep(now=later())
    with pytest.raises(Gone):
        services.check_record_result(message=result(sent[0]["message"]))
    services.check_record_result(message=result(sent[1]["message"]))
    assert BotVersion.objects.get().state == VersionState.ACTIVE


def test_a_broken_check_is_our_fault_and_tried_again(
    ada: User, upload: Upload, sent: Sent, django_capture_on_commit_callbacks: Any
) -> None:
    upload(ada)
    for number in range(3):
        with django_capture_on_commit_callbacks(execute=True):
            services.check_record_result(message=result(sent[number]["message"], "broken"))
    assert len(sent) == 3
    assert BotVersion.objects.get().state == VersionState.UNCHECKED


def test_the_author_asks_again(
    ada: User, bob: User, upload: Upload, sent: Sent, django_capture_on_commit_callbacks: Any
) -> None:
    version = upload(ada)
    with pytest.raises(Conflict):
        services.check_request_again(user=ada, version=version)
    services.check_record_result(message=result(sent[0]["message"], "failed"))
    with pytest.raises(NotFound):
        services.check_request_again(user=bob, version=version)
    with django_capture_on_commit_callbacks(execute=True):
        check = services.check_request_again(user=ada, version=version)
    assert (check.number, sent[1]["message"]["check"]) == (2, check.pk)
    services.check_record_result(message=result(sent[1]["message"]))
    version.refresh_from_db()
    assert version.state == VersionState.ACTIVE


def test_a_worker_gets_the_bundle_of_its_check_and_no_other(ada: User, upload: Upload, sent: Sent) -> None:
    version, other = upload(ada, bot_zip("x = 1\n")), upload(ada, bot_zip("x = 2\n"))
    job = sent[0]["message"]
    ask = {"check_id": job["check"], "token": job["token"], "sha": version.bundle_sha256}
    assert services.bundle_for_check(**ask).read() == bot_zip("x = 1\n")
    with pytest.raises(NotFound):
        services.bundle_for_check(**{**ask, "sha": other.bundle_sha256})
    for wrong in ({"token": sent[1]["message"]["token"]}, {"check_id": 10**9}):
        with pytest.raises(NotAuthenticated):
            services.bundle_for_check(**{**ask, **wrong})
    with clock.frozen_at(later()), pytest.raises(Gone):
        services.bundle_for_check(**ask)
    services.check_record_progress(message=progress(job))
    assert services.bundle_for_check(**ask).read() == bot_zip("x = 1\n")
    services.check_record_result(message=result(job))
    with pytest.raises(Gone):
        services.bundle_for_check(**ask)


def test_every_state_has_its_row_in_the_table() -> None:
    assert set(states.TRANSITIONS) == set(VersionState)
    assert not states.may_follow(VersionState.ACTIVE, VersionState.REJECTED)
    assert not states.may_follow(VersionState.REJECTED, VersionState.ACTIVE)


def test_suspending_and_trying_again(ada: User, upload: Upload, sent: Sent) -> None:
    version = upload(ada)
    with pytest.raises(Conflict):
        services.version_suspend(version=version)
    services.check_record_result(message=result(sent[0]["message"]))
    assert services.version_suspend(version=version).state == VersionState.SUSPENDED
    services.check_request_again(user=ada, version=version)
    version.refresh_from_db()
    assert version.state == VersionState.CHECKING
