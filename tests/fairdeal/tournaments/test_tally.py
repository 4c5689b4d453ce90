"""The error of a standing is no surer than the cells of the cross-table that it sums."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from fairdeal.ratings.uncertainty import error_without_spread
from fairdeal.tournaments.tally import Tables, add_up


def game(places: Sequence[int]) -> dict[str, Any]:
    seats = range(len(places))
    totals, verdicts = [-place for place in places], ["ok"] * len(places)
    return {"seating": list(seats), "places": list(places), "totals": totals, "verdicts": verdicts, "deals": 1}


def tables_of(*, against_two: Sequence[bool], against_three: Sequence[bool]) -> Tables:
    """Give entrant 1's blocks against 2 and against 3, won or lost; both play the same deals."""
    results = ((2, against_two), (3, against_three))
    return add_up(
        ((1, other), (1, deal), [game((1, 2) if is_won else (2, 1))])
        for other, won in results
        for deal, is_won in enumerate(won)
    )


def test_a_cell_without_spread_makes_the_sum_no_surer_than_it_is() -> None:
    tables = tables_of(against_two=[True] * 12, against_three=[True, True, False] * 4)
    cells = [tables.pairs[1, other].score.standard_error or 0.0 for other in (2, 3)]
    assert cells == pytest.approx([0.1237, 0.1421], abs=1e-4)
    assert tables.entrants[1].score.value == pytest.approx(5 / 6)
    assert tables.standing_error(1) == pytest.approx((cells[0] ** 2 + cells[1] ** 2) ** 0.5 / 2)


def test_each_cell_counts_by_its_blocks() -> None:
    tables = tables_of(against_two=[True] * 4, against_three=[True, False, False, True] * 3)
    spread = tables.entrants[1].score.standard_error
    even = error_without_spread(1.0, 4)
    assert spread is not None
    assert tables.standing_error(1) == pytest.approx((spread**2 + (even * 4 / 16) ** 2) ** 0.5)


def test_where_every_cell_has_a_spread_the_error_is_that_of_the_clusters() -> None:
    tables = tables_of(against_two=[True, False, True, True], against_three=[True, True, False, True])
    assert tables.standing_error(1) == tables.entrants[1].score.standard_error


@pytest.mark.parametrize("is_won", [True, False])
def test_where_no_cell_has_a_spread_it_is_wilsons_with_a_deal_an_observation(is_won: bool) -> None:
    tables = tables_of(against_two=[True] * 12, against_three=[is_won] * 12)
    score = tables.entrants[1].score.value
    assert score is not None
    assert tables.standing_error(1) == error_without_spread(score, 12)


def test_one_deal_has_no_error() -> None:
    assert tables_of(against_two=[True], against_three=[False]).standing_error(1) is None
