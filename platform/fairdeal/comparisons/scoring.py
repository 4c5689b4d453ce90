"""What a block says about two versions: points, an exact number of which are a score of 1. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from fairdeal.ratings.score import block_scores

Games = Sequence[Mapping[str, Any]]


def full_points(entrants: int) -> int:
    """Return the points of a score of 1: what one entrant can have from all others over all rotations of a block."""
    return 2 * entrants * (entrants - 1)


def games_a_block(entrants: int) -> int:
    """Return the games of a block: a rotation each, and at tables of more than two the same for either version."""
    return entrants if entrants == 2 else 2 * entrants


def duel_points(games: Games) -> int:
    """Return the first entrant's points against the second one over a block."""
    return block_scores(games, 2)[0][1]


def table_points(games: Games, others: Games, entrants: int) -> int:
    """Return half the full points, and by how many the first entrant has more in `games` than in `others`.

    Both are the same block, once with either version in the same places: its deal and the rest of the table are the
    same, and cancel.
    """
    ours, theirs = (sum(block_scores(block, entrants)[0]) for block in (games, others))
    return full_points(entrants) // 2 + ours - theirs
