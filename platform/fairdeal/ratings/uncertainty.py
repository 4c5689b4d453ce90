"""How sure a mean score is when the blocks themselves do not tell. Pure."""

from math import sqrt

# The half width of a 95 % interval, in standard errors.
Z_95 = 1.96


def wilson_interval(score: float, observations: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval for a mean score (0 to 1) over so many independent observations, at least one.

    E. B. Wilson, Probable inference, the law of succession, and statistical inference, JASA 22 (1927), 209-212. For
    scores between 0 and 1 other than these two it is wider than need be: nothing in that range varies more.
    """
    weight = Z_95**2 / observations
    middle = (score + weight / 2) / (1 + weight)
    half = sqrt(score * (1 - score) * weight + weight**2 / 4) / (1 + weight)
    return max(0.0, middle - half), min(1.0, middle + half)


def error_without_spread(score: float, observations: int) -> float:
    """Return the standard error of a mean of observations that were all the same: their own spread says 0.

    It is so large that 1.96 times it reaches from the score to the farther end of Wilson's interval.
    """
    low, high = wilson_interval(score, observations)
    return max(score - low, high - score) / Z_95
