"""Leaving a tournament: who withdraws, or is disqualified, plays no more, and the tournament goes on."""

from functools import partial

from django.db import transaction
from django.utils.translation import gettext as _

from fairdeal.accounts.models import User
from fairdeal.common import clock
from fairdeal.common.errors import Conflict, Forbidden, InvalidInput, NotFound
from fairdeal.matches.services import matches_hand_out
from fairdeal.submissions.access import is_member, is_staff
from fairdeal.tournaments import states
from fairdeal.tournaments.access import may
from fairdeal.tournaments.models import Entry, EntryState, Tournament, TournamentState
from fairdeal.tournaments.services.advance import advance
from fairdeal.tournaments.services.walkovers import call_off

_REASON = 300


@transaction.atomic
def tournament_withdraw(*, user: User, tournament: Tournament, entry_id: int) -> Entry:
    """Take an entry out, at any time before the end. Its owner and staff may, the organiser only before the start.

    What was played stands; what was not is a walkover for the others, or the format's setting `withdrawal` annuls all
    of it. Raises NotFound, Forbidden, and Conflict when it has left before, or the tournament is over.
    """
    locked, entry = _locked(tournament, entry_id)
    is_organiser = locked.state in states.BEFORE_START and may(user, "manage", locked)
    if not (is_member(user, entry.version.owner_id) or is_staff(user) or is_organiser):
        raise Forbidden(_("Only its owner can withdraw a bot."), code="not_owner")
    leave(locked, entry, EntryState.WITHDRAWN)
    return entry


@transaction.atomic
def tournament_disqualify(*, user: User, tournament: Tournament, entry_id: int, reason: str) -> Entry:
    """Put an entry out, with the same effect on its matches, and for good. The organiser and staff may.

    Raises as `tournament_withdraw`, and InvalidInput without a reason.
    """
    locked, entry = _locked(tournament, entry_id)
    if not may(user, "manage", locked):
        raise Forbidden(_("Only the organiser can disqualify a bot."))
    text = reason.strip() if isinstance(reason, str) else ""
    if not 0 < len(text) <= _REASON:
        expected = _("Expected a reason of 1 to %(most)d characters.") % {"most": _REASON}
        raise InvalidInput(expected, fields={"reason": expected})
    leave(locked, entry, EntryState.DISQUALIFIED, text)
    return entry


def leave(tournament: Tournament, entry: Entry, state: EntryState, reason: str = "") -> None:
    """Note that an entry has left, call its matches off, and bring the tournament on; it is locked by the caller."""
    if entry.state != EntryState.IN:
        text = _("%(bot)s has left already: it %(state)s.")
        words = {"bot": entry.version.bot, "state": EntryState(entry.state).label}
        raise Conflict(text % words, code="has_left")
    if tournament.state in states.OVER:
        raise Conflict(_("The tournament is over: nobody can leave it any more."), code="wrong_state")
    if tournament.state == TournamentState.RUNNING and entry.number is not None:
        call_off(tournament, entry.number)
    entry.state, entry.left_at, entry.reason = state, clock.now(), reason
    if tournament.state in states.BEFORE_START:
        entry.number = None
    entry.save(update_fields=["state", "left_at", "reason", "number"])
    if tournament.state in states.BEFORE_START:
        _close_ranks(tournament)
    else:
        advance(tournament)
        transaction.on_commit(partial(matches_hand_out), robust=True)


def _close_ranks(tournament: Tournament) -> None:
    """Let the pairing numbers go from 1 without gaps again, in the same order."""
    entries = tournament.entries.filter(number__isnull=False).order_by("number")
    for number, (pk, old) in enumerate(list(entries.values_list("pk", "number")), start=1):
        if old != number:
            Entry.objects.filter(pk=pk).update(number=number)


def _locked(tournament: Tournament, entry_id: int) -> tuple[Tournament, Entry]:
    locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
    entry = locked.entries.filter(pk=entry_id).select_related("version__bot__owner").first()
    if entry is None:
        raise NotFound(_("The tournament has no such entry."), code="no_such_entry")
    return locked, entry
