"""Two messages about one check at once: one decides. Rows are locked as only PostgreSQL does it."""

from __future__ import annotations

import io
from datetime import timedelta
from typing import Any

import pytest
from fairdeal.accounts.models import User
from fairdeal.accounts.services import owner_for
from fairdeal.common import clock
from fairdeal.common.errors import Gone
from fairdeal.submissions import checks, services
from fairdeal.submissions.models import BotVersion, Check, CheckState, VersionState

from tests.fairdeal.conftest import bot_zip
from tests.fairdeal.racing import race
from tests.fairdeal.submissions.test_checks import progress, result

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def job(transactional_db: None, ada: User, sent: list[dict[str, Any]]) -> dict[str, Any]:
    """The job of a check that waits for a worker."""
    content = io.BytesIO(bot_zip())
    services.version_upload(user=ada, owner=owner_for(user=ada), filename="bot.zip", content=content)
    message: dict[str, Any] = sent[-1]["message"]
    return message


def test_of_two_reports_at_once_the_first_decides(job: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = race(
        monkeypatch,
        lambda: services.check_record_result(message=result(job, "passed")),
        lambda: services.check_record_result(message=result(job, "failed")),
        hold=(checks, "_end"),
    )
    assert one.state == CheckState.PASSED
    assert isinstance(two, Gone)
    assert (Check.objects.get().state, BotVersion.objects.get().state) == (CheckState.PASSED, VersionState.ACTIVE)


def test_a_broken_check_twice_at_once_is_tried_again_once(
    job: dict[str, Any], monkeypatch: pytest.MonkeyPatch, sent: list[dict[str, Any]]
) -> None:
    message = result(job, "broken")
    race(
        monkeypatch,
        lambda: services.check_record_result(message=message),
        lambda: services.check_record_result(message=message),
        hold=(checks, "_end"),
    )
    assert (Check.objects.count(), len(sent)) == (2, 2)


def test_a_report_behind_the_sweeper_is_refused(job: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    services.check_record_progress(message=progress(job))
    Check.objects.update(lease_expires_at=clock.now() - timedelta(seconds=1))
    swept, late = race(
        monkeypatch,
        lambda: services.check_sweep(now=clock.now()),
        lambda: services.check_record_result(message=result(job)),
        hold=(checks, "_end"),
    )
    assert swept == 1
    assert isinstance(late, Gone)
    states = Check.objects.order_by("number").values_list("state", flat=True)
    assert list(states) == [CheckState.BROKEN, CheckState.QUEUED]


def test_progress_behind_a_report_opens_nothing_again(job: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    _one, late = race(
        monkeypatch,
        lambda: services.check_record_result(message=result(job)),
        lambda: services.check_record_progress(message=progress(job)),
        hold=(checks, "_end"),
    )
    assert isinstance(late, Gone)
    assert Check.objects.get().state == CheckState.PASSED
