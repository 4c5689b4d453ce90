"""Single elimination: who loses is out; a match for the third place is an option. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from fairdeal.tournaments.formats.base import Entrant, Event, Place, Plan, Seeding, Table, by_seed, check_entries
from fairdeal.tournaments.formats.bracket import Overtime, Seat, Slot, knockout, losers_of, resolve, size_for, tables_of
from fairdeal.tournaments.formats.elimination import (
    MAX_ENTRIES,
    Exit,
    Knockout,
    Seats,
    check_duels,
    check_overtime,
    knockout_standings,
)
from fairdeal.tournaments.tiebreaks import Standing


@dataclass(frozen=True, slots=True)
class SingleElimination:
    """A bracket of 2 to 512; the best seeds have the byes. Cycle 1 is the bracket, 2 the match for the third place."""

    table_size: int = 2
    seeding: Seeding = Seeding.RATING
    third_place: bool = False
    #: A tie is played on so often, with so many more blocks; then the higher seed is through.
    extra_legs: int = 1
    extra_blocks: int = 8

    def __post_init__(self) -> None:
        check_duels(self.table_size)
        check_overtime(self.extra_legs, self.extra_blocks)

    def plan(self, entrants: Sequence[Entrant]) -> Plan:
        """Return the first round, and how many matches there will be; raises BadEntries."""
        count = len(entrants)
        check_entries("single elimination", count, 2, MAX_ENTRIES)
        tables = self.next_tables(Event(tuple(entrants)))
        rounds = single_knockout(count, third_place=self.third_place).rounds
        return Plan(tables, rounds, count - 1 + (self.third_place and count > 3), None, ("Who loses is out.",))

    def next_tables(self, event: Event) -> tuple[Table, ...]:
        """Return the tables whose entrants are known and that were not drawn yet."""
        return event.unpaired(tables_of(self.bracket(event)))

    def bracket(self, event: Event) -> dict[Place, Seat]:
        """Return every slot of the bracket as it stands, by place: what a picture of it needs."""
        slots = single_knockout(len(event.entrants), third_place=self.third_place).slots
        return resolve(
            slots, by_seed(event.entrants, self.seeding), event, Overtime(self.extra_legs, self.extra_blocks)
        )

    def standings(self, event: Event) -> tuple[Standing, ...]:
        """Return who is out by the round it happened in, those still playing before them, without a rank."""
        found = single_knockout(len(event.entrants), third_place=self.third_place)
        return knockout_standings(event, found, self.bracket(event), by_seed(event.entrants, self.seeding))


@lru_cache(maxsize=64)
def single_knockout(entrants: int, *, third_place: bool, first_cycle: int = 1) -> Knockout:
    """Return the slots of a single elimination: the bracket in the first cycle, the third place in the one after it."""
    rounds = knockout(first_cycle, size_for(entrants))
    third: list[Slot] = []
    if third_place and len(rounds) > 1:
        first, second = losers_of(rounds[-2])
        third = [Slot(Place(first_cycle + 1, 1, 1), (first, second))]

    def exits(_seats: Seats) -> list[Exit]:
        found = [Exit(slots) for slots in rounds[:-1]]
        if third:
            # Who loses a semi-final plays on.
            found[-1] = Exit(third, has_winner=True)
        return [*found, Exit(rounds[-1], has_winner=True)]

    return Knockout((*(slot for slots in rounds for slot in slots), *third), len(rounds), exits)
