"""What ratings and sequential tests promise, over thousands of simulated fields and tests."""

from __future__ import annotations

import pytest

from tests.fairdeal.ratings.fields import coverage
from tests.fairdeal.ratings.walks import KINDS, check_errors

pytestmark = pytest.mark.long


@pytest.mark.parametrize("deals", [50, 100, 400])
@pytest.mark.parametrize("seats", [2, 4, 8])
def test_intervals_cover_the_truth(seats: int, deals: int) -> None:
    anchored, central, wrong = coverage(seats, deals, runs=1000)
    print(f"{seats} seats, {deals} deals: {anchored:.4f} to the anchor, {central:.4f} to the mean, {wrong:.3f} wrong")
    assert 0.93 <= anchored <= 0.97
    assert 0.93 <= central <= 0.97
    assert wrong <= 0.05


@pytest.mark.parametrize("kind", KINDS)
def test_the_sequential_test_errs_as_rarely_as_it_says(kind: str) -> None:
    check_errors(kind, runs=2000)
