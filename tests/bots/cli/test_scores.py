"""Scores of blocks, their intervals, and the sequential test."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from bots.cli.scores import SequentialTest, block_scores, elo_of, expected_score, interval, t_quantile


def test_a_block_is_scored_over_its_games_and_opponents() -> None:
    games = [SimpleNamespace(seating=[0, 1, 2], places=[1, 2, 2]), SimpleNamespace(seating=[2, 0, 1], places=[1, 3, 2])]
    assert block_scores(games, 3) == [0.5, (0.25 + 0.5) / 2, (0.25 + 1) / 2]
    sides = [SimpleNamespace(seating=[0, 1, 0, 1], places=[3, 1, 3, 1])]
    assert block_scores(sides, 2) == [0, 1]


def test_quantiles_are_those_of_the_tables() -> None:
    table = {1: 12.706, 5: 2.571, 6: 2.447, 10: 2.228, 30: 2.042, 120: 1.980}
    for freedom, expected in table.items():
        assert t_quantile(freedom) == pytest.approx(expected, abs=0.014 if freedom == 6 else 0.003)


def test_an_interval_holds_its_mean_and_is_never_empty() -> None:
    assert interval([0.5, 1.0, 1.0, 0.75]) == pytest.approx((0.8125, 0.8125 - 3.182 * 0.239357 / 2, 1.0), abs=1e-4)
    mean, low, high = interval([1.0] * 4)  # Wilson: 4 of 4
    assert (mean, high) == (1.0, 1.0)
    assert low == pytest.approx(0.5101, abs=1e-4)
    assert interval([0.5])[1] < 0.5 < interval([0.5])[2]


def test_elo_and_score_are_each_others_inverse() -> None:
    assert expected_score(0) == 0.5
    assert elo_of(expected_score(120)) == pytest.approx(120)
    assert elo_of(1.0) is None


@pytest.mark.parametrize(
    ("elo0", "elo1", "counts", "llr"),
    [
        (0.5, 2.5, [21184, 40708, 21404], -1.57188879),
        (0.5, 2.5, [223, 9863, 21279, 10037, 246], -3.07412644),
        (-3, 1, [10789, 19328, 33806, 19402, 10543], 2.13106781),
    ],
)
def test_the_likelihood_ratio_is_that_of_published_examples(
    elo0: float, elo1: float, counts: list[int], llr: float
) -> None:
    scores = {place / (len(counts) - 1): count for place, count in enumerate(counts)}
    assert SequentialTest(elo0, elo1).llr(scores) == pytest.approx(llr, abs=1e-7)


def test_nothing_is_decided_before_enough_blocks_and_both_ways_are_possible() -> None:
    test = SequentialTest(0, 200)
    assert test.bounds == pytest.approx((-2.944439, 2.944439))
    assert test.decide([1.0] * 19)[1] is None
    assert test.decide([1.0] * 20)[1] is True
    assert test.decide([0.0] * 20)[1] is False
    assert SequentialTest(0, 1).decide([0.5, 1.0, 0.0] * 10)[1] is None
