"""The ledger over the API: who has it and the records can compute every rating again."""

from __future__ import annotations

from typing import Any

import pytest
from fairdeal.matches.models import Match
from fairdeal.ratings.models import LedgerRow, LiveRating, Pool
from fairdeal.verification import verify_ledger, verify_match

from tests.fairdeal.honest import HonestWorker
from tests.fairdeal.playing import enqueue, make_match, make_version, make_versions


@pytest.fixture
def played(db: None, sent: list[dict[str, Any]], django_capture_on_commit_callbacks: Any) -> list[Match]:
    """Three matches of three, the last with a new version of the first bot."""
    worker = HonestWorker(sent, django_capture_on_commit_callbacks)
    one, two, three = make_versions(3)
    newer = make_version("owner1", parent=one)
    matches = [make_match(*line, salt=str(n)) for n, line in enumerate([(one, two, three)] * 2 + [(newer, two, three)])]
    for match in matches:
        enqueue(match, worker.capture)
        worker.play_truly(worker.job(match))
    return matches


def everything(client: Any, url: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    while url:
        page = client.get(url).json()
        rows += page["results"]
        url = page["next"]
    return rows


def test_a_stranger_computes_every_rating_again(played: list[Match], anonymous: Any) -> None:
    pool = Pool.objects.get()
    facts = anonymous.get(f"/api/v1/pools/{pool.pk}/").json()
    rows = everything(anonymous, f"/api/v1/pools/{pool.pk}/ledger/?limit=4")
    assert [row["sequence"] for row in rows] == [1, 2, 3, 4, 5, 6]
    ratings = {row["version"]: row["elo_milli"] for row in facts["table"]}
    assert ratings == dict(LiveRating.objects.values_list("version_id", "elo_milli"))
    assert verify_ledger(facts, rows, ratings) == 6


def test_a_stranger_verifies_a_match(played: list[Match], anonymous: Any) -> None:
    body = anonymous.get(f"/api/v1/matches/{played[0].pk}/").json()
    record = lambda index: anonymous.get(body["blocks"][index]["record"]["url"]).content  # noqa: E731
    assert verify_match(body, record) == 2


def test_a_page_of_the_ledger_costs_the_same_queries_however_long(
    played: list[Match], anonymous: Any, django_assert_num_queries: Any
) -> None:
    url = f"/api/v1/pools/{Pool.objects.get().pk}/ledger/"
    for limit in (1, 6):
        with django_assert_num_queries(3):
            assert len(anonymous.get(url, {"limit": limit}).json()["results"]) == limit
    assert LedgerRow.objects.count() == 6


def test_there_is_no_ledger_of_no_pool(db: None, anonymous: Any) -> None:
    assert anonymous.get("/api/v1/pools/99/ledger/").json()["code"] == "no_such_pool"
