"""The schedule: all tables in order, and how fair they are."""

from dataclasses import dataclass

from fairdeal.matches.models import Match
from fairdeal.tournaments.events import DRAWN_AT_ONCE, deals_round, plan_of
from fairdeal.tournaments.formats.base import Plan, Table
from fairdeal.tournaments.formats.errors import BadEntries
from fairdeal.tournaments.formats.report import Report, report_on
from fairdeal.tournaments.models import Pairing, Tournament
from fairdeal.tournaments.parts import block_parts
from fairdeal.tournaments.selectors.view import Look, View, view_of


@dataclass(frozen=True, slots=True)
class ScheduleRow:
    """A match of the schedule: a table, or a part of its blocks. `match` is None before the start, and for a bye.

    It plays the deals of its cycle (`deals_round` 0) or of that round, from block `first_block` on.
    """

    cycle: int
    round: int
    table: int
    leg: int
    part: int
    numbers: tuple[int, ...]
    names: tuple[str, ...]
    deals_round: int
    first_block: int
    is_walkover: bool
    match: Match | None

    @property
    def is_bye(self) -> bool:
        return len(self.numbers) == 1


@dataclass(frozen=True, slots=True)
class Outlook:
    """What is known before the start: the plan, or why these entries cannot be scheduled."""

    plan: Plan | None
    problem: str = ""


def outlook(look: Look) -> Outlook:
    """Give what is known before the start."""
    view = view_of(look)
    try:
        return Outlook(plan_of(view.form, view.event.entrants))
    except BadEntries as error:
        return Outlook(None, str(error))


def schedule(look: Look) -> list[ScheduleRow]:
    """Give all tables in order, also before the start: what is shown then is what will be played."""
    view = view_of(look)
    if view.tournament.started_at is None:
        plan = outlook(view).plan
        return [] if plan is None else _planned(view, plan.tables)
    names = view.names
    rows = Pairing.objects.filter(tournament=view.tournament).select_related("match")
    return [
        ScheduleRow(
            cycle=row.cycle,
            round=row.round,
            table=row.table,
            leg=row.leg,
            part=row.part,
            numbers=tuple(row.numbers),
            names=tuple(names[number] for number in row.numbers),
            deals_round=row.deals_round,
            first_block=row.first_block,
            is_walkover=row.is_walkover,
            match=row.match,
        )
        for row in rows
    ]


def schedule_report(look: Look) -> Report | None:
    """Give how even the schedule is: the whole one before the start where it is known, else what has been drawn.

    None when the entries cannot be scheduled.
    """
    view = view_of(look)
    is_whole = not view.event.tables or view.tournament.format in DRAWN_AT_ONCE
    plan = outlook(view).plan if is_whole else None
    if plan is not None and plan.report is not None:
        return plan.report
    tables = [table for table in view.event.tables or (plan.tables if plan else ()) if not table.is_bye]
    return report_on(tables, len(view.entries)) if tables else None


def _planned(view: View, tables: tuple[Table, ...]) -> list[ScheduleRow]:
    names, parts = view.names, block_parts(view.tournament)
    return [
        ScheduleRow(
            cycle=table.cycle,
            round=table.round,
            table=table.table,
            leg=1,
            part=part,
            numbers=table.entrants,
            names=tuple(names[number] for number in table.entrants),
            deals_round=deals_round(view.tournament, table.cycle, table.round),
            first_block=blocks.start,
            is_walkover=False,
            match=None,
        )
        for table in tables
        for part, blocks in enumerate(parts[:1] if table.is_bye else parts)
    ]


def planned_tables(tournament: Tournament) -> int:
    """Give how many tables there are at most; before the start by the entries as they are, 0 where nobody knows."""
    if tournament.started_at is not None:
        return tournament.most_tables
    plan = outlook(tournament).plan
    return 0 if plan is None else plan.most_tables
