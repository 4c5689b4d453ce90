"""Bots and the pages of their list."""

from __future__ import annotations

import pytest
from fairdeal.submissions.models import BotVersion

from tests.fairdeal.conftest import MANIFEST, bot_zip

BOTS = "/api/v1/bots/"


def named(name: str) -> bytes:
    return bot_zip(manifest=MANIFEST.replace("sample", name))


@pytest.fixture
def published(ada, upload) -> BotVersion:
    version = upload(ada)
    BotVersion.objects.filter(pk=version.pk).update(is_published=True)
    return version


def test_a_bot_with_its_versions(published, ada, upload, anonymous, client_of):
    newer = upload(ada, bot_zip("print(2)\n"))
    response = anonymous.get(f"{BOTS}ada/sample/")
    assert response.status_code == 200
    body = response.json()
    assert (body["owner"], body["name"]) == ("ada", "sample")
    assert body["url"] == f"http://testserver{BOTS}ada/sample/"
    assert [row["id"] for row in body["versions"]] == [published.pk]  # the newer one is private
    mine = client_of(ada).get(f"{BOTS}ada/sample/").json()
    assert [row["id"] for row in mine["versions"]] == [newer.pk, published.pk]


def test_a_bot_without_a_public_version_does_not_exist_for_others(ada, bob, upload, anonymous, client_of):
    upload(ada)
    for client in (anonymous, client_of(bob)):
        assert client.get(f"{BOTS}ada/sample/").status_code == 404
        assert client.get(BOTS).json()["results"] == []
    assert client_of(ada).get(f"{BOTS}ada/sample/").status_code == 200


def test_pages_follow_each_other(ada, upload, client_of):
    for name in ("one", "two", "three"):
        upload(ada, named(name))
    client = client_of(ada)
    first = client.get(BOTS, {"limit": 2}).json()
    assert [row["name"] for row in first["results"]] == ["three", "two"]
    assert first["previous"] is None
    second = client.get(first["next"]).json()
    assert [row["name"] for row in second["results"]] == ["one"]
    assert second["next"] is None
    assert [row["name"] for row in client.get(second["previous"]).json()["results"]] == ["three", "two"]


@pytest.mark.parametrize(
    "query",
    ["cursor=nonsense", "cursor=cD1hYmM=", "cursor=cD0xZTk5OQ==", "limit=201", "limit=x", "limit=-1", "colour=red"],
)
def test_a_bad_page_is_refused_with_its_field(anonymous, db, query):
    response = anonymous.get(f"{BOTS}?{query}")
    assert response.status_code == 400
    assert list(response.json()["errors"]) == [query.split("=")[0]]


def test_filters(published, bob, upload, client_of):
    upload(bob, named("other"))
    client = client_of(bob)
    assert [row["name"] for row in client.get(BOTS, {"owner": "ada"}).json()["results"]] == ["sample"]
    assert [row["owner"] for row in client.get(BOTS, {"name": "other"}).json()["results"]] == ["bob"]


def test_the_queries_do_not_grow(ada, upload, anonymous, published, django_assert_num_queries):
    with django_assert_num_queries(1):
        anonymous.get(BOTS)
    with django_assert_num_queries(2):
        anonymous.get(f"{BOTS}ada/sample/")
    for name in ("one", "two"):
        version = upload(ada, named(name))
        BotVersion.objects.filter(pk=version.pk).update(is_published=True)
    with django_assert_num_queries(1):
        assert len(anonymous.get(BOTS).json()["results"]) == 3
