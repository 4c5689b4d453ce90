"""Double elimination: who loses twice is out. Pure.

Cycles of the schedule: 1 the winners' bracket, 2 the losers' bracket, 3 the grand final (round 1) and its reset (2).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from fairdeal.tournaments.formats.base import Entrant, Event, Place, Plan, check_entries
from fairdeal.tournaments.formats.bracket import (
    From,
    Slot,
    Source,
    knockout,
    losers_of,
    paired,
    size_for,
    winners_of,
)
from fairdeal.tournaments.formats.elimination import MAX_ENTRIES, Elimination, Exit, Knockout, Seats

Sources = list[Source]


def natural(items: Sources) -> Sources:
    """Return the order as it is."""
    return items


def reverse(items: Sources) -> Sources:
    """Return the last first."""
    return items[::-1]


def half_shift(items: Sources) -> Sources:
    """Return the second half before the first."""
    half = len(items) // 2
    return items[half:] + items[:half]


def reverse_half_shift(items: Sources) -> Sources:
    """Return each half reversed."""
    half = len(items) // 2
    return items[:half][::-1] + items[half:][::-1]


#: In which order the losers of each round of the winners' bracket come down, by bracket size: those that gave the
#: fewest rematches before the losers' final in simulations of fields whose seeds are about right (8: 0.26 an event,
#: 16: 0.33, 32: 0.36, 64: 0.36, 128: 0.39, 256: 0.48, 512: 0.56; all in natural order: 1.2, 2.9, 6.3, 15, 31, 63,
#: 127).
DROP_ORDERS: Final[dict[int, tuple[Callable[[Sources], Sources], ...]]] = {
    2: (natural,),
    4: (natural, natural),
    8: (natural, reverse, natural),
    16: (natural, reverse, natural, natural),
    32: (natural, reverse, reverse_half_shift, half_shift, natural),
    64: (natural, half_shift, reverse, reverse_half_shift, reverse, natural),
    128: (natural, reverse_half_shift, reverse, natural, half_shift, reverse_half_shift, natural),
    256: (natural, reverse_half_shift, half_shift, natural, reverse_half_shift, reverse, reverse_half_shift, natural),
    512: (
        natural,
        reverse,
        reverse_half_shift,
        natural,
        half_shift,
        reverse,
        reverse_half_shift,
        reverse,
        natural,
    ),
}


@dataclass(frozen=True, slots=True)
class DoubleElimination(Elimination):
    """Two brackets of 2 to 512 entrants; with `bracket_reset` the winners' champion must lose twice, too."""

    bracket_reset: bool = True

    def plan(self, entrants: Sequence[Entrant]) -> Plan:
        """Return the first round, and how many matches there will be at most; raises BadEntries."""
        count = len(entrants)
        check_entries("double elimination", count, 2, MAX_ENTRIES)
        tables = self.next_tables(Event(tuple(entrants)))
        promise = "Who loses twice is out." if self.bracket_reset else "Who loses twice is out, or once in the final."
        most = 2 * count - 2 + self.bracket_reset
        return Plan(tables, self.knockout(count).rounds, most, None, (promise,))

    def knockout(self, entrants: int) -> Knockout:
        """Return the slots for so many entrants."""
        return double_knockout(entrants, bracket_reset=self.bracket_reset)


@lru_cache(maxsize=64)
def double_knockout(entrants: int, *, bracket_reset: bool, first_cycle: int = 1) -> Knockout:
    """Return the slots of a double elimination: winners' bracket, losers' bracket and final in three cycles."""
    size = size_for(entrants)
    winners = knockout(first_cycle, size)
    losers = losers_bracket(winners, DROP_ORDERS[size], first_cycle + 1)
    second = winners_of(losers[-1]) if losers else losers_of(winners[-1])
    final = Slot(Place(first_cycle + 2, 1, 1), (winners_of(winners[-1])[0], second[0]))
    again = Slot(Place(first_cycle + 2, 2, 1), (Source(From.RESET, 1, final.place), Source(From.RESET, 2, final.place)))
    finals = [final, again] if bracket_reset else [final]

    def exits(seats: Seats) -> list[Exit]:
        # The reset is no match where the winners' champion has won the final.
        last = finals[-1] if seats[finals[-1].place].is_match else final
        return [*(Exit(slots) for slots in losers), Exit([last], has_winner=True)]

    slots = [slot for slots in (*winners, *losers, finals) for slot in slots]
    return Knockout(tuple(slots), len(winners) + len(losers) + len(finals), exits)


def losers_bracket(
    winners: Sequence[Sequence[Slot]], orders: Sequence[Callable[[Sources], Sources]], cycle: int
) -> list[list[Slot]]:
    """Return the rounds of the losers' bracket: losers among themselves, then against those who come down, in turn."""
    if len(winners) < 2:
        return []
    rounds = [paired(cycle, 1, orders[0](losers_of(winners[0])))]
    for number, slots in enumerate(winners[1:], start=1):
        down = orders[number](losers_of(slots))
        stayed = winners_of(rounds[-1])
        both = [source for pair in zip(down, stayed, strict=True) for source in pair]
        rounds.append(paired(cycle, len(rounds) + 1, both))
        if len(down) > 1:
            rounds.append(paired(cycle, len(rounds) + 1, winners_of(rounds[-1])))
    return rounds
