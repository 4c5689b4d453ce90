"""What is believed of strengths while they are played for: a normal distribution, updated result by result. Pure.

Strengths are in units of the logistic curve: P(i beats j) = 1 / (1 + exp(-(m_i - m_j))); one is 400 / ln 10 = 173.7
Elo.
"""

from collections.abc import Sequence
from math import exp, log, log1p
from typing import Self

import numpy as np
from numpy.typing import NDArray

ELO = 400 / log(10)
PRIOR_ELO = 350.0


class Beliefs:
    """Means and covariance of all strengths, of entrants 0 to n - 1."""

    def __init__(self, mean: NDArray[np.float64], covariance: NDArray[np.float64]) -> None:
        self.mean, self.covariance = mean, covariance

    @classmethod
    def start(cls, means_elo: Sequence[float], deviations_elo: Sequence[float] | None = None) -> Self:
        """Return independent beliefs; in Elo, by default each with a standard deviation of 350."""
        deviations = np.full(len(means_elo), PRIOR_ELO) if deviations_elo is None else np.array(deviations_elo, float)
        return cls(np.array(means_elo, float) / ELO, np.diag((deviations / ELO) ** 2))

    def expected(self, i: int, j: int) -> float:
        """Return the expected score of i against j."""
        return 1 / (1 + exp(-float(self.mean[i] - self.mean[j])))

    def variance(self, i: int, j: int) -> float:
        """Return the variance of the difference of two strengths."""
        v = self.covariance
        return float(v[i, i] + v[j, j] - 2 * v[i, j])

    def gain(self, i: int, j: int) -> float:
        """Return what a block between two tells: ln(1 + p (1 - p) Var), the D-optimal gain."""
        p = self.expected(i, j)
        return log1p(p * (1 - p) * self.variance(i, j))

    def deviations_elo(self) -> NDArray[np.float64]:
        """Return the standard deviation of each strength above the mean of all, in Elo."""
        count = len(self.mean)
        centred = np.eye(count) - 1 / count
        return np.sqrt(np.maximum(np.diag(centred @ self.covariance @ centred), 0.0)) * ELO

    def observe(self, i: int, j: int, score: float | None, blocks: int, share: float = 1.0) -> None:
        """Take in a mean score of i against j over blocks: an extended Kalman step, `share` of a duel's worth each.

        Without a score the result is to come: only what it will tell is taken in, not what it says.
        """
        p = self.expected(i, j)
        weight = p * (1 - p) * blocks * share
        h = self.covariance[:, i] - self.covariance[:, j]
        gain = h / (1 + weight * self.variance(i, j))
        if score is not None:
            self.mean = self.mean + gain * ((score - p) * blocks * share)
        self.covariance = self.covariance - weight * np.outer(h, gain)
