"""Groups, then a bracket of the best of each. Pure.

Cycles of the schedule: the groups' round-robins first, all groups side by side in each round; the bracket's cycles
after them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from fairdeal.tournaments.formats.assignment import assign
from fairdeal.tournaments.formats.base import (
    Entrant,
    Event,
    Place,
    Plan,
    Seeding,
    Table,
    Withdrawal,
    by_seed,
    check_entries,
    check_setting,
)
from fairdeal.tournaments.formats.bracket import Overtime, Seat, resolve, seed_order, size_for, tables_of
from fairdeal.tournaments.formats.double_elimination import double_knockout
from fairdeal.tournaments.formats.elimination import (
    MAX_ENTRIES,
    Knockout,
    check_duels,
    check_overtime,
    knockout_standings,
)
from fairdeal.tournaments.formats.round_robin import MAX_CYCLES, RoundRobin, standings_of
from fairdeal.tournaments.formats.scores import Scoring
from fairdeal.tournaments.formats.single_elimination import single_knockout
from fairdeal.tournaments.tiebreaks import ROUND_ROBIN_ORDER, Standing, TieBreak

MAX_GROUPS = 64
MAX_QUALIFIERS = 16


class Bracket(StrEnum):
    """What follows the groups."""

    SINGLE = "single"
    DOUBLE = "double"


@dataclass(frozen=True, slots=True)
class Groups:
    """Round-robins in groups, drawn by a snake through the seeds; the first `qualifiers` of each go on to a bracket."""

    table_size: int = 2
    groups: int = 4
    qualifiers: int = 2
    cycles: int = 1
    bracket_kind: Bracket = Bracket.SINGLE
    third_place: bool = False
    bracket_reset: bool = True
    seeding: Seeding = Seeding.RATING
    extra_legs: int = 1
    extra_blocks: int = 8
    scoring: Scoring = Scoring.BLOCKS
    tiebreaks: tuple[TieBreak, ...] = ROUND_ROBIN_ORDER
    withdrawal: Withdrawal = Withdrawal.STAND

    def __post_init__(self) -> None:
        check_duels(self.table_size)
        check_overtime(self.extra_legs, self.extra_blocks)
        check_setting("groups", self.groups, 1, MAX_GROUPS)
        check_setting("qualifiers", self.qualifiers, 1, MAX_QUALIFIERS)
        check_setting("cycles", self.cycles, 1, MAX_CYCLES)

    def plan(self, entrants: Sequence[Entrant]) -> Plan:
        """Return all tables of the groups, and how many matches may follow; raises BadEntries."""
        least = self.groups * max(2, self.qualifiers)
        name = f"{self.groups} groups of which {self.qualifiers} go on"
        check_entries(name, len(entrants), least, MAX_ENTRIES)
        tables = self._group_tables(entrants)
        seeds = self.groups * self.qualifiers
        knockout = self._knockout(seeds)
        most = 2 * seeds - 1 if self.bracket_kind == Bracket.DOUBLE else seeds - 1 + self.third_place
        rounds = len({table.place[:2] for table in tables}) + knockout.rounds
        return Plan(tables, rounds, len(tables) + most, None, ("In a group all meet equally often.",))

    def next_tables(self, event: Event) -> tuple[Table, ...]:
        """Return the groups' tables at once; then those of the bracket whose entrants are known."""
        if not event.tables:
            return self.plan(event.entrants).tables
        if not self._are_groups_over(event):
            return ()
        return event.unpaired(tables_of(self.bracket(event)))

    def bracket(self, event: Event) -> dict[Place, Seat]:
        """Return every slot of the bracket as it stands, by place; empty while the groups are being played."""
        seeds = self._seeds(event) if self._are_groups_over(event) else []
        if not seeds:
            return {}
        return resolve(self._knockout(len(seeds)).slots, seeds, event, Overtime(self.extra_legs, self.extra_blocks))

    def standings(self, event: Event) -> tuple[Standing, ...]:
        """Return those of the bracket by how far they came, then the others by place in their group, then points."""
        groups = self.group_standings(event)
        everybody = {standing.number: standing for group in groups for standing in group}
        seats = self.bracket(event)
        if not seats:
            return _merged([(None, list(everybody.values()))])
        seeds = self._seeds(event)
        through = knockout_standings(event, self._knockout(len(seeds)), seats, seeds)
        placed: list[tuple[int | None, list[Standing]]] = [
            (standing.rank, [everybody[standing.number]]) for standing in through
        ]
        rest = [
            (standing.rank or 0, standing) for group in groups for standing in group if standing.number not in seeds
        ]
        place = 1 + len(through)
        for where in sorted({where for where, _ in rest if where}):
            same = [standing for other, standing in rest if other == where]
            placed += [(place, [standing]) for standing in sorted(same, key=lambda standing: -standing.points)]
            place += len(same)
        return _merged([*placed, (None, [standing for where, standing in rest if not where])])

    def group_standings(self, event: Event) -> tuple[tuple[Standing, ...], ...]:
        """Return the standings of each group; equals stand in the order of their seeds.

        Who leaves when his tables are over changes nothing in them.
        """
        early = tuple(table for table in event.tables if table.cycle <= self.cycles)
        places = {table.place for table in early}
        results = {place: result for place, result in event.results.items() if place in places}
        stage = replace(event, tables=early, results=results, withdrawn=self._left_early(event))
        groups = standings_of(stage, self.scoring, self.tiebreaks, self.withdrawal, self.members(event.entrants))
        return tuple(
            tuple(replace(standing, has_withdrawn=standing.number in event.withdrawn) for standing in group)
            for group in groups
        )

    def _left_early(self, event: Event) -> frozenset[int]:
        """Return those by whose withdrawal tables of the groups were not played."""
        missed = [
            event.withdrawn.intersection(table.entrants)
            for table in event.tables
            if table.cycle <= self.cycles and event.is_walkover(table)
        ]
        firsts = ((gone, event.first_to_leave(gone)) for gone in missed)
        return frozenset(number for gone, first in firsts for number in ([first] if first else gone))

    def members(self, entrants: Sequence[Entrant]) -> list[list[int]]:
        """Return the pairing numbers of each group, in the order of seeds."""
        return snake(by_seed(entrants, self.seeding), self.groups)

    def _group_tables(self, entrants: Sequence[Entrant]) -> tuple[Table, ...]:
        """Return the round-robins of all groups, the same rounds side by side."""
        found: dict[tuple[int, int], list[tuple[int, ...]]] = {}
        for group in self.members(entrants):
            for table in RoundRobin(cycles=self.cycles).schedule(len(group)).tables:
                found.setdefault(table.place[:2], []).append(tuple(group[seat - 1] for seat in table.entrants))
        return tuple(
            Table(*where, place, lineup)
            for where in sorted(found)
            for place, lineup in enumerate(found[where], start=1)
        )

    def _are_groups_over(self, event: Event) -> bool:
        early = [table for table in event.tables if table.cycle <= self.cycles]
        return bool(early) and not any(event.is_open(table) for table in early)

    def _knockout(self, entrants: int) -> Knockout:
        first = self.cycles + 1
        if self.bracket_kind == Bracket.DOUBLE:
            return double_knockout(entrants, bracket_reset=self.bracket_reset, first_cycle=first)
        return single_knockout(entrants, third_place=self.third_place, first_cycle=first)

    def _seeds(self, event: Event) -> list[int]:
        """Return who is in the bracket, the first seed first: the winners of the groups, then the seconds, and so on.

        Who withdrew while his group was played is passed over. Who has played all of it is not, so that a bracket never
        changes once it is drawn.
        """
        away = self._left_early(event)
        through = [
            [standing.number for standing in group if standing.rank is not None and standing.number not in away]
            for group in self.group_standings(event)
        ]
        tiers = [
            [(group, own[tier]) for group, own in enumerate(through) if len(own) > tier]
            for tier in range(self.qualifiers)
        ]
        return bracket_seeds(tiers)


