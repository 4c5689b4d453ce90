"""A worker that answers."""

from typing import Any

import pytest

from tests.fairdeal.playing import FakeWorker


@pytest.fixture
def worker(db: None, sent: list[dict[str, Any]], django_capture_on_commit_callbacks: Any) -> FakeWorker:
    """Give a worker that answers jobs; what follows a commit happens."""
    return FakeWorker(sent, django_capture_on_commit_callbacks)
