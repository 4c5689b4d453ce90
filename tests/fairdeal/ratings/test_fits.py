"""The published rating from the ledger: kept by its row, refitted when it has grown, with what selectors show of it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import numpy as np
import pytest
from fairdeal.common import clock
from fairdeal.common.errors import NotFound
from fairdeal.ratings import fits, selectors
from fairdeal.ratings.fits import pool_fit, refit_all
from fairdeal.ratings.models import FittedRating, LedgerRow, LiveRating, Pool, PoolFit
from fairdeal.ratings.services import ledger_void
from fairdeal.ratings.tasks import refit_pools
from fairdeal.submissions.models import BotVersion

from tests.fairdeal.playing import all_draw, first_wins, last_wins, make_match, make_version, write_result

pytestmark = pytest.mark.django_db

_WAYS = (first_wins, first_wins, last_wins, all_draw, first_wins, all_draw)


def four_of_six(block: int, rotation: int, entrants: int) -> list[int]:
    """Let the first win three blocks of six and lose one."""
    return _WAYS[block % 6](block, rotation, entrants)


def play(*versions: BotVersion, ways: Any = (four_of_six,), blocks: int = 24, **facts: Any) -> None:
    """Play a match for each of the ways to place."""
    for number, way in enumerate(ways):
        write_result(make_match(*versions, blocks=blocks, salt=f"{number}", **facts), way)


@pytest.fixture
def trio(db: None) -> list[BotVersion]:
    """Three bots of which the second is the house's; each has met each on the same 24 deals."""
    versions = [make_version("ada", "fox"), make_version("house", "rules"), make_version("bob", "owl")]
    for one, other in ((0, 1), (1, 2), (0, 2)):
        play(versions[one], versions[other])
    return versions


def test_a_pool_is_fitted_once_for_each_row_of_its_ledger(trio: list[BotVersion]) -> None:
    pool = Pool.objects.get()
    assert refit_pools() == 1
    stored = PoolFit.objects.get()
    assert (stored.sequence, stored.blocks, stored.clusters, stored.anchor) == (72, 72, 24, trio[1])
    assert stored.at == LedgerRow.objects.get(sequence=72).created_at
    assert pool_fit(pool=pool) == stored
    assert refit_all() == 0
    ratings = {row.version_id: row for row in stored.ratings.all()}
    assert ratings[trio[1].pk].elo_milli == 1_500_000
    assert ratings[trio[1].pk].error_milli == 0
    assert ratings[trio[0].pk].elo_milli > 1_530_000 > 1_470_000 > ratings[trio[2].pk].elo_milli
    assert not any(row.is_rough for row in ratings.values())
    play(trio[0], trio[2], ways=(last_wins,), blocks=1)
    later = pool_fit(pool=pool)
    assert (later.sequence, later.clusters) == (73, 24)


def test_the_next_fit_waits_twenty_times_as_long_as_the_last_one_took(trio: list[BotVersion]) -> None:
    pool = Pool.objects.get()
    pool_fit(pool=pool)
    PoolFit.objects.update(seconds=3.0)
    play(trio[0], trio[2], ways=(last_wins,), blocks=1)
    with clock.frozen_at(clock.now() + timedelta(seconds=50)):
        assert refit_all() == 0
    with clock.frozen_at(clock.now() + timedelta(seconds=61)):
        assert refit_all() == 1


def test_fits_close_to_each_other_are_thinned_out_for_the_history(trio: list[BotVersion]) -> None:
    pool = Pool.objects.get()
    for _ in range(4):
        pool_fit(pool=pool)
        play(trio[0], trio[2], ways=(last_wins,), blocks=1)
    pool_fit(pool=pool)
    # 72 is kept, 73 is no two per cent longer, 74 is, 76 is the newest.
    assert list(PoolFit.objects.values_list("sequence", flat=True)) == [72, 74, 76]
    assert [bool(bytes(stored.covariance)) for stored in PoolFit.objects.all()] == [False, False, True]
    history = selectors.fitted_history(pool, [trio[0].pk, trio[2].pk, 999])
    assert [point.sequence for point in history[trio[0].pk]] == [72, 74, 76]
    assert history[999] == []
    point = history[trio[2].pk][-1]
    assert point.low < point.elo < point.high


def test_rows_that_were_withdrawn_are_not_fitted(trio: list[BotVersion]) -> None:
    pool = Pool.objects.get()
    before = pool_fit(pool=pool).ratings.get(version=trio[0]).elo_milli
    won = [row.sequence for row in LedgerRow.objects.filter(pool=pool) if row.scores[0][1] == 4]
    ledger_void(pool=pool, sequences=won, reason="the engine was wrong")
    after = pool_fit(pool=Pool.objects.get())
    assert after.blocks == 72 - len(won)
    assert after.ratings.get(version=trio[0]).elo_milli < before
    everything = list(LedgerRow.objects.filter(voids=None, voided_by=None).values_list("sequence", flat=True))
    ledger_void(pool=pool, sequences=everything, reason="all of it")
    empty = pool_fit(pool=Pool.objects.get())
    assert (empty.blocks, empty.anchor, empty.ratings.count()) == (0, None, 0)


