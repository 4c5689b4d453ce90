"""People, tokens and clients for the tests of the API."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.core.cache import cache
from fairdeal.accounts.models import Scope, User
from fairdeal.accounts.services import token_create
from rest_framework.test import APIClient

ALL_SCOPES = tuple(Scope.values)


@pytest.fixture(autouse=True)
def fresh_buckets() -> Iterator[None]:
    """Let no test use up another one's requests."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def anonymous() -> APIClient:
    return APIClient()


@pytest.fixture
def client_of(db: None) -> Callable[..., APIClient]:
    """Make a client with a fresh token of a user, with these scopes (default: all)."""

    def make(user: User, *scopes: str) -> APIClient:
        _token, plain = token_create(user=user, name="test", scopes=scopes or ALL_SCOPES)
        return APIClient(headers={"authorization": f"Bearer {plain}"})

    return make
