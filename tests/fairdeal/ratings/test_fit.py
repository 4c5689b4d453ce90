"""What must hold for any field, and what a fit says where there is little or nothing to say."""

from __future__ import annotations

import numpy as np
import pytest
from fairdeal.ratings import fit as fitting
from fairdeal.ratings.fit import Fit, Link, Piece, fit, in_pieces, residuals, sides_shape, table_shape
from fairdeal.ratings.fit.ranking import compare, holm

from tests.fairdeal.ratings.fields import Field, simulate

DUEL = table_shape(2, 2)
Block = tuple[int, int, int]


def duels(blocks: list[Block], bots: int, **facts: object) -> Fit:
    """Fit blocks of a duel: first, second, half points of the first (0 to 4); each on deals of its own."""
    table = np.array(blocks, dtype=np.int64).reshape(-1, 3)
    return fit(bots, DUEL, in_pieces(table[:, :2], table[:, 2:], np.arange(len(table))), **facts)  # type: ignore[arg-type]


def rated(field: Field, seats: int, anchor: int | None = 0) -> Fit:
    return fit(len(field.elo), table_shape(seats, seats), field.source, anchor=anchor)


def is_sound(found: Fit) -> bool:
    """Say whether all numbers are finite, and no error but the anchor's is 0."""
    numbers = [found.elo, found.errors, found.field_errors, found.factors, found.covariance]
    others = found.bots != found.anchor
    return all(np.isfinite(values).all() for values in numbers) and bool((found.errors[others] > 1).all())


@pytest.fixture(scope="module")
def four_handed() -> Field:
    return simulate(np.random.default_rng(4), bots=12, seats=4, deals=60)


def test_the_order_of_blocks_changes_nothing(four_handed: Field) -> None:
    order = np.random.default_rng(1).permutation(len(four_handed.deals))
    shuffled = in_pieces(four_handed.lineup[order], four_handed.points[order], four_handed.deals[order], size=5)
    one, other = rated(four_handed, 4), fit(12, table_shape(4, 4), shuffled, anchor=0)
    assert np.array_equal(one.elo, other.elo)
    assert other.covariance == pytest.approx(one.covariance, rel=1e-9)
    assert other.clusters == one.clusters == 60


def test_the_names_of_bots_change_nothing(four_handed: Field) -> None:
    name = np.random.default_rng(2).permutation(12)
    renamed = in_pieces(name[four_handed.lineup], four_handed.points, four_handed.deals)
    one, other = rated(four_handed, 4), fit(12, table_shape(4, 4), renamed, anchor=int(name[0]))
    assert other.elo[name] == pytest.approx(one.elo, abs=1e-6)
    assert other.errors[name] == pytest.approx(one.errors, abs=1e-6)
    ranges = other.comparison.rank_ranges()
    assert [ranges[k] for k in name] == one.comparison.rank_ranges()


def test_the_anchor_moves_the_zero_and_nothing_else(four_handed: Field) -> None:
    one, other, free = rated(four_handed, 4), rated(four_handed, 4, anchor=5), rated(four_handed, 4, anchor=None)
    assert other.elo - other.elo.mean() == pytest.approx(one.elo - one.elo.mean(), abs=1e-6)
    assert other.field_errors == pytest.approx(one.field_errors, abs=1e-6)
    assert (one.elo[0], one.errors[0]) == (fitting.ZERO, 0)
    assert free.elo.mean() == pytest.approx(fitting.ZERO)
    assert free.errors == pytest.approx(one.field_errors, abs=1e-6)
    assert free.comparison.rank_ranges() == one.comparison.rank_ranges()


def test_equal_results_are_equal_ratings() -> None:
    found = duels([(0, 2, 4), (1, 2, 4), (0, 2, 1), (1, 2, 1)] * 10, 3, anchor=2)
    assert found.elo[0] == pytest.approx(found.elo[1], abs=1e-9)
    assert found.comparison.superiority[0, 1] == pytest.approx(0.5)


def test_sharing_deals_is_not_taken_for_more_evidence(four_handed: Field) -> None:
    twice = in_pieces(*[np.concatenate([part, part]) for part in (four_handed.lineup, four_handed.points)],
                      np.concatenate([four_handed.deals, four_handed.deals]))  # fmt: skip
    one, copied = rated(four_handed, 4), fit(12, table_shape(4, 4), twice, anchor=0)
    # Ratings are held less by the prior, but the errors hardly shrink: no deal is new.
    assert copied.errors.sum() > 0.97 * one.errors.sum()
    apart = fit(12, table_shape(4, 4), in_pieces(four_handed.lineup, four_handed.points, np.arange(180)), anchor=0)
    assert apart.clusters == 180


