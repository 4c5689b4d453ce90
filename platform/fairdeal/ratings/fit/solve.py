"""Strengths by Newton's method: the maximum of the quasi-likelihood times the prior. Pure."""

from typing import Final

import numpy as np

from fairdeal.ratings.fit.blocks import Floats, sums
from fairdeal.ratings.fit.contests import Contests

_TOLERANCE: Final = 1e-11
_STEPS: Final = 200
#: The most a strength moves in one step: far from the maximum the quadratic is no good guide.
_LONGEST: Final = 1.5


def expected(logits: Floats) -> Floats:
    """Return the expected scores, without overflow."""
    return 0.5 * (1 + np.tanh(0.5 * logits))


def strengths(contests: Contests, precision: Floats, zero: int) -> tuple[Floats, Floats]:
    """Return the strengths [bots], that of bot `zero` being 0, and the information [bots, bots], prior included.

    R. A. Bradley and M. E. Terry, Biometrika 39 (1952), 324-345, with draws as half a win. The function is concave and
    the prior makes it strictly so; there is always one maximum, also for perfect scores and islands.
    """
    found = np.zeros(contests.bots)
    free = np.arange(contests.bots) != zero
    for _ in range(_STEPS):
        scores = expected(contests.logits(found))
        gradient = slopes(contests, contests.points - contests.blocks * scores) - precision @ found
        matrix = information(contests, contests.blocks * scores * (1 - scores)) + precision
        step = np.zeros(contests.bots)
        step[free] = np.linalg.solve(matrix[np.ix_(free, free)], gradient[free])
        longest = float(np.max(np.abs(step), initial=0.0))
        found += step * min(1.0, _LONGEST / max(longest, _LONGEST))
        if longest < _TOLERANCE:
            break
    scores = expected(contests.logits(found))
    return found, information(contests, contests.blocks * scores * (1 - scores)) + precision


def slopes(contests: Contests, residuals: Floats) -> Floats:
    """Return the sums of the contests' residuals over the bots that took part, [bots]."""
    weights = residuals[:, np.newaxis] * contests.signs
    return sums(contests.members, weights, contests.bots)


def information(contests: Contests, weights: Floats) -> Floats:
    """Return the information of contests with these weights, [bots, bots]."""
    bots, members = contests.bots, contests.members
    cells = members[:, :, np.newaxis] * bots + members[:, np.newaxis, :]
    values = weights[:, np.newaxis, np.newaxis] * np.outer(contests.signs, contests.signs)
    return sums(cells, values, bots * bots).reshape(bots, bots)
