"""Exact log-likelihood ratios of counted results: logistic and normalised Elo. Pure.

The generalised likelihood ratio: of all distributions over the results that have the mean (or the normalised mean) of a
hypothesis, the likeliest one stands for it. M. Van den Bergh, A practical introduction to the GSPRT (2019).
"""

from collections.abc import Sequence
from math import log, sqrt
from typing import Final

from fairdeal.ratings.sprt.counts import NELO, UNSEEN, moments, score_of, scores_of, shares

_ROUNDS: Final = 60
_TOLERANCE: Final = 1e-12


def logistic(counts: Sequence[float], elo0: float, elo1: float) -> float:
    """Return the log-likelihood ratio of a difference of `elo1` against one of `elo0`, in Elo."""
    return of_means(scores_of(counts), counts, score_of(elo0), score_of(elo1))


def of_means(scores: Sequence[float], counts: Sequence[float], mean0: float, mean1: float) -> float:
    """Return the log-likelihood ratio of a mean score of `mean1` against one of `mean0`.

    `counts` are those of any different scores, some on either side of both means. Nothing is assumed of their
    distribution: it is the empirical likelihood of A. B. Owen, Biometrika 75 (1988), 237-249.
    """
    parts = shares(counts)
    likeliest = [_with_mean_zero([a - mean for a in scores], parts) for mean in (mean0, mean1)]
    return _ratio(counts, *likeliest)


def normalised(counts: Sequence[float], nelo0: float, nelo1: float) -> float:
    """Return the log-likelihood ratio of a normalised difference of `nelo1` against one of `nelo0`, in nElo."""
    # A pair's mean deviates by a root of two less than a single game.
    root = sqrt(moments(counts).games)
    return _ratio(counts, *[_with_t_value(counts, nelo / NELO * root) for nelo in (nelo0, nelo1)])


def _ratio(counts: Sequence[float], under0: Sequence[float], under1: Sequence[float]) -> float:
    seen = [max(float(count), UNSEEN) for count in counts]
    return sum(n * log(p1 / p0) for n, p0, p1 in zip(seen, under0, under1, strict=True))


def _with_mean_zero(values: Sequence[float], parts: Sequence[float]) -> list[float]:
    """Return the likeliest distribution under which the values have the mean 0.

    By Lagrange it is p / (1 + x v), with the x for which the mean is 0: it falls in x, so halving finds it.
    """
    least, most = min(values), max(values)
    if not least < 0 < most:
        raise ValueError(f"no distribution over {list(values)} has the mean 0")
    low, high = -1 / most, -1 / least
    for _ in range(200):
        x = (low + high) / 2
        if x in (low, high):
            break
        mean = sum(p * v / (1 + x * v) for p, v in zip(parts, values, strict=True))
        low, high = (x, high) if mean > 0 else (low, x)
    return [p / (1 + x * v) for p, v in zip(parts, values, strict=True)]


def _with_t_value(counts: Sequence[float], t: float) -> list[float]:
    """Return the likeliest distribution whose mean is t of its own deviations above 1/2.

    The deviation is not linear in the distribution; it is replaced by its tangent at the last one until nothing moves.
    """
    scores, parts = scores_of(counts), shares(counts)
    found = [1 / len(scores)] * len(scores)
    for _ in range(_ROUNDS):
        mean = sum(a * p for a, p in zip(scores, found, strict=True))
        deviation = sqrt(sum((a - mean) ** 2 * p for a, p in zip(scores, found, strict=True)))
        tangent = [a - 0.5 - t * deviation * (1 + ((a - mean) / deviation) ** 2) / 2 for a in scores]
        after = _with_mean_zero(tangent, parts)
        moved = max(abs(a - b) for a, b in zip(found, after, strict=True))
        found = after
        if moved < _TOLERANCE:
            break
    return found
