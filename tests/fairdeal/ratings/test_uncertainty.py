"""Errors of scores whose blocks were all the same."""

from __future__ import annotations

import pytest
from fairdeal.ratings.uncertainty import Z_95, error_without_spread, wilson_interval


@pytest.mark.parametrize(
    ("won", "played", "low", "high"),
    # 81 of 263 and 0 of 20 are examples of R. G. Newcombe, Statistics in Medicine 17 (1998), 857-872.
    [(81, 263, 0.2553, 0.3662), (0, 20, 0.0, 0.1611), (20, 20, 0.8389, 1.0), (1, 2, 0.0945, 0.9055)],
)
def test_the_interval_is_wilsons(won: int, played: int, low: float, high: float) -> None:
    assert wilson_interval(won / played, played) == pytest.approx((low, high), abs=6e-5)


@pytest.mark.parametrize("score", [0.0, 0.25, 0.5, 0.75, 1.0])
def test_its_error_reaches_the_farther_end_and_falls_with_the_blocks(score: float) -> None:
    errors = [error_without_spread(score, n) for n in (2, 4, 12, 100)]
    assert errors == sorted(errors, reverse=True) and errors[-1] > 0
    low, high = wilson_interval(score, 12)
    assert max(abs(score - low), abs(score - high)) == pytest.approx(Z_95 * errors[2])


def test_both_ends_are_alike() -> None:
    assert error_without_spread(0.0, 7) == pytest.approx(error_without_spread(1.0, 7))


@pytest.mark.parametrize(("blocks", "is_clear"), [(2, False), (3, False), (4, True), (12, True)])
def test_a_few_wins_prove_nothing(blocks: int, is_clear: bool) -> None:
    assert (Z_95 * error_without_spread(1.0, blocks) < 1.0 - 0.5) is is_clear
