"""Simulated sequential tests whose truth is known, for the tests of their errors."""

from __future__ import annotations

import numpy as np
import pytest
from fairdeal.ratings.sprt import Evidence, Plan, expected_blocks, score_of
from fairdeal.ratings.sprt import likelihood_ratio as ratio_of

KINDS = ("even pairs", "pairs", "tables")


def exact(scores: np.ndarray, counts: np.ndarray, mean: float) -> np.ndarray:
    """Return the log-likelihood of the likeliest distributions with a mean; counts are [..., scores]."""
    seen = np.where((scores == 0) | (scores == 1), np.maximum(counts, 1e-3), counts)
    values = scores - mean
    low = -1 / np.where(seen > 0, values, 0).max(axis=-1)
    high = -1 / np.where(seen > 0, values, 0).min(axis=-1)
    for _ in range(30):
        x = (low + high) / 2
        up = (seen * values / (1 + x[..., np.newaxis] * values)).sum(axis=-1) > 0
        low, high = np.where(up, x, low), np.where(up, high, x)
    # What was not seen counts for nothing, and may lie beyond the bounds, where there is no logarithm.
    share = np.where(seen > 0, ((low + high) / 2)[..., np.newaxis] * values, 0)
    return -(seen * np.log1p(share)).sum(axis=-1)


def walks(plan: Plan, points: list[int], full: int, weights: list[float], looks: np.ndarray, runs: int) -> np.ndarray:
    """Return how so many tests end, looked at after so many blocks: 1 better, -1 not better, 0 undecided; and when."""
    rng = np.random.default_rng(20)
    drawn = np.searchsorted(np.cumsum(weights)[:-1], rng.random((runs, looks[-1])))
    counts = np.stack([np.cumsum(drawn == k, axis=1)[:, looks - 1] for k in range(len(points))], axis=-1)
    scores = np.array(points) / full
    ratio = exact(scores, counts, score_of(plan.elo1)) - exact(scores, counts, score_of(plan.elo0))
    over = (ratio >= plan.upper) | (ratio <= plan.lower)
    first = np.where(over.any(axis=1), over.argmax(axis=1), len(looks) - 1)
    ended = ratio[np.arange(runs), first]
    for run in range(20):
        found = Evidence(full, {p: int(n) for p, n in zip(points, counts[run, first[run]], strict=True) if n})
        assert ratio_of(plan, found) == pytest.approx(ended[run], abs=0.02)
    return np.stack([np.where(ended >= plan.upper, 1, np.where(ended <= plan.lower, -1, 0)), looks[first]])


def pair_weights(elo: float, decisive: float) -> list[float]:
    """Return the shares of both lost, one each and both won, as on duplicate deals."""
    tilt = 2 * score_of(elo) - 1
    return [(decisive - tilt) / 2, 1 - decisive, (decisive + tilt) / 2]


def table_weights(elo: float) -> list[float]:
    """Return the shares of differences of two versions at the same tables, from -6 to 6 tenths, tilted to the mean."""
    scores = 0.5 + np.arange(-6, 7) / 10
    shares = np.exp(-(np.arange(-6, 7) ** 2) / 8)
    low, high = -5.0, 5.0
    for _ in range(80):
        middle = (low + high) / 2
        tilted = shares * np.exp(middle * scores)
        low, high = (middle, high) if (tilted @ scores) / tilted.sum() < score_of(elo) else (low, middle)
    return list(tilted / tilted.sum())


def check_errors(kind: str, runs: int) -> None:
    """Let the test err in at most 7.5 % of so many runs either way, after about as many blocks as are told ahead."""
    plan = Plan(0, 20, most_blocks=1600)
    points, full = (list(range(-1, 12)), 10) if kind == "tables" else ([0, 1, 2], 2)
    looks = np.arange(20, 1601, 40)
    for elo, right in ((0.0, -1), (20.0, 1)):
        weights = table_weights(elo) if kind == "tables" else pair_weights(elo, 0.1 if kind == "even pairs" else 0.19)
        ended, blocks = walks(plan, points, full, weights, looks, runs)
        assert (ended == -right).mean() <= 0.075
        assert (ended == 0).mean() <= 0.01
        variance = float(weights @ (np.array(points) / full - 0.5) ** 2)
        if kind != "even pairs":  # with so few of them decided, a look every forty blocks is much of the test
            assert blocks.mean() == pytest.approx(expected_blocks(plan, elo, variance), rel=0.4)
