"""Block results as counts: pentanomial for two games a block, trinomial for single games, and what Elo they mean. Pure.

Counts go from the worst result to the best: for pairs both lost, lost and drawn, one each (or two draws), drawn and
won, both won. The results of a block have evenly spaced scores from 0 to 1, the mean score of its games.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, log10, sqrt
from typing import Final

from fairdeal.ratings.fit.student import normal_share

#: nElo a unit of (score - 1/2) / (deviation of a single game): 800 / ln 10.
NELO: Final = 800 / log(10)
_Z_95: Final = 1.959963984540054
#: Elo of a score this near to 0 or 1; the scores themselves have none.
_LEAST: Final = 1e-6
#: What stands for a result that has not come up, so that no variance is 0.
UNSEEN: Final = 1e-3


@dataclass(frozen=True, slots=True)
class Moments:
    """Mean score and variance of a block, over so many blocks of so many games."""

    blocks: float
    games: int
    mean: float
    variance: float

    @property
    def t_value(self) -> float:
        """The mean's distance from 1/2 in deviations of a single game, as if a block's games were independent."""
        return (self.mean - 0.5) / sqrt(self.games * self.variance)


@dataclass(frozen=True, slots=True)
class Estimate:
    """Elo and normalised Elo with the half widths of their 95 % intervals, and the likelihood of superiority."""

    score: float
    elo: float
    elo_95: float
    nelo: float
    nelo_95: float
    superiority: float


def scores_of(counts: Sequence[float]) -> list[float]:
    """Return the scores that the counts are of; raises ValueError for counts that are none."""
    if len(counts) < 3 or len(counts) % 2 == 0 or min(counts) < 0 or not sum(counts) > 0:
        raise ValueError(f"expected 3, 5, ... counts, none negative and not all 0, not {list(counts)}")
    return [i / (len(counts) - 1) for i in range(len(counts))]


def shares(counts: Sequence[float]) -> list[float]:
    """Return the shares of the results; one that has not come up counts as a thousandth."""
    seen = [max(float(count), UNSEEN) for count in counts]
    return [count / sum(seen) for count in seen]


def moments(counts: Sequence[float]) -> Moments:
    """Return mean and variance of the blocks that were counted."""
    scores, parts = scores_of(counts), shares(counts)
    mean = sum(a * p for a, p in zip(scores, parts, strict=True))
    variance = sum((a - mean) ** 2 * p for a, p in zip(scores, parts, strict=True))
    total = sum(max(float(count), UNSEEN) for count in counts)
    return Moments(total, (len(counts) - 1) // 2, mean, variance)


def estimate(counts: Sequence[float]) -> Estimate:
    """Return what the counts say about the difference of two bots."""
    found = moments(counts)
    error = sqrt(found.variance / found.blocks)
    upper, lower = elo_of(found.mean + _Z_95 * error), elo_of(found.mean - _Z_95 * error)
    return Estimate(
        score=found.mean,
        elo=elo_of(found.mean),
        elo_95=(upper - lower) / 2,
        nelo=NELO * found.t_value,
        nelo_95=_Z_95 * NELO / sqrt(found.blocks * found.games),
        superiority=normal_share((found.mean - 0.5) / error),
    )


def elo_of(score: float) -> float:
    """Return the difference in Elo at which this score is expected; finite, also for 0 and 1."""
    kept = min(max(score, _LEAST), 1 - _LEAST)
    return -400 * log10(1 / kept - 1)


def score_of(elo: float) -> float:
    """Return the expected score of who is so many Elo ahead."""
    return 1 / (1 + 10 ** (-elo / 400))
