"""What duplicate deals have gained, and the sums of pairs that it comes from."""

from __future__ import annotations

import numpy as np
import pytest
from fairdeal.ratings.gain import gain
from fairdeal.ratings.pairs import PairSums
from fairdeal.ratings.uncertainty import wilson_interval


def sums(*blocks: list[int]) -> PairSums:
    found = PairSums()
    for block in blocks:
        found.add(block)
    return found


def test_the_sums_of_a_pair_and_their_other_side() -> None:
    found = sums([2, 0], [2, 1], [0, 0])
    assert found == PairSums(blocks=3, games=6, wins=2, draws=1, half_points=5, block_squares=13, game_squares=9)
    assert found.turned() == sums([0, 2], [0, 1], [2, 2])
    assert found.turned().turned() == found
    assert found.losses == found.turned().wins == 3


def test_the_error_of_a_pair_is_that_of_its_blocks() -> None:
    found = sums([2, 2], [0, 0], [2, 0], [1, 1])
    assert found.score == 0.5
    # Blocks 1, 0, 1/2, 1/2: variance 1/6, of the mean of four 1/24.
    assert found.error == pytest.approx((1 / 24) ** 0.5)
    low, high = found.interval
    assert (low, high) == (max(0.0, 0.5 - 3.18245 / 24**0.5), pytest.approx(min(1.0, 0.5 + 3.18245 / 24**0.5)))
    level = sums([2, 2], [2, 2], [2, 2])
    assert level.interval == wilson_interval(1.0, 3)
    assert level.error and level.error > 0.2
    assert sums([2, 0]).error is None


def test_opposite_games_of_a_deal_save_all() -> None:
    found = gain([sums([2, 0], [0, 2], [2, 0])], 2)
    assert found is not None
    assert (found.correlation, found.saved, found.blocks, found.games) == (-1.0, None, 3, 6)


def test_equal_games_of_a_deal_save_nothing() -> None:
    found = gain([sums([2, 2], [0, 0], [2, 2], [0, 0])], 2)
    assert found is not None
    assert (found.correlation, found.saved) == (1.0, 0.5)


@pytest.mark.parametrize("pairs", [[], [sums([2, 0])], [sums([1, 1], [1, 1])]])
def test_too_little_says_nothing(pairs: list[PairSums]) -> None:
    assert gain(pairs, 2) is None
    assert gain([sums([2], [0])], 1) is None


@pytest.mark.parametrize("games", [2, 4])
@pytest.mark.parametrize("luck", [0.0, 0.9])
def test_the_correlation_of_simulated_deals_is_found(games: int, luck: float) -> None:
    """Half of a deal's games have the good hand: with luck they are won, without it they are tossed."""
    rng = np.random.default_rng(3)
    pairs = []
    for _ in range(12):
        blocks = []
        for _ in range(200):
            good = rng.permutation(np.arange(games) % 2)
            won = np.where(rng.random(games) < luck, good, rng.integers(0, 2, games))
            blocks.append((2 * won).tolist())
        pairs.append(sums(*blocks))
    found = gain(pairs, games)
    assert found is not None
    # Of two games of a deal exactly one half has the good hand: their covariance is luck^2 times that of drawing
    # without putting back.
    truth = -(luck**2) / (games - 1)
    assert found.low < truth < found.high
    assert found.high - found.low < 0.15
    assert found.saved == pytest.approx(1 / (1 + (games - 1) * truth), rel=0.15)
    assert found.saved_low < found.saved
    assert found.saved_high is None or found.saved < found.saved_high


def test_the_analysis_of_variance_by_hand() -> None:
    # Blocks 4, 2, 0 and 2, 2 of two games: among deals (16/2 * 2 - ...) 4 over 3 degrees, within 1 over 5.
    found = gain([sums([2, 2], [1, 1], [0, 0]), sums([2, 0], [1, 1])], 2)
    assert found is not None
    among, within = 4 / 3, 2 / 5
    assert found.correlation == pytest.approx((among - within) / (among + within))
