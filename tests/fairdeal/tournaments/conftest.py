"""A worker that answers."""

from collections.abc import Iterator
from typing import Any

import pytest
from fairdeal.matches.services import handout
from fairdeal.matches.signals import match_settled
from fairdeal.ratings.apps import rate_settled

from tests.fairdeal.playing import FakeWorker


@pytest.fixture
def worker(db: None, sent: list[dict[str, Any]], django_capture_on_commit_callbacks: Any) -> FakeWorker:
    """Give a worker that answers jobs; what follows a commit happens."""
    return FakeWorker(sent, django_capture_on_commit_callbacks)


@pytest.fixture
def unrated() -> Iterator[None]:
    """Let the ledger take no notice: a third of what it costs to play a match."""
    match_settled.disconnect(dispatch_uid="ratings.rate_settled")
    yield
    match_settled.connect(rate_settled, dispatch_uid="ratings.rate_settled")


@pytest.fixture(autouse=True)
def many_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let there be workers enough for all matches at once, where a test sets no smaller window."""
    monkeypatch.setattr(handout, "match_slots", lambda: 1000)
