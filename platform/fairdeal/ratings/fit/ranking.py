"""What can be said for sure about an order: who is better than whom, after as many tests as there are pairs. Pure."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fairdeal.ratings.fit.blocks import Floats, Ints
from fairdeal.ratings.fit.student import t_tails

Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Comparison:
    """All pairs of bots: `superiority` [i, j] is how likely i is the better one, `surely` whether that is certain."""

    superiority: Floats
    surely: Bools

    def rank_ranges(self) -> list[tuple[int, int]]:
        """Return the best and the worst rank each bot can have: 1 + those surely better, n - those surely worse."""
        count = len(self.surely)
        better, worse = self.surely.sum(axis=0), self.surely.sum(axis=1)
        return [(1 + int(b), count - int(w)) for b, w in zip(better, worse, strict=True)]


def compare(strengths: Floats, covariance: Floats, freedom: Ints, confidence: float = 0.95) -> Comparison:
    """Compare all pairs by their differences in units of the difference's own error.

    The t distribution has the degrees of freedom of the one of the two that is known less. All sure statements of one
    table hold together with the confidence (S. Holm, Scandinavian Journal of Statistics 6 (1979), 65-70), so that rank
    ranges can be read side by side.
    """
    count = len(strengths)
    first, second = np.triu_indices(count, 1)
    difference = strengths[first] - strengths[second]
    variance = np.diag(covariance)
    spread = np.sqrt(np.maximum(variance[first] + variance[second] - 2 * covariance[first, second], 1e-24))
    tails = t_tails(difference / spread, np.minimum(freedom[first], freedom[second]))
    superiority = np.full((count, count), 0.5)
    superiority[first, second] = np.where(difference > 0, 1 - tails / 2, tails / 2)
    superiority[second, first] = 1 - superiority[first, second]
    surely = np.zeros((count, count), dtype=bool)
    certain = holm(tails, 1 - confidence)
    surely[first, second] = certain & (difference > 0)
    surely[second, first] = certain & (difference < 0)
    return Comparison(superiority, surely)


def holm(tails: Floats, alpha: float) -> Bools:
    """Return which of the hypotheses with these p-values are rejected, together at the level alpha."""
    order = np.argsort(tails, kind="stable")
    bounds = alpha / (len(tails) - np.arange(len(tails)))
    passed = np.logical_and.accumulate(tails[order] <= bounds)
    rejected = np.zeros(len(tails), dtype=bool)
    rejected[order] = passed
    return rejected
