"""Rounds: who sits where, and what came of it."""

from dataclasses import dataclass
from itertools import groupby

from fairdeal.matches.models import MatchState
from fairdeal.tournaments.formats.base import Place
from fairdeal.tournaments.selectors.schedule import ScheduleRow, schedule
from fairdeal.tournaments.selectors.view import Look, View, view_of


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table of a round. `points` are what each entrant has of the blocks that it has played, from 0 to `blocks`.

    `state`: planned, bye, walkover, waiting, running, failed or played.
    """

    place: Place
    numbers: tuple[int, ...]
    names: tuple[str, ...]
    state: str
    blocks: int
    points: tuple[float, ...]
    matches: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundRow:
    """A round; in a bracket more of its tables may still come."""

    cycle: int
    round: int
    tables: tuple[TableRow, ...]

    @property
    def is_over(self) -> bool:
        return all(table.state in ("played", "bye", "walkover") for table in self.tables)


def rounds(look: Look) -> list[RoundRow]:
    """Give the rounds that are drawn; before the start those that are planned."""
    view = view_of(look)
    found = []
    for (cycle, number), rows in groupby(schedule(view), key=lambda row: (row.cycle, row.round)):
        by_table = groupby(rows, key=lambda row: Place(row.cycle, row.round, row.table, row.leg))
        found.append(RoundRow(cycle, number, tuple(_table(view, place, list(parts)) for place, parts in by_table)))
    return found


def _table(view: View, place: Place, parts: list[ScheduleRow]) -> TableRow:
    result = view.event.results.get(place)
    size = len(parts[0].numbers)
    sums = [float(sum(row)) / (size - 1) for row in result.scores] if result is not None else []
    return TableRow(
        place=place,
        numbers=parts[0].numbers,
        names=parts[0].names,
        state="played" if result is not None else _state(view, parts),
        blocks=0 if result is None else result.blocks,
        points=tuple(sums),
        matches=tuple(part.match.pk for part in parts if part.match is not None),
    )


def _state(view: View, parts: list[ScheduleRow]) -> str:
    if parts[0].is_bye:
        return "bye"
    if view.tournament.started_at is None:
        return "planned"
    if not view.event.withdrawn.isdisjoint(parts[0].numbers):
        return "walkover"
    states = {part.match.state for part in parts if part.match is not None}
    if states & {MatchState.FAILED, MatchState.CANCELLED}:
        return "failed"
    return "running" if states & {MatchState.RUNNING, MatchState.FINISHED} else "waiting"
