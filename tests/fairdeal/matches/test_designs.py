"""Who sits where."""

from __future__ import annotations

from collections import Counter

import pytest
from fairdeal.matches import designs


def test_two_sides_change_places() -> None:
    assert designs.rotations("side", (0, 1, 0, 1)) == [[0, 1, 0, 1], [1, 0, 1, 0]]


def test_four_seats_turn() -> None:
    assert designs.rotations("seat", (0, 1, 2, 3)) == [[0, 1, 2, 3], [1, 2, 3, 0], [2, 3, 0, 1], [3, 0, 1, 2]]


@pytest.mark.parametrize("seats", range(2, 11))
def test_everybody_sits_everywhere_once(seats: int) -> None:
    rotations = designs.rotations("seat", tuple(range(seats)))
    counts = Counter((entrant, seat) for row in rotations for seat, entrant in enumerate(row))
    assert counts == Counter({(entrant, seat): 1 for entrant in range(seats) for seat in range(seats)})


def test_partners_stay_partners() -> None:
    assert designs.partners("seat", (0, 1, 0, 1)) == [[0, 2], [1, 3]]
    assert designs.partners("side", (0, 1, 0, 1, 0, 1)) == [[0], [1]]
    assert designs.partners("seat", (0, 1, 2)) == [[0], [1], [2]]
    with pytest.raises(ValueError, match="do not stay together"):
        designs.partners("seat", (0, 0, 1, 1))


@pytest.mark.parametrize(("entry", "rotation"), [("seat", 4), ("seat", -1), ("side", 2), ("table", 0)])
def test_other_rotations_do_not_exist(entry: str, rotation: int) -> None:
    with pytest.raises(ValueError):
        designs.seating(entry, (0, 1, 0, 1), rotation)


def test_results_stay_small() -> None:
    assert designs.most_blocks("side", 4, 2) == 225
    assert designs.most_blocks("seat", 2, 2) == 250
    assert designs.most_blocks("seat", 7, 7) * 7 * 7 <= 1800