def test_small_pieces_give_the_same_fit(trio: list[BotVersion], monkeypatch: pytest.MonkeyPatch) -> None:
    pool = Pool.objects.get()
    columns = ("version_id", "elo_milli", "error_milli", "rank_best", "rank_worst")
    whole = list(pool_fit(pool=pool).ratings.values_list(*columns))
    PoolFit.objects.all().delete()
    monkeypatch.setattr(fits, "_PIECE", 5)
    assert list(pool_fit(pool=pool).ratings.values_list(*columns)) == whole


def test_versions_of_a_bot_are_linked_also_over_one_that_has_not_played(trio: list[BotVersion]) -> None:
    unplayed = make_version("ada", "fox", parent=trio[0])
    grandchild = make_version("ada", "fox", parent=unplayed)
    index = {trio[0].pk: 0, trio[1].pk: 1, grandchild.pk: 2}
    (link,) = fits.links_between(index)
    assert (link.child, link.parent, link.steps) == (2, 0, 2)


def test_the_anchor_is_the_first_version_of_the_house_bot_named_first(db: None) -> None:
    fox = make_version("ada")
    rnd, old, new = make_version("house", "random"), make_version("house", "rules"), make_version("house", "rules")
    assert fits.anchor_of([fox.pk]) is None
    assert fits.anchor_of([fox.pk, rnd.pk]) == rnd.pk
    assert fits.anchor_of([fox.pk, rnd.pk, new.pk]) == new.pk
    assert fits.anchor_of([rnd.pk, new.pk, old.pk]) == old.pk
    assert fits.anchor_of([make_version("house", "other").pk]) is not None


def test_the_table_shows_both_ratings_and_what_stands_beside(
    trio: list[BotVersion], django_assert_max_num_queries: Any
) -> None:
    pool = Pool.objects.get()
    pool_fit(pool=pool)
    newcomer = make_version("cyd", "elk")
    play(newcomer, trio[0], ways=(first_wins,), blocks=1)
    with django_assert_max_num_queries(4):
        rows = selectors.rating_table(pool)
    assert [row.version for row in rows] == [trio[0], trio[1], trio[2], newcomer]
    assert [row.rank for row in rows] == [1, 2, 3, 4]
    best, house, last, new = rows
    assert best.published and house.published and last.published and new.published is None
    assert best.published.low < best.published.elo < best.published.high
    assert (house.is_house, house.published.is_anchor, house.published.error) == (True, True, 0)
    assert (best.published.rank_best, last.published.rank_worst) == (1, 3)
    assert all(row.is_provisional for row in rows)
    record = last.record
    assert (record.games, record.wins, record.draws, record.losses, record.faults) == (96, 16, 32, 48, 0)
    # Totals are 10 less the place: over four deals a game, 1/4 above or below.
    assert record.points_a_deal == pytest.approx(-32 / 96 / 4)
    assert 0 < (record.points_error or 0) < 0.1
    assert [seat.games for seat in record.seats] == [48, 48]
    assert sum(seat.half_points for seat in record.seats) == record.half_points
    assert last.bankroll == 0


def test_a_placed_version_with_a_small_error_is_not_provisional(trio: list[BotVersion]) -> None:
    pool = Pool.objects.get()
    pool_fit(pool=pool)
    LiveRating.objects.update(units=100)
    FittedRating.objects.update(field_error_milli=40_000)
    assert not any(row.is_provisional for row in selectors.rating_table(pool))
    FittedRating.objects.update(field_error_milli=40_001)
    assert all(row.is_provisional for row in selectors.rating_table(pool))


def test_the_matrix_and_a_meeting(trio: list[BotVersion]) -> None:
    pool = Pool.objects.get()
    a, house, b = (version.pk for version in trio)
    cells = selectors.cells(pool)
    assert len(cells) == 6
    assert cells[a, b].score == pytest.approx(1 - cells[b, a].score) == pytest.approx(4 / 6)
    assert cells[a, b].low < cells[a, b].score < cells[a, b].high
    assert cells[b, a].low == pytest.approx(1 - cells[a, b].high)
    assert selectors.cells(pool, [a, house]).keys() == {(a, house), (house, a)}
    before = selectors.meeting(pool, a, b)
    assert (before.superiority, before.difference) == (None, None)
    pool_fit(pool=pool)
    found, other = selectors.meeting(pool, a, b), selectors.meeting(pool, b, a)
    assert found.cell == cells[a, b]
    assert found.superiority and found.superiority > 0.95
    assert other.superiority == pytest.approx(1 - found.superiority)
    assert found.expected and found.difference and found.error
    assert found.expected == pytest.approx(1 / (1 + 10 ** (-found.difference / 400)))
    assert found.error < sum(row.error_milli / 1000 for row in FittedRating.objects.filter(version__in=[a, b]))
    with pytest.raises(NotFound):
        selectors.meeting(pool, a, 10**9)


