"""How a tournament stands: progress, standings, groups, cross-table; before its start, who takes part."""

from typing import Any, NamedTuple

from fairdeal.submissions.models import BotVersion
from fairdeal.tournaments import selectors
from fairdeal.tournaments.event_ratings import rated_entries, tournament_ratings
from fairdeal.tournaments.formats.base import by_seed
from fairdeal.tournaments.models import Entry, EntryState, Tournament, TournamentState
from fairdeal.tournaments.selectors import CrossRow, View
from fairdeal.tournaments.selectors.standings import points_word
from fairdeal.tournaments.tiebreaks import Standing

Context = dict[str, Any]
Formats = Tournament.Format
# A cross-table has the square of this many cells; larger ones are not sent again every two seconds.
LIVE_CROSSTABLE_ENTRIES = 24
# Larger ones cannot be read any more: they are there as a file.
MOST_CROSSTABLE_ENTRIES = 64
# Their rounds and who met whom are the bracket; a pair meets once, or twice.
NOTHING_BUT_A_BRACKET = frozenset({Formats.SINGLE_ELIMINATION, Formats.DOUBLE_ELIMINATION})


class EntryRow(NamedTuple):
    """An entry before the start: its version, rating under these rules and seed, None where it has none."""

    entry: Entry
    rating: float | None
    seed: int | None


class GroupLine(NamedTuple):
    """A line of a group's standings."""

    standing: Standing
    version: BotVersion


def live(view: View) -> Context:
    """Give what moves while a tournament is played; of one that never started, its entries."""
    thing = view.tournament
    context: Context = {"tournament": thing, "is_started": thing.started_at is not None}
    if thing.started_at is None:
        return context | {"entries": _entry_rows(view)}
    is_crosstable_live = len(view.entries) <= LIVE_CROSSTABLE_ENTRIES
    return context | {
        "progress": selectors.progress(thing),
        # Of these the bracket is what one comes for: the standings stand after it.
        "standings": {} if thing.format in NOTHING_BUT_A_BRACKET else standings(view),
        "groups": _groups(view),
        "is_crosstable_live": is_crosstable_live,
        "crosstable": crosstable(view) if is_crosstable_live else [],
    }


def event_ratings(view: View) -> Context:
    """Give the ratings by a tournament alone, once it is over: until then they would change with every block."""
    thing = view.tournament
    found = tournament_ratings(thing) if thing.state == TournamentState.FINISHED else None
    return {} if found is None else {"event": found, "rated": rated_entries(view.entries, found)}


def standings(view: View) -> Context:
    """Give the standings with what their columns are."""
    thing = view.tournament
    return {
        "rows": selectors.standings(view),
        "columns": selectors.tiebreak_columns(thing),
        "points_word": points_word(thing),
        "left": [entry for entry in view.entries if entry.state != EntryState.IN],
    }


def crosstable(view: View) -> list[CrossRow]:
    """Give the cross-table, where there is one that can be read."""
    thing = view.tournament
    if thing.started_at is None or thing.format in NOTHING_BUT_A_BRACKET or len(view.entries) > MOST_CROSSTABLE_ENTRIES:
        return []
    return selectors.crosstable(view)


def _entry_rows(view: View) -> list[EntryRow]:
    ratings = {entrant.number: entrant.rating for entrant in view.event.entrants}
    seeding = getattr(view.form, "seeding", None)
    seeds = {} if seeding is None else {n: seed for seed, n in enumerate(by_seed(view.event.entrants, seeding), 1)}
    return [EntryRow(entry, ratings[entry.number], seeds.get(entry.number)) for entry in view.entries if entry.number]


def _groups(view: View) -> list[tuple[int, list[GroupLine]]]:
    versions = {entry.number: entry.version for entry in view.entries}
    return [
        (group.number, [GroupLine(standing, versions[standing.number]) for standing in group.standings])
        for group in selectors.groups(view)
    ]
