"""What tests of chance share: how many examples are enough, and whether draws fall evenly."""

from collections.abc import Mapping
from math import sqrt

from hypothesis import settings


def assert_even(counts: Mapping[object, int], cells: int) -> None:
    """Check that draws fall evenly into so many cells: chi-square within five standard deviations of its mean."""
    assert len(counts) == cells
    expected = sum(counts.values()) / cells
    chi_square = sum((count - expected) ** 2 / expected for count in counts.values())
    assert abs(chi_square - (cells - 1)) < 5 * sqrt(2 * (cells - 1)), chi_square


def share(examples: int) -> int:
    """Return how many of so many random examples are played: a third; all with `--hypothesis-profile full`."""
    return examples if settings.get_current_profile_name() == "full" else -(-examples // 3)
