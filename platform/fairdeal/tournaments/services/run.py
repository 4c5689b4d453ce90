"""Starting tournaments, and bringing them on when their matches are over and when their time has come."""

from datetime import datetime

import structlog
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from fairdeal.accounts.models import User
from fairdeal.common import clock
from fairdeal.common.errors import Conflict, DomainError, Forbidden
from fairdeal.common.faults import Faults
from fairdeal.matches.models import Lane
from fairdeal.tournaments import states
from fairdeal.tournaments.access import may
from fairdeal.tournaments.events import Formats, entries_with_number
from fairdeal.tournaments.formats.errors import FormatError
from fairdeal.tournaments.models import Entry, Pairing, Tournament, TournamentState
from fairdeal.tournaments.seeding import ratings_now
from fairdeal.tournaments.services.advance import advance
from fairdeal.tournaments.services.entry import close_entry, pin_versions
from fairdeal.tournaments.services.schedule import check_schedule

logger = structlog.stdlib.get_logger(__name__)


@transaction.atomic
def tournament_start(*, user: User, tournament: Tournament) -> Tournament:
    """Start a tournament: entry is closed, the first tables are drawn, and their matches wait for their turn.

    Raises Forbidden for anybody but its organiser and staff, Conflict when it was started already, InvalidInput when
    the entries cannot be scheduled, or one may not play any more.
    """
    locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if not may(user, "manage", locked):
        raise Forbidden(_("Only its organiser can start a tournament."))
    _start(locked)
    return locked


def _start(tournament: Tournament) -> None:
    if tournament.state == TournamentState.RUNNING:
        raise Conflict(_("The tournament is being played already."), code="wrong_state")
    if tournament.state == TournamentState.FINISHED:
        raise Conflict(_("The tournament has been played already."), code="wrong_state")
    states.move(tournament, TournamentState.RUNNING)
    pin_versions(tournament)
    entries = entries_with_number(tournament)
    now = ratings_now(tournament, entries)
    for entry in entries:
        entry.rating = now.get(entry.version_id)
    faults = Faults()
    plan = check_schedule(faults, tournament, entries)
    faults.raise_any(_("The tournament cannot start like this."))
    Entry.objects.bulk_update(entries, ["rating"])
    tournament.lane = Lane.objects.create(is_spare=tournament.format == Formats.LADDER)
    tournament.most_tables = plan.most_tables if plan is not None else 0
    tournament.trouble = ""
    tournament.save(update_fields=["lane", "most_tables", "trouble"])
    advance(tournament)


@transaction.atomic
def tournament_settle(*, match_id: int) -> Tournament | None:
    """Bring on the tournament of a match that is over: count it, draw what follows, open cards, end after the last.

    Calling it again changes nothing. Returns the tournament, or None when the match belongs to none.
    """
    found = Pairing.objects.filter(match_id=match_id).values_list("tournament_id", flat=True).first()
    if found is None:
        return None
    tournament = Tournament.objects.select_for_update().get(pk=found)
    if tournament.state == TournamentState.RUNNING:
        advance(tournament)
    return tournament


def settle_all() -> int:
    """Bring on all tournaments, each in its own transaction; returns how many have started or finished by it.

    Those that run are settled, in case a signal got lost; others close entry or start when it is time.
    """
    now = clock.now()
    due = Q(entry_deadline__lte=now, state=TournamentState.OPEN) | Q(starts_at__lte=now, state__in=states.BEFORE_START)
    wanted = Tournament.objects.filter(Q(state=TournamentState.RUNNING) | due).order_by("pk")
    changed = 0
    for pk in list(wanted.values_list("pk", flat=True)):
        try:
            with transaction.atomic():
                tournament = Tournament.objects.select_for_update().get(pk=pk)
                before = tournament.state
                _bring_on(tournament)
        # What is wrong with one of them must not hold up the others.
        except (DomainError, FormatError) as error:
            _note_trouble(pk, error)
        else:
            changed += tournament.state != before
    return changed


def _bring_on(tournament: Tournament) -> None:
    """Do what is due: end entry, start, settle."""
    if tournament.state == TournamentState.RUNNING:
        advance(tournament)
    elif tournament.state in states.BEFORE_START and _is_past(tournament.starts_at):
        _start(tournament)
    elif tournament.state == TournamentState.OPEN and _is_past(tournament.entry_deadline):
        close_entry(tournament)


def _is_past(moment: datetime | None) -> bool:
    return moment is not None and moment <= clock.now()


def _note_trouble(pk: int, error: DomainError | FormatError) -> None:
    """Keep why a tournament did not start by itself: its organiser starts it when that is mended."""
    fields = error.fields.values() if isinstance(error, DomainError) else ()
    texts = [text for texts in fields for text in texts] or [str(error)]
    logger.error("a tournament cannot be brought on", tournament=pk, reasons=texts)
    waiting = Tournament.objects.filter(pk=pk, state__in=states.BEFORE_START)
    waiting.update(starts_at=None, trouble=" ".join(texts)[:500])
