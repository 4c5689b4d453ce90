"""Who sits where: the rotations in which the entrants of a match play each block. Pure."""

from collections.abc import Sequence
from typing import Final, Literal

EntryText = Literal["side", "seat"]
# A worker that is lost takes at most so many blocks with it.
_MOST_BLOCKS: Final = 250
# A seat of a game, with the evidence of a fault, is about 1.5 KB of a result; 4 MiB are taken in all.
_MOST_SEATS_REPORTED: Final = 1800
ENTRY_KINDS: Final[tuple[EntryText, ...]] = ("side", "seat")


def entrants_needed(entry: str, players: int, sides: int) -> int:
    """Return how many entrants a match has: one a side, or one a seat."""
    if entry not in ENTRY_KINDS:
        raise ValueError(f"an entrant fills a 'side' or a 'seat', not {entry!r}")
    return sides if entry == "side" else players


def most_blocks(entry: str, players: int, sides: int) -> int:
    """Return how many blocks a match may have, so that its result is small even if every seat fails in every game."""
    return min(_MOST_BLOCKS, _MOST_SEATS_REPORTED // (entrants_needed(entry, players, sides) * players))


def seating(entry: str, side_of: Sequence[int], rotation: int) -> list[int]:
    """Return the entrant in each seat in one rotation: side s, or seat s, is played by entrant (s + rotation) % k."""
    units = list(side_of) if entry == "side" else list(range(len(side_of)))
    count = entrants_needed(entry, len(side_of), len(set(side_of)))
    if not 0 <= rotation < count:
        raise ValueError(f"there are rotations 0 to {count - 1}, not {rotation}")
    return [(unit + rotation) % count for unit in units]


def rotations(entry: str, side_of: Sequence[int]) -> list[list[int]]:
    """Return the seatings of all games of a block, in the order in which they are played."""
    count = entrants_needed(entry, len(side_of), len(set(side_of)))
    return [seating(entry, side_of, rotation) for rotation in range(count)]


def partners(entry: str, side_of: Sequence[int]) -> list[list[int]]:
    """Return the entrants that win together, as groups in the order of their first entrant.

    They must be the same groups in every rotation, or no block could be rated as one contest of sides: ValueError.
    """
    found: set[frozenset[frozenset[int]]] = set()
    for seats in rotations(entry, side_of):
        groups: dict[int, set[int]] = {}
        for seat, entrant in enumerate(seats):
            groups.setdefault(side_of[seat], set()).add(entrant)
        found.add(frozenset(frozenset(group) for group in groups.values()))
    if len(found) != 1:
        raise ValueError(f"the sides {list(side_of)} do not stay together when the entrants move from seat to seat")
    return sorted(sorted(group) for group in found.pop())
