"""What is exported of tournaments: schedule, standings and cross-table as CSV, a Swiss as TRF."""

import csv
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import Any

from django.utils.translation import gettext as _

from fairdeal.common.errors import Conflict
from fairdeal.tournaments.formats.errors import BadTrf
from fairdeal.tournaments.formats.swiss import Swiss
from fairdeal.tournaments.formats.trf import write_trf
from fairdeal.tournaments.selectors.crosstable import crosstable
from fairdeal.tournaments.selectors.schedule import schedule, schedule_report
from fairdeal.tournaments.selectors.standings import standings, tiebreak_columns
from fairdeal.tournaments.selectors.view import Look, view_of


def schedule_csv(look: Look) -> str:
    """Return a row a match, or a bye; names and numbers in line-up order."""
    view = view_of(look)
    size = view.tournament.table_size
    seats = [f"{what}_{seat}" for seat in range(1, size + 1) for what in ("number", "entrant")]
    head = ["cycle", "round", "table", "leg", "part", "deals_round", "first_block", "match", "state", *seats]
    rows = []
    for row in schedule(view):
        state = "bye" if row.is_bye else "walkover" if row.is_walkover else row.match.state if row.match else "planned"
        place = [row.cycle, row.round, row.table, row.leg, row.part, row.deals_round, row.first_block]
        seated = [value for pair in zip(row.numbers, row.names, strict=True) for value in pair]
        rows.append([*place, row.match.pk if row.match else "", state, *seated])
    return _csv(head, rows)


def fairness_csv(look: Look) -> str:
    """Return how even the schedule is: what is counted, least, most; empty when there is no schedule."""
    report = schedule_report(look)
    return _csv(["counted", "least", "most"], report.rows() if report is not None else [])


def standings_csv(look: Look) -> str:
    """Return the standings, best first, a column a tie-break; numbers with a point, nothing where there is no value."""
    view = view_of(look)
    # Their own names: wins and margin are among the sums too, and other numbers there.
    tiebreaks = [f"tiebreak_{column.name}" for column in tiebreak_columns(view.tournament)]
    columns = ["rank", "number", "version", "state", "points", "played", "byes"]
    sums = ["blocks", "games", "wins", "draws", "losses", "score", "standard_error", "margin", "faults"]
    rows = []
    for row in standings(view):
        broken = row.tiebreaks or (None,) * len(tiebreaks)
        own, brought = ([getattr(row, name) for name in names] for names in (columns, sums))
        rows.append([*own, *broken, *brought])
    return _csv([*columns, *tiebreaks, *sums], rows)


def crosstable_csv(look: Look) -> str:
    """Return a row a pair that has met, from the side of each: score with its 95 % interval, blocks, games."""
    head = ["number", "version", "opponent", "score", "low", "high", "blocks", "wins", "draws", "losses"]
    rows = []
    for row in crosstable(look):
        for cell in row.cells:
            if cell.blocks:
                interval = cell.interval or (None, None)
                counts = [cell.blocks, cell.wins, cell.draws, cell.losses]
                rows.append([row.number, row.name, cell.opponent, cell.score, *interval, *counts])
    return _csv(head, rows)


def trf_of(look: Look) -> str:
    """Return a Swiss at tables of two as a TRF file; raises Conflict for any other tournament."""
    view = view_of(look)
    form = view.form
    if not isinstance(form, Swiss) or view.tournament.started_at is None:
        raise Conflict(_("A Swiss that has started can be had as a TRF file."), code="no_trf")
    try:
        return write_trf(
            name=view.tournament.name,
            names=view.names,
            event=view.event,
            standings=form.standings(view.event),
            rounds=form.rounds_for(len(view.entries)),
            seeding=form.seeding,
            bye_points=form.bye_points,
        )
    except BadTrf as error:
        raise Conflict(str(error), code="no_trf") from error


def _csv(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Return comma-separated lines (RFC 4180)."""
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow(head)
    writer.writerows(rows)
    return text.getvalue()
