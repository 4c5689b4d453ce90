"""Do the intervals hold? Of fields with known strengths 95 % must lie inside, neither less nor more."""

from __future__ import annotations

import numpy as np
import pytest
from fairdeal.ratings.fit import fit, table_shape

from tests.fairdeal.ratings.fields import simulate


def coverage(seats: int, deals: int, runs: int, *, bots: int = 16, spread: float = 150.0) -> tuple[float, float, float]:
    """Return the share of truths inside the interval against the anchor, against the mean, and of sure errors."""
    rng = np.random.default_rng((seats, deals, runs))
    inside = central = wrong = 0
    for _ in range(runs):
        field = simulate(rng, bots, seats, deals, spread=spread)
        found = fit(bots, table_shape(seats, seats), field.source, anchor=0)
        off = found.elo - found.elo[0] - (field.elo - field.elo[0])
        inside += int((np.abs(off[1:]) <= (found.factors * found.errors)[1:]).sum())
        central += int((np.abs(off - off.mean()) <= found.factors * found.field_errors).sum())
        surely = found.comparison.surely & (field.elo[:, np.newaxis] < field.elo)
        wrong += bool(surely.any())
        assert not found.is_rough.any()
    return inside / runs / (bots - 1), central / runs / bots, wrong / runs


@pytest.mark.parametrize("seats", [2, 4, 8])
def test_intervals_cover_the_truth_at_tables_of(seats: int) -> None:
    anchored, central, wrong = coverage(seats, deals=50, runs=64)
    assert 0.93 <= anchored <= 0.97
    assert 0.93 <= central <= 0.97
    # Sure statements hold for the whole table at once: at most in 5 % of tables one of them is wrong.
    assert wrong <= 0.05


@pytest.mark.long
@pytest.mark.parametrize("deals", [50, 100, 400])
@pytest.mark.parametrize("seats", [2, 4, 8])
def test_intervals_cover_the_truth(seats: int, deals: int) -> None:
    anchored, central, wrong = coverage(seats, deals, runs=1000)
    print(f"{seats} seats, {deals} deals: {anchored:.4f} to the anchor, {central:.4f} to the mean, {wrong:.3f} wrong")
    assert 0.93 <= anchored <= 0.97
    assert 0.93 <= central <= 0.97
    assert wrong <= 0.05
