"""How long records are kept: results outlive them, and what was removed by intent raises no alarm."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from fairdeal.common import blobs, clock
from fairdeal.common.errors import NotFound
from fairdeal.matches.models import Alarm, Block, Match, StoredRecord
from fairdeal.matches.selectors import record_get
from fairdeal.matches.services import blobs_sweep, match_audit
from fairdeal.submissions.models import BotVersion

from tests.fairdeal.honest import HonestWorker
from tests.fairdeal.playing import enqueue, make_match, make_versions

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def match(sent: list[dict[str, Any]], django_capture_on_commit_callbacks: Any) -> Match:
    """A match whose first attempt was lost after a block, and whose second brought the result."""
    worker = HonestWorker(sent, django_capture_on_commit_callbacks)
    found = make_match(*make_versions(2), blocks=2)
    enqueue(found, worker.capture)
    lost = worker.job(found)
    worker.progress(lost)
    worker.store(lost, 0, "of the lost attempt")
    worker.answer(worker.failure(lost))
    worker.play_truly(worker.job(found))
    found.refresh_from_db()
    return found


def swept(later: timedelta) -> tuple[datetime, int]:
    now = clock.now() + later
    return now, blobs_sweep(now=now)


def of_lost(match: Match) -> str:
    return StoredRecord.objects.get(attempt__match=match, attempt__number=1).sha256


def test_what_a_lost_attempt_left_is_removed_after_a_day(match: Match, blob_dir: Path) -> None:
    lost, results = of_lost(match), list(Block.objects.values_list("record_sha256", flat=True))
    assert swept(DAY / 2)[1] == 0
    assert swept(1.5 * DAY)[1] == 1
    assert not blobs.exists(lost)
    assert all(map(blobs.exists, results))
    assert swept(10_000 * DAY)[1] == 0


def test_records_go_when_the_site_keeps_them_no_longer(match: Match, settings: Any, blob_dir: Path) -> None:
    settings.RECORD_DAYS = 30
    swept(2 * DAY)
    assert swept(29 * DAY)[1] == 0
    now, removed = swept(31 * DAY)
    assert removed == 2
    assert Block.objects.count() == 2
    with clock.frozen_at(now):
        with pytest.raises(NotFound, match="no longer kept"):
            record_get(None, match, 0)
        assert match_audit(match=match).skipped == "its records are no longer kept"
    assert not Alarm.objects.exists()


def test_bytes_that_others_still_name_are_kept(match: Match, settings: Any, blob_dir: Path) -> None:
    settings.RECORD_DAYS = 30
    sha = match.blocks.all()[0].record_sha256
    BotVersion.objects.filter(pk=match.entrants.all()[0].version_id).update(bundle_sha256=sha)
    swept(31 * DAY)
    assert blobs.exists(sha)
