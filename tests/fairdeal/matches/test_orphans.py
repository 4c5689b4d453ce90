"""Files that no row names go after a day; all others stay, however old they are."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import models, transaction
from django.utils import timezone
from fairdeal.accounts.models import User
from fairdeal.accounts.services import owner_for
from fairdeal.celery import beat_schedule
from fairdeal.common import blobs
from fairdeal.matches.services import blobs_sweep
from fairdeal.matches.tasks import sweep_blobs
from fairdeal.submissions.models import BotVersion
from fairdeal.submissions.services import version_upload

from tests.fairdeal.conftest import bot_zip
from tests.fairdeal.playing import FakeWorker, enqueue, make_match, make_versions

pytestmark = pytest.mark.django_db
NOW = timezone.now()


def age(name: str, hours: float) -> None:
    moment = (NOW - timedelta(hours=hours)).timestamp()
    os.utime(blobs.path_of(name), (moment, moment))


def test_an_upload_whose_transaction_fails_leaves_a_file_for_a_day(ada: User, blob_dir: Path) -> None:
    with pytest.raises(RuntimeError), transaction.atomic():
        version_upload(user=ada, owner=owner_for(user=ada), filename="b.zip", content=io.BytesIO(bot_zip()))
        raise RuntimeError("the database went away at the commit")
    assert not BotVersion.objects.exists()
    name = blobs.sha256(bot_zip())
    age(name, hours=23.9)
    assert blobs_sweep(now=NOW) == 0
    assert blobs.exists(name)
    age(name, hours=24.1)
    assert blobs_sweep(now=NOW) == 1
    assert [path for path in blob_dir.rglob("*") if path.is_file()] == []


def test_what_a_row_names_stays(ada: User, upload: Callable[..., BotVersion], worker: FakeWorker) -> None:
    bundle = upload(ada).bundle_sha256
    match = make_match(*make_versions(2), blocks=1)
    enqueue(match, worker.capture)
    job = worker.job(match)
    worker.progress(job)
    record = blobs.sha256(worker.store(job, 0))
    for name in (bundle, record):
        age(name, hours=1000)
    assert blobs_sweep(now=NOW) == 0
    worker.answer(worker.result(job))
    match.attempts.get().records.all().delete()
    assert blobs_sweep(now=NOW) == 0
    assert blobs.exists(bundle) and blobs.exists(record)


def test_bytes_that_are_put_again_are_young_again() -> None:
    name = blobs.put(b"cards")
    age(name, hours=48)
    before = NOW - timedelta(hours=24)
    assert list(blobs.names_older_than(before)) == [name]
    # Between the look and the removal.
    blobs.put(b"cards")
    assert blobs.remove_old(name, before) is False
    assert blobs.read(name) == b"cards"


def test_what_was_cut_short_goes_too(blob_dir: Path) -> None:
    name = blobs.put(b"cards")
    for prefix in (".new-", ".old-"):
        leftover = blobs.path_of(name).with_name(f"{prefix}x")
        leftover.write_bytes(b"half")
        os.utime(leftover, (0, 0))
    blobs.path_of(name).with_name(".new-y").write_bytes(b"still being written")
    assert blobs_sweep(now=NOW) == 2
    assert sorted(path.name for path in blobs.path_of(name).parent.iterdir()) == [".new-y", name]


def test_an_empty_store_is_swept(settings: Any, tmp_path: Path) -> None:
    settings.BLOB_DIR = tmp_path / "none"
    assert sweep_blobs() == 0


def test_every_column_that_names_a_file_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new column of a file's hash must be entered in the sweep, or said here to be none."""
    from django.apps import apps

    hashes = {
        f"{model.__name__}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.get_fields()
        if isinstance(field, models.CharField) and "sha256" in field.name
    }
    no_files = {"BotVersion.upload_sha256", "Tournament.seed_sha256", "Machine.password_sha256"}
    assert hashes - no_files == {"BotVersion.bundle_sha256", "StoredRecord.sha256", "Block.record_sha256"}


def test_the_clock_of_the_platform_runs_it() -> None:
    assert beat_schedule()["fairdeal.sweep_blobs"]["schedule"] == 3600.0
