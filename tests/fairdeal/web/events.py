"""Tournaments of any format, drawn and played straight in the database as their format wants it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from fairdeal.accounts.models import User
from fairdeal.matches.models import EntryKind, Lane, Match, MatchState
from fairdeal.submissions.models import BotVersion
from fairdeal.tournaments.events import event_of, form_of
from fairdeal.tournaments.formats.base import Result, Table, is_over
from fairdeal.tournaments.formats.registry import make_format, settings_of
from fairdeal.tournaments.models import Deals, Entry, Pairing, Tournament, TournamentState
from fairdeal.tournaments.results import written

from tests.fairdeal.tournaments.events import favourites
from tests.fairdeal.web.builders import SEED, START, make_match


def make_event(organiser: User, versions: Sequence[BotVersion], name: str, **facts: Any) -> Tournament:
    """Make a tournament of Thirty-One, a draft unless told otherwise; the entries are rated from 2999 downwards."""
    settings = settings_of(make_format(name, facts.pop("settings", {})))
    values = {
        "name": f"Autumn {name}",
        "format": name,
        "settings": settings,
        "game": "thirty-one",
        "players": settings["table_size"],
        "entry_kind": EntryKind.SEAT,
        "blocks": 4,
        "deals": Deals.ROUND,
        "seed": SEED,
        "seed_sha256": hashlib.sha256(bytes.fromhex(SEED)).hexdigest(),
    }
    made = Tournament.objects.create(organiser=organiser, **values | facts)
    Entry.objects.bulk_create(
        Entry(tournament=made, number=number, version=version, rating=3000.0 - number)
        for number, version in enumerate(versions, start=1)
    )
    return made


def play_event(tournament: Tournament, matches: int, judge: Callable[[Table], Result] = favourites) -> Tournament:
    """Start a tournament and bring so many results, in the order of tables; it ends when nothing is left to play."""
    lane = Lane.objects.create()
    Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.RUNNING, started_at=START, lane=lane)
    tournament.refresh_from_db()
    event, form, left = event_of(tournament), form_of(tournament), matches
    while left and not is_over(form, event):
        _draw(tournament, form.next_tables(event))
        event = event_of(tournament)
        for table in list(event.open_tables())[:left]:
            pairing = Pairing.objects.get(tournament=tournament, **table.place._asdict())
            result = judge(table)
            pairing.result = written(replace(result, margins=result.margins or (Fraction(0),) * len(table.entrants)))
            pairing.save()
            Match.objects.filter(pairing=pairing).update(state=MatchState.FINISHED, finished_at=START)
            left -= 1
        event = event_of(tournament)
    _draw(tournament, form.next_tables(event))
    if is_over(form, event_of(tournament)):
        Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.FINISHED, finished_at=START)
    tournament.refresh_from_db()
    return tournament


def _draw(tournament: Tournament, tables: Sequence[Table]) -> None:
    versions = {entry.number: entry.version for entry in tournament.entries.select_related("version")}
    for table in tables:
        seated = [versions[number] for number in table.entrants]
        match = None if table.is_bye else make_match(*seated, blocks=0, state=MatchState.QUEUED)
        place = table.place._asdict()
        Pairing.objects.create(tournament=tournament, numbers=table.entrants, match=match, **place)
