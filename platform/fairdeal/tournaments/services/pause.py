"""Pausing a tournament: its matches that wait stay where they are, others' take their turns."""

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from fairdeal.accounts.models import User
from fairdeal.common.errors import Conflict, Forbidden
from fairdeal.matches.models import Lane, Match
from fairdeal.matches.services import lanes_pause, lanes_resume
from fairdeal.tournaments.access import may
from fairdeal.tournaments.models import Tournament, TournamentState


@transaction.atomic
def tournament_pause(*, user: User, tournament: Tournament) -> Tournament:
    """Hand out no more matches of a tournament that runs; again changes nothing.

    Raises Forbidden for anybody but its organiser and staff, Conflict unless it runs.
    """
    locked = _locked(user, tournament)
    lanes_pause(lanes=lanes_of(locked))
    return locked


@transaction.atomic
def tournament_resume(*, user: User, tournament: Tournament) -> Tournament:
    """Go on with a tournament that is paused; again changes nothing. Raises as `tournament_pause`."""
    locked = _locked(user, tournament)
    lanes_resume(lanes=lanes_of(locked))
    return locked


def lanes_of(tournament: Tournament) -> QuerySet[Lane]:
    """Give the lanes in which the matches of a tournament wait."""
    return Lane.objects.filter(pk__in=Match.objects.filter(pairing__tournament=tournament).values("lane"))


def is_paused(tournament: Tournament) -> bool:
    """Say whether nothing of a tournament is handed out."""
    return tournament.state == TournamentState.RUNNING and lanes_of(tournament).filter(is_paused=True).exists()


def _locked(user: User, tournament: Tournament) -> Tournament:
    locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if not may(user, "manage", locked):
        raise Forbidden(_("Only its organiser can pause a tournament."))
    if locked.state != TournamentState.RUNNING:
        raise Conflict(_("Only a tournament that is being played can be paused or resumed."), code="wrong_state")
    return locked
