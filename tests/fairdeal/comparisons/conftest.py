"""A worker that answers, and the house's bots."""

from __future__ import annotations

from typing import Any

import pytest
from fairdeal.submissions.models import BotVersion

from tests.fairdeal.playing import FakeWorker, make_version


@pytest.fixture
def worker(db: None, sent: list[dict[str, Any]], django_capture_on_commit_callbacks: Any) -> FakeWorker:
    """Give a worker that answers jobs; what follows a commit happens."""
    return FakeWorker(sent, django_capture_on_commit_callbacks)


@pytest.fixture
def house(db: None) -> list[BotVersion]:
    """Make three bots of the house, one of them with an older version."""
    make_version("house", "random", is_published=False)
    return [make_version("house", name, is_published=False) for name in ("random", "first", "rules")]
