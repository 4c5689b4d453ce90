"""Which form of Elo a pool uses, and what a block does to its ratings. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from fairdeal.matches import designs
from fairdeal.ratings.elo import Rated, table, teams
from fairdeal.ratings.score import side_scores


@dataclass(slots=True)
class Standing:
    """A version in a pool, as the blocks so far have left it."""

    elo: int
    minted: int
    units: int = 0
    games: int = 0
    half_points: int = 0
    half_points_squared: int = 0

    @property
    def rated(self) -> Rated:
        return Rated(self.elo, self.units)


@dataclass(frozen=True, slots=True)
class PoolRules:
    """The kind of entry and the sides of a pool's game; from them follows how a block is rated."""

    entry_kind: str
    side_of: tuple[int, ...]
    groups: list[list[int]] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "groups", designs.partners(self.entry_kind, self.side_of))

    @property
    def has_partners(self) -> bool:
        """Say whether several entrants win together: then nobody but the faulty one could be rated after a fault."""
        return any(len(group) > 1 for group in self.groups)

    def changes(self, standings: Sequence[Standing], scores: Sequence[Sequence[int]], games: int) -> list[int]:
        """Return the change of each entrant by a block; they add up to nothing."""
        rated = [standing.rated for standing in standings]
        if not self.has_partners:
            return table(rated, scores, games)
        if len(self.groups) != 2:
            raise ValueError(f"partners can be rated on two sides, not on {len(self.groups)}")
        sides = [[rated[entrant] for entrant in group] for group in self.groups]
        moved = teams(sides[0], sides[1], side_scores(scores, self.groups), games)
        changes = [0] * len(rated)
        for group, side in zip(self.groups, moved, strict=True):
            for entrant, change in zip(group, side, strict=True):
                changes[entrant] = change
        return changes


def apply(standings: Sequence[Standing], scores: Sequence[Sequence[int]], games: int, changes: Sequence[int]) -> None:
    """Enter a block into the standings of its entrants."""
    for standing, row, change in zip(standings, scores, changes, strict=True):
        points = sum(row)
        standing.elo += change
        standing.units += 1
        standing.games += games
        standing.half_points += points
        standing.half_points_squared += points * points