def test_pieces_may_be_cut_anywhere(four_handed: Field) -> None:
    found = [
        fit(12, table_shape(4, 4), in_pieces(four_handed.lineup, four_handed.points, four_handed.deals, size), anchor=0)
        for size in (1, 2, 7, 1000)
    ]
    for other in found[1:]:
        assert other.covariance == pytest.approx(found[0].covariance, rel=1e-9)
        assert np.array_equal(other.clusters_of, found[0].clusters_of)


def test_sides_are_rated_by_the_mean_of_their_members() -> None:
    rng = np.random.default_rng(8)
    strengths = rng.normal(0, 1, 8)
    lineup = rng.permuted(np.tile(np.arange(8), (4000, 1)), axis=1)[:, :4]
    logit = strengths[lineup] @ [0.5, -0.5, 0.5, -0.5]
    points = 2 * rng.binomial(4, 1 / (1 + np.exp(-logit)))[:, np.newaxis]
    found = fit(8, sides_shape([[0, 2], [1, 3]], 4), in_pieces(lineup, points, np.arange(4000)))
    truth = 173.7178 * (strengths - strengths.mean())
    assert np.abs((found.elo - fitting.ZERO - truth) / found.errors).max() < 4
    assert found.errors.max() < 12
    assert residuals(found) == []


def test_partners_of_unequal_sides() -> None:
    shape = sides_shape([[0], [1, 2, 3, 4]], 5)
    assert shape.coefficients.tolist() == [[1, -0.25, -0.25, -0.25, -0.25]]
    with pytest.raises(ValueError, match="two sides"):
        sides_shape([[0], [1], [2]], 3)


def test_no_games_rate_nobody() -> None:
    for bots in (0, 1, 5):
        found = duels([], bots)
        assert (len(found.elo), found.clusters, found.blocks, found.dispersion) == (0, 0, 0, None)
        assert found.islands == found.comparison.rank_ranges() == residuals(found) == []


def test_who_has_not_played_is_not_rated() -> None:
    found = duels([(1, 3, 2)] * 30, 5, anchor=0)
    assert found.bots.tolist() == [1, 3]
    assert found.anchor is None


def test_draws_alone() -> None:
    found = duels([(0, 1, 2)] * 40, 2, anchor=0)
    assert found.elo == pytest.approx([1500, 1500])
    assert is_sound(found)
    assert found.comparison.rank_ranges() == [(1, 2), (1, 2)]


@pytest.mark.parametrize("blocks", [1, 5, 50, 5000])
def test_a_perfect_score_is_held_by_the_prior_and_uncertain(blocks: int) -> None:
    found = duels([(0, 1, 4)] * blocks, 2, anchor=1)
    assert is_sound(found)
    assert 1500 < found.elo[0] < 4000
    assert found.errors[0] > 80
    assert found.one_way == [[0], [1]]
    assert found.islands == [[0, 1]]


def test_more_wins_of_a_perfect_score_raise_it() -> None:
    ratings = [duels([(0, 1, 4)] * blocks, 2, anchor=1).elo[0] for blocks in (1, 10, 100, 1000)]
    assert ratings == sorted(ratings)


def test_islands_are_named_and_not_told_apart() -> None:
    found = duels([(0, 1, 3), (2, 3, 3), (3, 2, 2)] * 30, 5, anchor=0)
    assert found.islands == [[0, 1], [2, 3]]
    assert is_sound(found)
    # Within an island the better one is known; between them nothing is.
    assert found.comparison.surely[0, 1]
    assert not found.comparison.surely[:2, 2:].any()
    assert found.errors[2] > 200


def test_a_million_blocks_of_one_pair() -> None:
    points = np.tile([[4], [2], [2], [3]], (250_000, 1))
    lineup = np.tile([[0, 1]], (1_000_000, 1))
    found = fit(2, DUEL, in_pieces(lineup, points, np.arange(1_000_000)), anchor=1)
    assert found.elo[0] - 1500 == pytest.approx(400 * np.log10(0.6875 / 0.3125), abs=0.01)
    assert 0.1 < found.errors[0] < 0.2
    assert found.blocks == found.clusters == 1_000_000


def test_a_single_deal_is_rough() -> None:
    table = np.array([(0, 1, 3), (1, 2, 3), (0, 2, 4)])
    found = fit(3, DUEL, in_pieces(table[:, :2], table[:, 2:], np.zeros(3, dtype=np.int64)), anchor=0)
    assert is_sound(found)
    assert found.is_rough.all()
    assert found.factors == pytest.approx([12.7062] * 3, abs=1e-3)


