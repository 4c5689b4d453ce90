"""What a block says about its entrants: who scored how much against whom, in half points. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Matrix = list[list[int]]
OK = "ok"


def block_scores(games: Iterable[Mapping[str, Any]], entrants: int) -> Matrix:
    """Return the half points of each entrant against each other: over the games, 2 for a better place, 1 for the same.

    An entrant with several seats, all of one side, has the place of any of them.
    """
    scores = [[0] * entrants for _ in range(entrants)]
    for game in games:
        places = entrant_places(game, entrants)
        for i in range(entrants):
            for j in range(entrants):
                if i != j:
                    scores[i][j] += half_points(places, i, j)
    return scores


def half_points(places: Sequence[int], first: int, second: int) -> int:
    """Return the half points of one entrant against another in a game: 2 for a better place, 1 for the same."""
    return 2 * (places[first] < places[second]) + (places[first] == places[second])


def entrant_places(game: Mapping[str, Any], entrants: int) -> list[int]:
    """Return the place of each entrant in a game."""
    found: dict[int, set[int]] = {}
    for entrant, place in zip(game["seating"], game["places"], strict=True):
        found.setdefault(entrant, set()).add(place)
    if sorted(found) != list(range(entrants)) or any(len(places) != 1 for places in found.values()):
        raise ValueError(f"{entrants} entrants need one place each, not {found}")
    return [min(found[entrant]) for entrant in range(entrants)]


def has_fault(games: Iterable[Mapping[str, Any]]) -> bool:
    """Say whether any seat was put out in any of the games."""
    return any(verdict != OK for game in games for verdict in game["verdicts"])