def snake(seeds: Sequence[int], groups: int) -> list[list[int]]:
    """Deal seeds into groups forwards and backwards in turn: 1 8 9 16, 2 7 10 15, and so on."""
    found: list[list[int]] = [[] for _ in range(groups)]
    for index, number in enumerate(seeds):
        lap, place = divmod(index, groups)
        found[place if lap % 2 == 0 else groups - 1 - place].append(number)
    return found


def bracket_seeds(tiers: Sequence[Sequence[tuple[int, int]]]) -> list[int]:
    """Return entrants in the order of seeds, so that those of one group meet as late as the bracket allows.

    A tier holds group and entrant of those with the same place in their groups. Winners are seeded in the order of
    the groups; each later tier gets the next seeds, distributed by a minimum-cost matching.
    """
    count = sum(len(tier) for tier in tiers)
    size = size_for(count)
    where = {seed: index for index, seed in enumerate(seed_order(size))}
    taken: dict[int, list[int]] = {}
    found: list[int] = []
    for tier in tiers:
        slots = range(len(found) + 1, len(found) + len(tier) + 1)
        costs = {
            (i, j): _closeness([where[other] for other in taken.get(group, [])], where[slot], size) * (count + 1) ** 2
            # Among equals, against the groups' order: the first seed meets the last of the tier.
            + abs(i - (len(tier) - 1 - j)) * bool(found)
            + abs(i - j) * (not found)
            for i, (group, _) in enumerate(tier)
            for j, slot in enumerate(slots)
        }
        assigned = assign(costs, len(tier))
        for j, slot in enumerate(slots):
            group, number = tier[assigned[j]]
            taken.setdefault(group, []).append(slot)
            found.append(number)
    return found


def _closeness(others: Sequence[int], place: int, size: int) -> int:
    """Return how early a place of a bracket meets others: four times as much for every round earlier."""
    return sum(size**2 >> 2 * (place ^ other).bit_length() for other in others)


def _merged(placed: Sequence[tuple[int | None, list[Standing]]]) -> tuple[Standing, ...]:
    return tuple(replace(standing, rank=rank) for rank, standings in placed for standing in standings)
