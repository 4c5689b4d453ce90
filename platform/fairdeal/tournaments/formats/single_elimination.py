"""Single elimination: who loses is out; a match for the third place is an option. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from fairdeal.tournaments.formats.base import Entrant, Event, Place, Plan, check_entries
from fairdeal.tournaments.formats.bracket import Slot, knockout, losers_of, size_for
from fairdeal.tournaments.formats.elimination import MAX_ENTRIES, Elimination, Exit, Knockout, Seats


@dataclass(frozen=True, slots=True)
class SingleElimination(Elimination):
    """A bracket of 2 to 512; the best seeds have the byes. Cycle 1 is the bracket, 2 the match for the third place."""

    third_place: bool = False

    def plan(self, entrants: Sequence[Entrant]) -> Plan:
        """Return the first round, and how many matches there will be; raises BadEntries."""
        count = len(entrants)
        check_entries("single elimination", count, 2, MAX_ENTRIES)
        tables = self.next_tables(Event(tuple(entrants)))
        most = count - 1 + (self.third_place and count > 3)
        return Plan(tables, self.knockout(count).rounds, most, None, ("Who loses is out.",))

    def knockout(self, entrants: int) -> Knockout:
        """Return the slots for so many entrants."""
        return single_knockout(entrants, third_place=self.third_place)


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
