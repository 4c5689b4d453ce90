"""Playing whole events in memory: results that depend on the table alone, in any order, with or without withdrawals."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from fairdeal.tournaments.formats.base import Entrant, Event, Format, Place, Result, Table, is_over

Judge = Callable[[Table], Result]


def field(count: int, owners: Sequence[str | None] = ()) -> tuple[Entrant, ...]:
    """Make entrants, the first rated best."""
    owned = list(owners) or [None] * count
    return tuple(Entrant(number, 3000.0 - number, owned[number - 1]) for number in range(1, count + 1))


def favourites(table: Table) -> Result:
    """Let the lower number win."""
    return Result.placed([sorted(table.entrants).index(number) + 1 for number in table.entrants], table.blocks or 4)


def chance(seed: int, draws: float = 0.1) -> Judge:
    """Return a judge that draws a result for a table, the same whenever it is asked."""

    def judge(table: Table) -> Result:
        rng = random.Random(f"{seed}/{table}")
        if len(table.entrants) > 2:
            places = list(range(1, len(table.entrants) + 1))
            rng.shuffle(places)
            return Result.placed(places, 3)
        return Result.duel(2 if rng.random() < draws else rng.choice([0, 1, 3, 4]), 4, rng.randrange(-9, 10))

    return judge


def play(
    form: Format,
    entrants: Sequence[Entrant],
    judge: Judge = favourites,
    *,
    order: random.Random | None = None,
    leaves: Callable[[Event], Iterable[int]] = lambda event: (),
    most_calls: int = 100_000,
) -> Event:
    """Play an event to its end. With `order`, results come in singly, in a random order; else whole rounds at once."""
    event = Event(tuple(entrants))
    for _ in range(most_calls):
        event = drawn(form, event)
        waiting = list(event.open_tables())
        if not waiting:
            assert is_over(form, event)
            return event
        if order is not None:
            waiting = [order.choice(waiting)]
        event = with_results(event, {table.place: judge(table) for table in waiting})
        event = left(event, leaves(event))
    raise AssertionError(f"{form} did not end")


def left(event: Event, numbers: Iterable[int]) -> Event:
    """Let some withdraw, one after the other; who is gone already stays gone."""
    gone = tuple(dict.fromkeys((*event.leaving, *numbers)))
    return replace(event, withdrawn=event.withdrawn | set(gone), leaving=gone)


def drawn(form: Format, event: Event) -> Event:
    """Add the tables that can be drawn now. Those of a bracket that are there keep their entrants."""
    new = form.next_tables(event)
    bracket = getattr(form, "bracket", None)
    seats = bracket(event) if bracket else {}
    for table in (*event.tables, *new):
        seat = seats.get(table.place._replace(leg=1))
        assert seat is None or sorted(seat.entrants) == sorted(table.entrants), (table, seat)
    return replace(event, tables=event.tables + new)


def with_results(event: Event, results: dict[Place, Result]) -> Event:
    """Add results."""
    return replace(event, results={**event.results, **results})


def up_to_round(event: Event, last: int) -> Event:
    """Return an event of one cycle as it was after a round."""
    tables = tuple(table for table in event.tables if table.round <= last)
    places = {table.place for table in tables}
    return Event(
        event.entrants,
        tables,
        {place: result for place, result in event.results.items() if place in places},
        event.withdrawn,
        {place: worth for place, worth in event.byes.items() if place in places},
    )
