"""Tables are read in a fixed number of queries, however long they are."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from fairdeal.accounts.models import User
from fairdeal.ratings.models import LiveRating, Pool
from fairdeal.submissions.models import BotVersion

from tests.fairdeal.web.builders import make_match, make_pool, make_tournament, make_user, make_version

_names = count(1)


def _versions(number: int) -> list[BotVersion]:
    return [make_version(make_user(f"user-{next(_names)}"), "fox") for _ in range(number)]


def _pool(rows: int) -> str:
    LiveRating.objects.all().delete()
    Pool.objects.all().delete()
    return reverse("web:pool", args=[make_pool(*_versions(rows)).pk])


def _match(rows: int) -> str:
    return reverse("web:match", args=[make_match(*_versions(2), blocks=rows).pk])


def _tournament(rows: int) -> str:
    versions = _versions(rows + 1)
    # Sums are kept from one look to the next; here each is the first.
    cache.clear()
    made = make_tournament(User.objects.get(username=versions[0].owner.name), *versions, state="finished")
    return reverse("web:tournament", args=[made.pk])


def _bot(rows: int) -> str:
    user = make_user(f"user-{next(_names)}")
    others = _versions(rows)
    for other in others:
        make_match(make_version(user, "elk"), other)
    return reverse("web:bot", args=[user.username, "elk"])


def _owner(rows: int) -> str:
    user = make_user(f"user-{next(_names)}")
    for number in range(rows):
        make_version(user, f"elk-{number}", is_published=True)
    return reverse("web:owner", args=[user.username])


def _tournaments(rows: int) -> str:
    first, second = _versions(2)
    for _ in range(rows):
        make_tournament(User.objects.get(username=first.owner.name), first, second, state="draft")
    return reverse("web:tournaments")


def _queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


@pytest.mark.parametrize(
    "build", [_pool, _match, _bot, _owner, _tournament, _tournaments], ids=lambda build: build.__name__[1:]
)
def test_twice_the_rows_take_the_same_queries(build: Callable[[int], str], anonymous: Client) -> None:
    few = _queries(anonymous, build(2))
    assert _queries(anonymous, build(5)) == few
    assert few <= 15
