"""The rounds of a tournament: who sits where, and what came of it; and how fair the schedule is."""

from collections.abc import Sequence
from typing import Any

import engines
from fairdeal.matches import designs
from fairdeal.tournaments import selectors
from fairdeal.tournaments.events import DRAWN_AT_ONCE
from fairdeal.tournaments.models import Tournament
from fairdeal.tournaments.selectors import RoundRow, View
from fairdeal.web import tables
from fairdeal.web.cursors import CursorPage
from fairdeal.web.event.standing import NOTHING_BUT_A_BRACKET
from fairdeal.web.event.words import promise, report_rows

Formats = Tournament.Format


def listed(view: View, drawn: Sequence[RoundRow]) -> list[tables.Listed]:
    """Give the tables of the list of rounds: not those of brackets, which have pictures; a ladder's newest first."""
    thing = view.tournament
    if thing.format in NOTHING_BUT_A_BRACKET:
        return []
    shown = [row for row in drawn if thing.format != Formats.GROUPS or row.cycle <= thing.cycles]
    if thing.format == Formats.LADDER:
        shown = shown[::-1]
    return [tables.Listed(row, table) for row in shown for table in row.tables]


def schedule(view: View, page: CursorPage[tables.Listed]) -> dict[str, Any]:
    """Give the rounds of a page of tables."""
    thing = view.tournament
    game = engines.make_game(thing.game, thing.players, thing.options)
    rotations = designs.rotations(thing.entry_kind, game.side_of)
    # On a ladder most of them rest most of the time: that tells nothing.
    names = {} if thing.format == Formats.LADDER else view.names
    return {
        "page": page,
        "rounds": tables.rounds(page.rows, names, rotations[0]),
        "rotations": len(rotations),
        "has_rounds": thing.format not in NOTHING_BUT_A_BRACKET,
    }


def fairness(view: View) -> dict[str, Any]:
    """Give how even the schedule is, what holds for any results, and before the start what keeps it from being made."""
    thing = view.tournament
    is_whole = thing.format in DRAWN_AT_ONCE
    # A bracket is even in nothing, nor is the first round of what follows from results.
    is_counted = is_whole or (thing.started_at is not None and thing.format not in NOTHING_BUT_A_BRACKET)
    report = selectors.schedule_report(view) if is_counted else None
    told = {"report": report, "report_rows": [] if report is None else report_rows(report), "is_whole": is_whole}
    if thing.started_at is not None:
        return told
    outlook = selectors.outlook(view)
    promises = [] if outlook.plan is None else [promise(text) for text in outlook.plan.promises]
    return told | {"outlook": outlook, "promises": promises}
