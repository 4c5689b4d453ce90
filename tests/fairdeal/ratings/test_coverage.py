"""Do the intervals hold? Of fields with known strengths 95 % must lie inside, neither less nor more."""

from __future__ import annotations

import pytest

from tests.fairdeal.ratings.fields import coverage


@pytest.mark.parametrize("seats", [2, 4, 8])
def test_intervals_cover_the_truth_at_tables_of(seats: int) -> None:
    # `tests/long` has a thousand runs, and more deals.
    anchored, central, wrong = coverage(seats, deals=50, runs=64)
    assert 0.93 <= anchored <= 0.97
    assert 0.93 <= central <= 0.97
    # Sure statements hold for the whole table at once: at most in 5 % of tables one of them is wrong.
    assert wrong <= 0.05
