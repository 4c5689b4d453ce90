"""What blocks say of their entrants: mean scores with 95 % intervals, and the sequential test. Pure."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

# Quantiles of Student's t, 97.5 %, for few degrees of freedom; beyond, the expansion below is right to three digits.
_T_FEW: Final = (12.706, 4.303, 3.182, 2.776, 2.571)
_Z_95: Final = 1.959964
# Scores that were never seen, 0 and 1, are given this many blocks: no data makes anything impossible.
_UNSEEN: Final = 1e-3
_HALVINGS: Final = 100


class Game(Protocol):
    """What is read of a game: which entrant sat at each seat, and the place of each seat (1 is best)."""

    @property
    def seating(self) -> Sequence[int]:
        """Return the entrants, by seat."""

    @property
    def places(self) -> Sequence[int]:
        """Return the places, by seat."""


def block_scores(games: Sequence[Game], entrants: int) -> list[float]:
    """Return each entrant's score in a block, 0 to 1.

    Over games and opponents, a better place counts 1 and the same place 1/2.
    """
    sums = [0.0] * entrants
    for game in games:
        places = dict(zip(game.seating, game.places, strict=True))
        for entrant in range(entrants):
            own = places[entrant]
            others = [places[other] for other in range(entrants) if other != entrant]
            sums[entrant] += sum((own < other) + 0.5 * (own == other) for other in others) / len(others)
    return [total / len(games) for total in sums]


def t_quantile(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's t (Cornish-Fisher expansion: Abramowitz and Stegun 26.7.5)."""
    if freedom <= len(_T_FEW):
        return _T_FEW[freedom - 1]
    z = _Z_95
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)


def interval(values: Sequence[float]) -> tuple[float, float, float]:
    """Return mean and 95 % interval of block scores; a block is one observation, since its games share their cards.

    With one block, or blocks that all came out the same, Wilson's interval is taken: no spread is no certainty.
    """
    n = len(values)
    mean = sum(values) / n
    spread = sum((value - mean) ** 2 for value in values)
    if n > 1 and spread > 1e-12:
        half = t_quantile(n - 1) * math.sqrt(spread / (n - 1) / n)
        return mean, max(0.0, mean - half), min(1.0, mean + half)
    weight = _Z_95**2 / n
    middle = (mean + weight / 2) / (1 + weight)
    half = math.sqrt(mean * (1 - mean) * weight + weight**2 / 4) / (1 + weight)
    return mean, max(0.0, min(mean, middle - half)), min(1.0, max(mean, middle + half))


def expected_score(elo: float) -> float:
    """Return the score that so many Elo more are worth."""
    return 1 / (1 + math.exp(-elo * math.log(10) / 400))


def elo_of(score: float) -> float | None:
    """Return the Elo that a score is worth; None for 0 and 1."""
    return -400 * math.log10(1 / score - 1) if 0 < score < 1 else None


@dataclass(frozen=True)
class SequentialTest:
    """Wald's sequential probability ratio test of two Elo differences, on block scores from 0 to 1.

    The likelihoods are those of the multinomial distributions nearest to what was seen (empirical likelihood), with
    the mean that each hypothesis says: the generalised test that engine testers use on pairs of games.
    """

    elo0: float = 0.0
    elo1: float = 30.0
    alpha: float = 0.05
    beta: float = 0.05
    least_blocks: int = 20  # before, the spread is not known well enough

    @property
    def bounds(self) -> tuple[float, float]:
        """Return where the log-likelihood ratio decides for elo0, and for elo1."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, counts: Mapping[float, float]) -> float:
        """Return the log-likelihood ratio of counted block scores."""
        full = {0.0: _UNSEEN, 1.0: _UNSEEN} | {score: count for score, count in counts.items() if count}
        total = sum(full.values())
        shares = {score: count / total for score, count in full.items()}
        tilts = [_tilt(shares, expected_score(elo)) for elo in (self.elo0, self.elo1)]
        means = [expected_score(elo) for elo in (self.elo0, self.elo1)]
        return total * sum(
            share
            * (
                math.log1p(tilts[0] * (score - means[0]))  # the log of 1 / (1 + x (a - s)), and the sign turned
                - math.log1p(tilts[1] * (score - means[1]))
            )
            for score, share in shares.items()
        )

    def decide(self, values: Sequence[float]) -> tuple[float, bool | None]:
        """Return the log-likelihood ratio, and True (elo1), False (elo0), or None: go on."""
        ratio = self.llr(Counter(values))
        low, high = self.bounds
        if len(values) < self.least_blocks or low < ratio < high:
            return ratio, None
        return ratio, ratio >= high


def _tilt(shares: Mapping[float, float], mean: float) -> float:
    """Solve sum p (a - s) / (1 + x (a - s)) = 0 for x: the distribution p / (1 + x (a - s)) then has the mean s.

    The sum falls in x between the poles that the least and the greatest score make.
    """
    low, high = -1 / (max(shares) - mean), 1 / (mean - min(shares))
    for _ in range(_HALVINGS):
        x = (low + high) / 2
        if sum(share * (score - mean) / (1 + x * (score - mean)) for score, share in shares.items()) > 0:
            low = x
        else:
            high = x
    return (low + high) / 2
