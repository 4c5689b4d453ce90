"""What a block says about its entrants."""

from __future__ import annotations

import pytest
from fairdeal.ratings.score import block_scores, has_fault


def game(seating: list[int], places: list[int]) -> dict[str, object]:
    return {"seating": seating, "places": places, "verdicts": ["ok"] * len(seating)}


def test_wins_draws_and_losses_over_the_games() -> None:
    games = [game([0, 1], [1, 2]), game([1, 0], [1, 1])]
    assert block_scores(games, 2) == [[0, 3], [1, 0]]


def test_an_entrant_plays_all_seats_of_a_side() -> None:
    games = [game([0, 1, 0, 1], [1, 3, 1, 3]), game([1, 0, 1, 0], [1, 3, 1, 3])]
    assert block_scores(games, 2) == [[0, 2], [2, 0]]


def test_equal_places_are_half_a_point() -> None:
    assert block_scores([game([0, 1, 2], [1, 1, 3])], 3) == [[0, 1, 2], [1, 0, 2], [0, 0, 0]]


def test_partners_count_once() -> None:
    games = [game([0, 1, 2, 3], [1, 3, 1, 3])]
    assert block_scores(games, 4)[0][1] == 2


@pytest.mark.parametrize(("seating", "places"), [([0, 0], [1, 2]), ([0, 2], [1, 2]), ([0, 1, 0], [1, 2, 3])])
def test_seats_that_disagree_are_refused(seating: list[int], places: list[int]) -> None:
    with pytest.raises(ValueError, match="one place each"):
        block_scores([game(seating, places)], 2)


def test_a_fault_is_seen() -> None:
    assert not has_fault([game([0, 1], [1, 2])])
    assert has_fault([game([0, 1], [1, 2]), {**game([0, 1], [1, 2]), "verdicts": ["ok", "crash"]}])
