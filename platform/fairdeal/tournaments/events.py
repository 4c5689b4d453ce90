"""A tournament as its format sees it: entrants, tables, results. The one place that turns rows into an event."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final

from fairdeal.accounts.models import Owner
from fairdeal.tournaments import results
from fairdeal.tournaments.formats.base import Entrant, Event, Format, Place, Plan, Result, Table
from fairdeal.tournaments.formats.registry import make_format
from fairdeal.tournaments.models import Deals, Entry, Pairing, Tournament
from fairdeal.tournaments.seeding import ratings_now

Formats = Tournament.Format
#: Whose tables do not depend on results: all are drawn at the start.
DRAWN_AT_ONCE: Final = frozenset({Formats.ROUND_ROBIN, Formats.GAUNTLET})
#: In which all tables of a cycle may play the same deals; a bracket after groups has its own.
WITH_CYCLES: Final = DRAWN_AT_ONCE | {Formats.GROUPS}
#: A ladder replays its results at every draw; older tables than these say little that newer ones do not.
LADDER_MEMORY: Final = 2000


def form_of(tournament: Tournament) -> Format:
    """Make the format of a tournament."""
    return make_format(tournament.format, tournament.settings)


def entries_with_number(tournament: Tournament) -> list[Entry]:
    """Give the entries by pairing number; who left before the start is not among them."""
    entries = tournament.entries.filter(number__isnull=False).select_related("version__bot__owner")
    return list(entries.order_by("number"))


def entrants_of(tournament: Tournament, entries: Sequence[Entry]) -> tuple[Entrant, ...]:
    """Give the entrants; before the start with the ratings that their versions have now."""
    now = ratings_now(tournament, entries) if tournament.started_at is None else {}
    return tuple(
        Entrant(
            number=entry.number or 0,
            rating=now.get(entry.version_id, entry.rating),
            owner=None if entry.version.bot.owner.kind == Owner.Kind.HOUSE else entry.version.bot.owner.name,
        )
        for entry in entries
    )


@lru_cache(maxsize=64)
def plan_of(form: Format, entrants: tuple[Entrant, ...]) -> Plan:
    """Give what is known before the start, kept: a Dutch pairing takes seconds, and pages ask again and again.

    Raises BadEntries for entries that the format cannot take.
    """
    return form.plan(entrants)


def event_of(tournament: Tournament, entries: Sequence[Entry] | None = None) -> Event:
    """Give the event as it stands: a table has a result when all of its parts have."""
    entries = entries_with_number(tournament) if entries is None else entries
    rows = Pairing.objects.filter(tournament=tournament).order_by("-cycle", "-round", "-table", "-leg", "-part")
    columns = ("cycle", "round", "table", "leg", "pk", "numbers", "result")
    found = list(rows.values_list(*columns)[: LADDER_MEMORY if tournament.format == Formats.LADDER else None])[::-1]
    late = results.unwritten(tournament.pk)
    tables: list[Table] = []
    brought: dict[Place, Result] = {}
    for place, parts in groupby(found, key=lambda row: Place(*row[:4])):
        own = list(parts)
        cycle, round_number, table, leg = place
        blocks = tournament.settings["extra_blocks"] if leg > 1 else None
        tables.append(Table(cycle, round_number, table, tuple(own[0][5]), leg, blocks))
        read = [late.get(pk) if stored is None else results.read(stored) for *_, pk, _numbers, stored in own]
        complete = [result for result in read if result is not None]
        if len(complete) == len(read):
            brought[place] = results.added(complete)
    left = sorted((entry.left_at, entry.number) for entry in entries if entry.left_at is not None and entry.number)
    gone = tuple(number for _, number in left)
    return Event(entrants_of(tournament, entries), tuple(tables), brought, frozenset(gone), leaving=gone)


def deals_round(tournament: Tournament, cycle: int, round_number: int) -> int:
    """Give the round whose deals a table plays, 0 where they are those of its cycle."""
    is_bracket = tournament.format == Formats.GROUPS and cycle > tournament.cycles
    return 0 if tournament.deals == Deals.CYCLE and not is_bracket else round_number
