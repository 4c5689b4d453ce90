"""Readers of the pages, and what they read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from fairdeal.accounts.models import User

from tests.fairdeal.web.builders import make_user


@pytest.fixture(autouse=True)
def own_blobs(settings: Any, tmp_path: Path) -> None:
    """Let every test have its own store of files, and sums of its own tournaments only."""
    settings.BLOB_DIR = tmp_path / "blobs"
    cache.clear()


@pytest.fixture
def ada(db: None) -> User:
    return make_user("ada")


@pytest.fixture
def bob(db: None) -> User:
    return make_user("bob")


@pytest.fixture
def anonymous(db: None) -> Client:
    return Client()


def logged_in(user: User) -> Client:
    """Make a browser in which the user is logged in."""
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def as_ada(ada: User) -> Client:
    return logged_in(ada)


@pytest.fixture
def as_bob(bob: User) -> Client:
    return logged_in(bob)
