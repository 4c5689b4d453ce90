"""The sequential test: is it better by `elo1` rather than by `elo0`? Pure.

A. Wald, Sequential tests of statistical hypotheses, Annals of Mathematical Statistics 16 (1945), 117-186, with the
exact likelihood ratio of the blocks' scores (`likelihood.of_means`): where nine blocks of ten come out level, the
normal approximation by mean and variance would miss the better version in 8 tests of 100 instead of 5.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from math import exp, log
from typing import Final

from fairdeal.ratings.sprt.counts import score_of
from fairdeal.ratings.sprt.likelihood import of_means

#: Before so many blocks nothing is decided.
LEAST_BLOCKS: Final = 20


class Verdict(StrEnum):
    """How a test has ended, if it has."""

    RUNNING = "running"
    BETTER = "better"
    NOT_BETTER = "not_better"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Plan:
    """What is tested: hypotheses in Elo, the chances of the two errors, and the most blocks that are played.

    An observation is a block's score of the new version against the old one, from 0 to 1; at tables of n, 1/2 plus the
    difference of their scores at the same tables.
    """

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05
    most_blocks: int = 10_000

    def __post_init__(self) -> None:
        if not (-400 <= self.elo0 < self.elo1 <= 400):
            raise ValueError(f"expected -400 <= elo0 < elo1 <= 400, not {self.elo0} and {self.elo1}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError(f"expected alpha and beta between 0 and 0.5, not {self.alpha} and {self.beta}")
        if self.most_blocks < LEAST_BLOCKS:
            raise ValueError(f"expected {LEAST_BLOCKS} blocks or more, not {self.most_blocks}")

    @property
    def lower(self) -> float:
        """The limit at which it is not better."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The limit at which it is better."""
        return log((1 - self.beta) / self.alpha)


@dataclass(slots=True)
class Evidence:
    """How often which score has come up: a score is so many points of `full`, so that no rounding parts equal ones."""

    full: int
    counts: dict[int, int] = field(default_factory=dict)

    def add(self, points: int) -> None:
        """Enter a block."""
        if self.full < 2 or not -self.full <= 2 * points <= 3 * self.full:
            low, high = -self.full // 2, 3 * self.full // 2
            raise ValueError(f"a score is from 0 to {self.full}, at tables from {low} to {high}, not {points}")
        self.counts[points] = self.counts.get(points, 0) + 1

    @property
    def blocks(self) -> int:
        return sum(self.counts.values())

    @property
    def mean(self) -> float | None:
        """The mean score; None before the first block."""
        if not self.counts:
            return None
        return sum(points * count for points, count in self.counts.items()) / self.blocks / self.full

    @property
    def variance(self) -> float | None:
        """The variance of a block's score; None before the second block."""
        mean = self.mean
        if mean is None or self.blocks < 2:
            return None
        squares = sum((points / self.full - mean) ** 2 * count for points, count in self.counts.items())
        return squares / (self.blocks - 1)


def likelihood_ratio(plan: Plan, evidence: Evidence) -> float:
    """Return the log-likelihood ratio of `elo1` against `elo0`; 0 before anything was played."""
    if not evidence.counts:
        return 0.0
    # Win and loss are always possible: without them ties alone would exclude every other mean.
    points = sorted({0, evidence.full, *evidence.counts})
    scores = [value / evidence.full for value in points]
    counts = [evidence.counts.get(value, 0) for value in points]
    return of_means(scores, counts, score_of(plan.elo0), score_of(plan.elo1))


def verdict(plan: Plan, evidence: Evidence) -> Verdict:
    """Say what the evidence comes to by now."""
    if evidence.blocks < LEAST_BLOCKS:
        return Verdict.RUNNING
    ratio = likelihood_ratio(plan, evidence)
    if ratio >= plan.upper:
        return Verdict.BETTER
    if ratio <= plan.lower:
        return Verdict.NOT_BETTER
    return Verdict.UNDECIDED if evidence.blocks >= plan.most_blocks else Verdict.RUNNING


def expected_blocks(plan: Plan, elo: float, variance: float) -> int:
    """Return about how many blocks it takes when the difference is `elo` and a block's score has this variance.

    Wald's approximation: the expected end of the walk over its mean step, or over its variance where it has none.
    """
    score0, score1, score = score_of(plan.elo0), score_of(plan.elo1), score_of(elo)
    if not variance > 0:
        raise ValueError(f"expected a variance above 0, not {variance}")
    step = (score1 - score0) * (2 * score - score0 - score1) / (2 * variance)
    spread = (score1 - score0) ** 2 / variance
    steepness = 2 * step / spread
    if abs(steepness) < 1e-6:
        blocks = -plan.lower * plan.upper / spread
    else:
        # The chance to end above, from the martingale exp(-steepness * ratio).
        low, high = exp(-steepness * plan.lower), exp(-steepness * plan.upper)
        above = (low - 1) / (low - high)
        blocks = (above * plan.upper + (1 - above) * plan.lower) / step
    return min(max(round(blocks), LEAST_BLOCKS), plan.most_blocks)
