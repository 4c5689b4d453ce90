"""Chips at the end of a game: who is served first, how a pool is shared, and who stands where."""

from collections.abc import Sequence


def clockwise(seats: Sequence[int], after: int, players: int) -> list[int]:
    """Order seats clockwise, beginning at the left of `after`."""
    return sorted(seats, key=lambda seat: (seat - after - 1) % players)


def shares(pool: int, seats: Sequence[int]) -> dict[int, int]:
    """Share the pool equally; chips that do not divide go one each to the first of the seats."""
    each, odd = divmod(pool, len(seats))
    return {seat: each + (place < odd) for place, seat in enumerate(seats)}


def competition_places(standing: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Rank by standing, higher better: 1 plus the number who stand better; equal standings share a place."""
    return tuple(1 + sum(other > own for other in standing) for own in standing)