def test_histories_have_a_point_for_each_of_the_first_hundred_blocks(trio: list[BotVersion]) -> None:
    pool = Pool.objects.get()
    a = trio[0].pk
    points = selectors.live_history(pool, [a, 999])
    assert [point.units for point in points[a]] == list(range(1, 49))
    assert points[a][-1].elo == LiveRating.objects.get(version=a).elo_milli / 1000
    assert points[a][0].sequence == 1
    assert points[999] == []


def test_the_gain_of_duplicate_deals_is_measured(trio: list[BotVersion]) -> None:
    found = selectors.pool_gain(Pool.objects.get())
    assert found is not None
    # In these tests both games of a block end alike: duplicates would have gained nothing.
    assert (found.correlation, found.saved, found.blocks, found.games) == (1.0, 0.5, 72, 144)


def test_islands_and_residuals_are_warned_of(trio: list[BotVersion]) -> None:
    pool = Pool.objects.get()
    assert selectors.warnings_of(pool).islands == []
    far = [make_version("cyd", "elk"), make_version("dan", "emu")]
    play(*far, ways=(first_wins,))
    pool_fit(pool=pool)
    found = selectors.warnings_of(pool)
    assert found.islands == [trio, far]
    assert found.one_way == [trio, far[:1], far[1:]]
    assert found.residuals == []


def test_an_unknown_pool_is_answered_with_those_there_are(trio: list[BotVersion]) -> None:
    pool = Pool.objects.get()
    assert selectors.pool_named("thirty-one/2") == selectors.pool_named("thirty-one/2", "seat") == pool
    assert selectors.pool_get(pool.pk) == pool
    for call in (lambda: selectors.pool_named("poker/2"), lambda: selectors.pool_get(0)):
        with pytest.raises(NotFound, match=r"there are: thirty-one/2 \(seat\)"):
            call()
    with pytest.raises(NotFound):
        selectors.pool_named("thirty-one/2", "side")


def test_without_any_pool_nothing_has_been_rated(db: None) -> None:
    with pytest.raises(NotFound, match="Nothing has been rated yet"):
        selectors.pool_named("thirty-one/2")


def test_partners_and_tables_are_fitted_from_the_ledger(db: None) -> None:
    four = [make_version(f"owner{number}") for number in range(4)]
    play(*four, game="smear-four-handed", players=4, entry_kind="seat", blocks=6)
    play(*four[:3], blocks=6)
    play(*four[:2], game="smear-four-handed", players=4, entry_kind="side", blocks=6)
    assert refit_all() == 3
    for pool in Pool.objects.all():
        elo = [row.elo_milli for row in PoolFit.objects.get(pool=pool).ratings.all()]
        assert elo[0] > elo[1]
        assert len(elo) == {("smear-four-handed", "seat"): 4, ("smear-four-handed", "side"): 2}.get(
            (pool.game, pool.entry_kind), 3
        )


def test_the_covariance_survives_its_bytes() -> None:
    matrix = np.array([[4.0, 1.5, -2.0], [1.5, 9.0, 0.25], [-2.0, 0.25, 16.0]])

    class Found:
        bots, covariance = np.arange(3), matrix

    assert np.array_equal(fits.unpack(fits.pack(Found()), 3), matrix)  # type: ignore[arg-type]


def test_page_and_api_show_the_rating_with_its_interval_first(trio: list[BotVersion], client: Any) -> None:
    refit_all()
    pool = Pool.objects.get()
    shown = [row.published for row in selectors.rating_table(pool) if row.published]
    rows = [row["published"] for row in client.get(f"/api/v1/pools/{pool.pk}/").json()["table"]]
    assert len(shown) == 3
    assert [row["elo"] for row in rows] == [row.elo for row in shown]
    # The anchor has no error: the scale is such that it stands still.
    assert [row["low"] < row["elo"] < row["high"] for row in rows] == [not row["is_anchor"] for row in rows]
    text = " ".join(client.get(f"/ratings/{pool.pk}/").content.decode().split())
    for row in shown:
        error = "" if row.is_anchor else f' <span class="error-bar">± {row.reach:.0f}'
        assert f">{row.elo:.0f}</span>{error}" in text
