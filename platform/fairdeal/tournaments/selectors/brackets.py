"""Brackets and groups as they stand."""

from collections.abc import Mapping
from dataclasses import dataclass

from fairdeal.tournaments.formats.base import Place, Result, by_seed
from fairdeal.tournaments.formats.bracket import NOBODY, Seat
from fairdeal.tournaments.formats.elimination import Elimination
from fairdeal.tournaments.formats.groups import Groups
from fairdeal.tournaments.selectors.view import Look, view_of
from fairdeal.tournaments.tiebreaks import Standing


@dataclass(frozen=True, slots=True)
class BracketSlot:
    """A slot with the words to show: None for who is not known yet, `entrants` 0 for nobody.

    `legs` are the blocks that each has won of its match, and of those in which the tie was played on.
    """

    cycle: int
    round: int
    table: int
    entrants: tuple[int | None, int | None]
    names: tuple[str | None, ...]
    seeds: tuple[int | None, ...]
    winner: int | None
    legs: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class BracketView:
    """A bracket as it stands: every slot by place, and by pairing number the entrants' names and seeds.

    `results` are those of its tables; a slot's further legs have their place with `leg` 2 and more, with the seats
    turned where the leg is even.
    """

    seats: Mapping[Place, Seat]
    names: Mapping[int, str]
    seeds: Mapping[int, int]
    results: Mapping[Place, Result]

    def slots(self) -> list[BracketSlot]:
        """Return the slots in the order of the bracket."""
        return [
            BracketSlot(
                *place[:3],
                entrants=seat.entrants,
                names=tuple(self.names.get(number or NOBODY) for number in seat.entrants),
                seeds=tuple(self.seeds.get(number or NOBODY) for number in seat.entrants),
                winner=seat.winner,
                legs=tuple((float(r.scores[0][1]), float(r.scores[1][0])) for r in self.legs(place)),
            )
            for place, seat in self.seats.items()
        ]

    def legs(self, place: Place) -> list[Result]:
        """Return the results of a slot, leg by leg, its first entrant first in each."""
        found = []
        for leg in range(1, 100):
            result = self.results.get(place._replace(leg=leg))
            if result is None:
                break
            found.append(result if leg % 2 else _turned(result))
        return found


@dataclass(frozen=True, slots=True)
class GroupRow:
    """A group, from 1, and how it stands."""

    number: int
    standings: tuple[Standing, ...]


def bracket(look: Look) -> BracketView | None:
    """Give the bracket of a tournament, also before its start; None where the format has none, or not yet."""
    view = view_of(look)
    form, event = view.form, view.event
    if not isinstance(form, Elimination | Groups) or len(event.entrants) < 2:
        return None
    seats = form.bracket(event)
    if not seats:
        return None
    seeds = by_seed(event.entrants, form.seeding)
    return BracketView(seats, view.names, {number: seed for seed, number in enumerate(seeds, start=1)}, event.results)


def groups(look: Look) -> list[GroupRow]:
    """Give the groups of a tournament and how they stand; nothing where there are none."""
    view = view_of(look)
    if not isinstance(view.form, Groups):
        return []
    found = view.form.group_standings(view.event)
    return [GroupRow(number, standings) for number, standings in enumerate(found, start=1)]


def _turned(result: Result) -> Result:
    (a, b), (c, d) = result.scores
    return Result(result.blocks, ((d, c), (b, a)), result.margins[::-1])
