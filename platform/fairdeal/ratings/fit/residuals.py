"""Who beats whom beyond what the ratings say. Pure."""

from dataclasses import dataclass

import numpy as np

from fairdeal.ratings.fit.contests import Contests
from fairdeal.ratings.fit.prior import ELO
from fairdeal.ratings.fit.ranking import holm
from fairdeal.ratings.fit.ratings import Fit
from fairdeal.ratings.fit.solve import expected
from fairdeal.ratings.fit.student import normal_share


@dataclass(frozen=True, slots=True)
class Residual:
    """What bot `first` has scored against `second` in so many blocks, and what the ratings expect, a block.

    `deviation` is the difference in its standard errors; `is_sure` when chance does not explain it, after as many
    tests as there are pairs.
    """

    first: int
    second: int
    blocks: int
    score: float
    expected: float
    deviation: float
    is_sure: bool


def residuals(fit: Fit) -> list[Residual]:
    """Return all pairs that have met, the first one having scored more than expected; the largest deviation first.

    The spread of a block is that of the whole pool (`Fit.dispersion`): few blocks of one pair do not tell it.
    Contests of sides are no pairs: nothing is returned for them.
    """
    contests = fit.contests
    if len(contests.signs) != 2 or not fit.dispersion:
        return []
    strengths = np.zeros(contests.bots)
    strengths[fit.bots] = fit.elo / ELO
    blocks, points = _pairs(contests)
    first, second = np.nonzero(np.triu(blocks, 1))
    count, score = blocks[first, second], points[first, second]
    chance = expected(strengths[first] - strengths[second])
    spread = np.sqrt(fit.dispersion * count * chance * (1 - chance))
    deviation = (score - count * chance) / np.maximum(spread, 1e-12)
    sure = holm(np.array([2 * normal_share(-abs(float(z))) for z in deviation]), 0.05)
    rows = []
    for k in np.argsort(-np.abs(deviation), kind="stable"):
        i, j, mean, hope, z = int(first[k]), int(second[k]), score[k] / count[k], chance[k], deviation[k]
        if z < 0:
            i, j, mean, hope, z = j, i, 1 - mean, 1 - hope, -z
        rows.append(Residual(i, j, int(count[k]), float(mean), float(hope), float(z), bool(sure[k])))
    return rows


def _pairs(contests: Contests) -> tuple[np.ndarray, np.ndarray]:
    """Return blocks and points of i against j, [bots, bots] each."""
    blocks = np.zeros((contests.bots, contests.bots))
    points = np.zeros((contests.bots, contests.bots))
    i, j = contests.members[:, 0], contests.members[:, 1]
    for first, second, scores in ((i, j, contests.points), (j, i, contests.blocks - contests.points)):
        np.add.at(blocks, (first, second), contests.blocks)
        np.add.at(points, (first, second), scores)
    return blocks, points
