"""Pausing a tournament: its matches that wait stay where they are, others' take their turns."""

from django.db import transaction
from django.utils.translation import gettext as _

from fairdeal.accounts.models import User
from fairdeal.common.errors import Conflict, Forbidden
from fairdeal.matches.services import lanes_pause, lanes_resume
from fairdeal.tournaments.access import may
from fairdeal.tournaments.models import Tournament, TournamentState
from fairdeal.tournaments.services.advance import advance
from fairdeal.tournaments.services.lane import lane_of


@transaction.atomic
def tournament_pause(*, user: User, tournament: Tournament) -> Tournament:
    """Hand out no more matches of a tournament that runs; again changes nothing.

    Raises Forbidden for anybody but its organiser and staff, Conflict unless it runs.
    """
    locked = _locked(user, tournament)
    lanes_pause(lanes=lane_of(locked))
    return locked


@transaction.atomic
def tournament_resume(*, user: User, tournament: Tournament) -> Tournament:
    """Go on with a tournament that is paused; again changes nothing. Raises as `tournament_pause`.

    Rounds that could have been drawn meanwhile are drawn now, without those who have left.
    """
    locked = _locked(user, tournament)
    lanes_resume(lanes=lane_of(locked))
    advance(locked)
    return locked


def _locked(user: User, tournament: Tournament) -> Tournament:
    locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if not may(user, "manage", locked):
        raise Forbidden(_("Only its organiser can pause a tournament."))
    if locked.state != TournamentState.RUNNING:
        raise Conflict(_("Only a tournament that is being played can be paused or resumed."), code="wrong_state")
    return locked
