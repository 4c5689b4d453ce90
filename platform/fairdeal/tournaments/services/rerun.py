"""Playing the matches of a tournament again that the infrastructure failed: one call for all of them."""

from django.db import transaction
from django.utils.translation import gettext as _

from fairdeal.accounts.models import User
from fairdeal.common.errors import Conflict, Forbidden
from fairdeal.matches.models import Match, MatchState
from fairdeal.matches.services import matches_play_again
from fairdeal.tournaments import states
from fairdeal.tournaments.access import may
from fairdeal.tournaments.models import Tournament, TournamentState


@transaction.atomic
def tournament_rerun_failed(*, user: User, tournament: Tournament) -> int:
    """Give the failed matches of a tournament three attempts more; returns how many. One that has ended runs again.

    Matches of who has left are not played. Raises Forbidden for anybody but its organiser and staff, Conflict when it
    has not started, was called off, or nothing failed.
    """
    locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if not may(user, "manage", locked):
        raise Forbidden(_("Only its organiser can have matches of a tournament played again."))
    if locked.state not in (TournamentState.RUNNING, TournamentState.FINISHED):
        text = _("Only what has been started and was not called off can be played again.")
        raise Conflict(text, code="wrong_state")
    failed = Match.objects.filter(pairing__tournament=locked, pairing__is_walkover=False, state=MatchState.FAILED)
    if not failed.exists():
        raise Conflict(_("No match of this tournament has failed."), code="nothing_failed")
    if locked.state == TournamentState.FINISHED:
        states.move(locked, TournamentState.RUNNING)
    return matches_play_again(matches=failed)
