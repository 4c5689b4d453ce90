"""Calling a tournament off: what is not over ends now, what has been played stays."""

from django.db import transaction
from django.utils.translation import gettext as _

from fairdeal.accounts.models import User
from fairdeal.common.errors import Forbidden
from fairdeal.matches.models import Match
from fairdeal.matches.services import matches_cancel
from fairdeal.tournaments import results, states
from fairdeal.tournaments.access import may
from fairdeal.tournaments.models import Tournament, TournamentState
from fairdeal.tournaments.services.advance import open_all


@transaction.atomic
def tournament_cancel(*, user: User, tournament: Tournament) -> Tournament:
    """Call a tournament off, before its start or while it runs.

    Matches that are not over are called off with it, and what their attempts bring later is refused. Finished matches
    stay, with their ratings: nobody can take back a result by calling off the rest. No deal is still to come, so the
    seed and all records are open from now on. Raises Forbidden for anybody but its organiser and staff, Conflict when
    it is over already.
    """
    locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if not may(user, "manage", locked):
        raise Forbidden(_("Only its organiser can call a tournament off."))
    states.move(locked, TournamentState.CANCELLED)
    matches_cancel(matches=Match.objects.filter(pairing__tournament=locked))
    results.write_results(locked.pk)
    open_all(locked)
    return locked