def test_rough_is_under_twenty_deals_or_twice_the_bots() -> None:
    assert duels([(0, 1, 3)] * 19, 2).is_rough.all()
    assert not duels([(0, 1, 3)] * 20, 2).is_rough.any()
    ring = [(k, (k + 1) % 30, 3) for k in range(30)]
    assert duels(ring + [(0, 1, 2)] * 29, 30).is_rough.all()
    assert not duels(ring + [(0, 1, 2)] * 30, 30).is_rough[0]


def test_a_link_holds_versions_together() -> None:
    blocks = [(0, 2, 3), (0, 2, 2)] * 50 + [(1, 2, 0)] * 2
    apart, linked = duels(blocks, 3, anchor=2), duels(blocks, 3, anchor=2, links=[Link(1, 0)])
    assert abs(linked.elo[1] - linked.elo[0]) < 60 < abs(apart.elo[1] - apart.elo[0])
    far = duels(blocks, 3, anchor=2, links=[Link(1, 0, steps=4)])
    assert abs(linked.elo[1] - linked.elo[0]) < abs(far.elo[1] - far.elo[0])
    with pytest.raises(ValueError, match="link"):
        duels(blocks, 3, links=[Link(1, 7)])


def test_residuals_show_who_beats_whom_beyond_the_ratings() -> None:
    # Stone, scissors and paper: level in all, and far from level pair by pair.
    cycle = [(0, 1, 4), (1, 2, 4), (2, 0, 4), (0, 1, 3), (1, 2, 3), (2, 0, 3)] * 20
    rows = residuals(duels(cycle, 3))
    assert {(row.first, row.second) for row in rows} == {(0, 1), (1, 2), (2, 0)}
    assert all(row.is_sure and row.score == pytest.approx(0.875) for row in rows)
    assert all(row.expected == pytest.approx(0.5) and row.blocks == 40 for row in rows)
    chance = residuals(duels([(0, 1, 3), (1, 2, 3), (0, 2, 3), (0, 1, 1), (1, 2, 1), (0, 2, 2)] * 20, 3))
    assert not any(row.is_sure for row in chance)


def test_the_rank_range_counts_who_is_surely_better() -> None:
    covariance = np.diag([1.0, 1.0, 1.0, 1.0])
    found = compare(np.array([100.0, 50.0, 49.0, 0.0]), covariance, np.full(4, 100))
    assert found.rank_ranges() == [(1, 1), (2, 3), (2, 3), (4, 4)]
    assert found.superiority[0, 3] > 0.9999
    assert found.superiority[1, 2] + found.superiority[2, 1] == pytest.approx(1)


def test_holm_stops_at_the_first_that_is_not_small_enough() -> None:
    assert holm(np.array([0.01, 0.04, 0.03, 0.005]), 0.05).tolist() == [True, False, False, True]
    assert holm(np.zeros(0), 0.05).tolist() == []


@pytest.mark.parametrize(
    ("piece", "message"),
    [
        (Piece(np.array([[0, 1, 2]]), np.array([[0]]), np.array([0])), "line-ups of 2"),
        (Piece(np.array([[0, 7]]), np.array([[0]]), np.array([0])), "outside 0 to 1"),
        (Piece(np.array([[0, 1]]), np.array([[5]]), np.array([0])), "half points outside 0 to 4"),
        (Piece(np.array([[1, 1]]), np.array([[2]]), np.array([0])), "sit twice"),
        (Piece(np.array([[0, 1], [0, 1]]), np.array([[2], [2]]), np.array([1, 0])), "order of their deals"),
    ],
)
def test_pieces_that_do_not_fit_are_refused(piece: Piece, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        fit(2, DUEL, lambda: [piece])


def test_other_bad_input_is_refused() -> None:
    one = Piece(np.array([[0, 1]]), np.array([[2]]), np.array([3]))
    two = Piece(np.array([[0, 1]]), np.array([[2]]), np.array([1]))
    with pytest.raises(ValueError, match="pieces in the order"):
        fit(2, DUEL, lambda: [one, two])
    with pytest.raises(ValueError, match="anchor"):
        fit(2, DUEL, lambda: [one], anchor=2)
    with pytest.raises(ValueError, match="two places"):
        table_shape(1, 1)
    with pytest.raises(ValueError, match="as many line-ups"):
        in_pieces(np.zeros((2, 2), dtype=np.int64), np.zeros((1, 1), dtype=np.int64), np.zeros(2, dtype=np.int64))
