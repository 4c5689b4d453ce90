"""Rating pools and their tables."""

from __future__ import annotations

import pytest
from fairdeal.ratings.models import LiveRating, Pool

POOLS = "/api/v1/pools/"


@pytest.fixture
def pool(contestants) -> Pool:
    """A pool of two-handed Thirty-One in which three versions are rated, two of them equal."""
    made = Pool.objects.create(
        ruleset="thirty-one/2", game="thirty-one", players=2, options={}, entry_kind="seat", last_sequence=12
    )
    for version, elo in zip(contestants, (1_520_400, 1_489_800, 1_489_800), strict=False):
        LiveRating.objects.create(
            pool=made, version=version, elo_milli=elo, minted_milli=1_500_000, units=8, games=16,
            half_points=20, half_points_squared=56,
        )  # fmt: skip
    return made


def test_the_table_is_public_and_best_first(pool, contestants, anonymous):
    body = anonymous.get(f"{POOLS}{pool.pk}/").json()
    assert body["ruleset"] == "thirty-one/2" and body["entry"] == "seat" and body["blocks"] == 12
    assert "Thirty-One" in body["title"] and "thirty-one/2" in body["title"]
    assert [row["rank"] for row in body["table"]] == [1, 2, 2]
    assert [row["version"] for row in body["table"]] == [version.pk for version in contestants[:3]]
    first = body["table"][0]
    assert first["bot"] == "ada/bot-0" and first["number"] == 1
    assert first["elo"] == 1520 and first["elo_milli"] == 1_520_400
    assert first["units"] == 8 and first["games"] == 16
    assert first["score"] == pytest.approx(20 / 32)
    # eight blocks of two games: mean 2.5 of 4 half points, sample variance 6/7
    assert first["standard_error"] == pytest.approx((6 / 7 / 8) ** 0.5 / 4)


def test_one_block_has_no_error_yet(pool, anonymous):
    LiveRating.objects.update(units=1, games=2, half_points=4, half_points_squared=16)
    assert {row["standard_error"] for row in anonymous.get(f"{POOLS}{pool.pk}/").json()["table"]} == {None}


def test_the_list_and_its_filters(pool, anonymous):
    Pool.objects.create(
        ruleset="smear-four-handed/4",
        game="smear-four-handed",
        players=4,
        options={},
        entry_kind="side",
        last_sequence=1,
    )
    empty = Pool.objects.create(ruleset="thirty-one/3", game="thirty-one", players=3, options={}, entry_kind="seat")

    def rulesets(**query: str) -> list[str]:
        return [row["ruleset"] for row in anonymous.get(POOLS, query).json()["results"]]

    assert rulesets() == ["smear-four-handed/4", "thirty-one/2"]
    assert rulesets(game="thirty-one") == rulesets(entry="seat") == rulesets(ruleset="thirty-one/2") == ["thirty-one/2"]
    assert anonymous.get(f"{POOLS}{empty.pk}/").status_code == 404


def test_a_pool_that_is_not_there(anonymous, db):
    response = anonymous.get(f"{POOLS}99/")
    assert response.status_code == 404 and response.json()["code"] == "no_such_pool"


def test_the_queries_do_not_grow(pool, anonymous, django_assert_num_queries):
    with django_assert_num_queries(4):
        assert len(anonymous.get(f"{POOLS}{pool.pk}/").json()["table"]) == 3
    LiveRating.objects.filter(elo_milli=1_489_800).delete()
    with django_assert_num_queries(4):
        assert len(anonymous.get(f"{POOLS}{pool.pk}/").json()["table"]) == 1
    with django_assert_num_queries(1):
        anonymous.get(POOLS)
