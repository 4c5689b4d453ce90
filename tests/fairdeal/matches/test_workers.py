"""Workers describe themselves; staff see it, and nobody else."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from fairdeal.accounts.models import User
from fairdeal.common import clock
from fairdeal.common.errors import Conflict, Forbidden, InvalidInput
from fairdeal.matches import selectors
from fairdeal.matches.models import Worker
from fairdeal.matches.services import worker_report, workers

GOLDEN = Path(__file__).resolve().parents[2] / "golden" / "contract"
pytestmark = pytest.mark.django_db


def said(name: str = "worker_state", **changes: Any) -> dict[str, Any]:
    message: dict[str, Any] = json.loads((GOLDEN / f"{name}.json").read_text())
    return message | changes


def test_what_it_says_is_kept_and_the_next_word_replaces_it() -> None:
    worker_report(message=said())
    [worker] = Worker.objects.all()
    assert (worker.name, worker.is_fit, worker.sandbox, worker.engine_version) == (
        "host:4711",
        True,
        "warm-pool",
        "1.0.0",
    )
    assert worker.tested_at == worker.seen_at - timedelta(seconds=12)
    worker_report(message=said(is_fit=False, reason="bwrap not found", remedy="install it", tested_s_ago=None))
    [worker] = Worker.objects.all()
    assert (worker.is_fit, worker.reason, worker.remedy, worker.tested_at) == (
        False,
        "bwrap not found",
        "install it",
        None,
    )


@pytest.mark.parametrize(
    "changes",
    [{"contract": 2}, {"worker": 7}, {"worker": "x" * 121}, {"is_fit": 1}, {"is_fit": None}, {"plays_matches": 1},
     {"reason": None}, {"tested_s_ago": -1}, {"tested_s_ago": 1.5}, {"sandbox": ["warm-pool"]}],
)  # fmt: skip
def test_what_does_not_follow_the_contract_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        worker_report(message=said(**changes))
    assert not Worker.objects.exists()


def test_who_was_not_heard_of_for_long_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    worker_report(message=said())
    later = clock.now() + workers.FORGOTTEN_AFTER + timedelta(seconds=1)
    monkeypatch.setattr(clock, "now", lambda: later)
    worker_report(message=said("worker_state_unfit"))
    assert [worker.name for worker in Worker.objects.all()] == ["host:4712"]


def test_names_without_end_make_no_rows_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "MAX_WORKERS", 2)
    for number in range(2):
        worker_report(message=said(worker=f"host:{number}"))
    with pytest.raises(Conflict):
        worker_report(message=said(worker="host:2"))
    worker_report(message=said(worker="host:1"))
    assert Worker.objects.count() == 2


def test_staff_alone_see_them(make_user: Callable[..., User]) -> None:
    worker_report(message=said("worker_state_unfit"))
    for reader in (None, make_user("ada"), make_user("old", is_staff=True, is_active=False)):
        with pytest.raises(Forbidden):
            selectors.workers(reader)
    assert len(selectors.workers(make_user("boss", is_staff=True))) == 1


def test_the_page_shows_reason_and_remedy_to_staff(make_user: Callable[..., User]) -> None:
    worker_report(message=said("worker_state_unfit", reason="no <sockets>"))
    worker_report(message=said(worker="host:1"))
    Worker.objects.filter(name="host:1").update(seen_at=clock.now() - timedelta(minutes=5))
    browser = Client()
    address = reverse("web:workers")
    assert browser.get(address).status_code == 302
    browser.force_login(make_user("ada"))
    assert browser.get(address).status_code == 403
    assert address not in browser.get("/").content.decode()
    browser.force_login(make_user("boss", is_staff=True))
    page = browser.get(address).content.decode()
    assert "no &lt;sockets&gt;" in page and "apt-get install bubblewrap" in page
    assert "host:1" in page and "silent" in page and page.count(" UTC</time>") == page.count("<time ") > 0
    assert address in browser.get("/").content.decode()
