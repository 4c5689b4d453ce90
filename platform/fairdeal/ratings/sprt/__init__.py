"""Sequential tests of two versions, and what counted results say in Elo. Pure."""

from fairdeal.ratings.sprt.counts import Estimate, elo_of, estimate, score_of
from fairdeal.ratings.sprt.sequential import (
    LEAST_BLOCKS,
    Evidence,
    Plan,
    Verdict,
    expected_blocks,
    likelihood_ratio,
    verdict,
)

__all__ = [
    "LEAST_BLOCKS",
    "Estimate",
    "Evidence",
    "Plan",
    "Verdict",
    "elo_of",
    "estimate",
    "expected_blocks",
    "likelihood_ratio",
    "score_of",
    "verdict",
]
