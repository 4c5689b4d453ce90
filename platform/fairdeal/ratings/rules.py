"""Which form of Elo a pool uses, and what a block does to its ratings. Pure; it can be compiled."""

from collections.abc import Sequence

from fairdeal.ratings import elo
from fairdeal.ratings.elo import Rated
from fairdeal.ratings.placement import PLACEMENT_UNITS, Contest, mode


class Standing(Rated):
    """The live rating of a version in a pool, as the blocks so far have left it.

    `minted` is what it brought into the pool. While it is being placed, `contests` are those that place it, and
    what it brings moves with its rating.
    """

    __slots__ = ("contests", "is_placing", "minted", "prior")

    def __init__(
        self,
        elo: int,
        minted: int,
        units: int = 0,
        prior: int = elo.START,
        is_placing: bool = False,
        contests: list[Contest] | None = None,
    ) -> None:
        super().__init__(elo, units)
        self.minted = minted
        self.prior = prior
        self.is_placing = is_placing
        self.contests = [] if contests is None else contests

    @property
    def is_settled(self) -> bool:
        """Say whether a newcomer can be placed against it: rated like everybody, and known well enough."""
        return not self.is_placing and self.units >= PLACEMENT_UNITS


#: What a block has changed: milli-Elo by place in the line-up, and the places that were being placed.
Entered = tuple[list[int], list[int]]


class LiveRules:
    """How blocks are rated when the entrants of these groups (places of the line-up) win together."""

    def __init__(self, groups: Sequence[Sequence[int]]) -> None:
        self.groups = [list(group) for group in groups]
        self.has_partners = max([len(group) for group in self.groups]) > 1
        self.is_duel = len(self.groups) == 2 and not self.has_partners
        if self.has_partners and len(self.groups) != 2:
            raise ValueError(f"partners can be rated on two sides, not on {len(self.groups)}")

    def enter(self, table: list[Standing], scores: list[list[int]], games: int) -> Entered:
        """Enter a block into the standings of its line-up; the changes of those not being placed add up to nothing."""
        if self.is_duel:
            first, second = table
            if first.units and second.units and not first.is_placing and not second.is_placing:
                (_, points), (others, _) = scores
                if points + others != 2 * games:
                    elo.check_scores(scores, 2, games)
                change = elo.duel(first, second, points, games)
                first.elo += change
                second.elo -= change
                first.units += 1
                second.units += 1
                return [change, -change], []
        placing = self._newcomers(table)
        changes = self._with_newcomers(table, scores, games) if placing else self._changes(table, scores, games)
        for i in range(len(table)):
            standing = table[i]
            standing.elo += changes[i]
            standing.units += 1
        for place in placing:
            standing = table[place]
            standing.minted += changes[place]
            if standing.units >= PLACEMENT_UNITS:
                standing.is_placing = False
                standing.contests = []
        return changes, placing

    def _newcomers(self, table: list[Standing]) -> list[int]:
        """Return the places that are being placed.

        A newcomer is placed if there is somebody to place it against; the first of a pool find their level together.
        """
        placing = []
        for place in range(len(table)):
            standing = table[place]
            if standing.units == 0:
                for other in table:
                    if other is not standing and other.is_settled:
                        standing.is_placing = True
            if standing.is_placing:
                placing.append(place)
        return placing

    def _changes(self, table: list[Standing], scores: list[list[int]], games: int) -> list[int]:
        if not self.has_partners:
            elos, steps = [], []
            for standing in table:
                elos.append(standing.elo)
                steps.append(elo.step(standing.units))
            return elo.table_changes(elos, steps, scores, games, len(table) - 1)
        first, second = self._sides(table)
        moved = elo.teams(first, second, self._half_points(scores), games)
        changes = [0] * len(table)
        for group, side in zip(self.groups, moved, strict=True):
            for place, change in zip(group, side, strict=True):
                changes[place] = change
        return changes

    def _with_newcomers(self, table: list[Standing], scores: list[list[int]], games: int) -> list[int]:
        """Return the changes of a block with newcomers: each moves to its mode, the others move by their own duels."""
        elo.check_scores(scores, len(table), games)
        changes = [0] * len(table)
        found = self._side_contests(table, scores) if self.has_partners else self._duels(table, scores, games, changes)
        opponents = 1 if self.has_partners else len(table) - 1
        for place, contests in enumerate(found):
            standing = table[place]
            if standing.is_placing:
                standing.contests = standing.contests + contests
                to = mode(standing.prior, standing.contests, games, opponents, standing.elo)
                changes[place] = to - standing.elo
        return changes

    def _duels(
        self, table: list[Standing], scores: list[list[int]], games: int, changes: list[int]
    ) -> list[list[Contest]]:
        """Enter the changes of the duels without a newcomer; return the contests of each place."""
        settled = [place for place in range(len(table)) if not table[place].is_placing]
        if len(settled) > 1:
            elos = [table[place].elo for place in settled]
            steps = [elo.step(table[place].units) for place in settled]
            among = [[scores[i][j] for j in settled] for i in settled]
            share = elo.table_changes(elos, steps, among, games, len(table) - 1)
            for place, change in zip(settled, share, strict=True):
                changes[place] = change
        return [
            [(1, -table[other].elo, scores[place][other]) for other in range(len(table)) if other != place]
            for place in range(len(table))
        ]

    def _side_contests(self, table: list[Standing], scores: list[list[int]]) -> list[list[Contest]]:
        """Return the contest of each place: its side's mean against the other's."""
        won = self._half_points(scores)
        half_points = (won, scores[self.groups[1][0]][self.groups[0][0]])
        found: list[list[Contest]] = [[] for _ in table]
        sides = self._sides(table)
        for which in range(2):
            members, theirs = len(sides[which]), elo.mean(sides[1 - which])
            total = sum([member.elo for member in sides[which]])
            for place in self.groups[which]:
                shift = total - table[place].elo - theirs * members
                found[place] = [(members, shift, half_points[which])]
        return found

    def _sides(self, table: list[Standing]) -> tuple[list[Rated], list[Rated]]:
        first: list[Rated] = [table[place] for place in self.groups[0]]
        second: list[Rated] = [table[place] for place in self.groups[1]]
        return first, second

    def _half_points(self, scores: list[list[int]]) -> int:
        # Partners share their places, so that any of them stands for all.
        return scores[self.groups[0][0]][self.groups[1][0]]
