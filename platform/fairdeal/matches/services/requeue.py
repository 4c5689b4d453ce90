"""Another try for matches that the infrastructure failed: one click, for one or for many."""

from functools import partial

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from fairdeal.accounts.models import User
from fairdeal.common.errors import Forbidden
from fairdeal.matches.models import Lane, Match, MatchState
from fairdeal.matches.services.attempts import hand_out
from fairdeal.matches.services.handout import matches_hand_out
from fairdeal.matches.services.matches import move
from fairdeal.submissions.access import is_staff


@transaction.atomic
def matches_requeue(*, user: User, matches: QuerySet[Match]) -> int:
    """Let staff play matches again, as `matches_play_again` does; raises Forbidden for all others."""
    if not is_staff(user):
        raise Forbidden(_("Only staff can have a match played again."), code="staff_only")
    return matches_play_again(matches=matches)


@transaction.atomic
def matches_play_again(*, matches: QuerySet[Match]) -> int:
    """Give those of the matches that failed another three attempts; returns how many. Who may, the caller has asked.

    In a lane they wait for its turn, as they did before; the others are handed out at once.
    """
    # Lanes first, as whoever hands out has them before the matches.
    lanes = Lane.objects.filter(pk__in=matches.filter(state=MatchState.FAILED).order_by().values("lane"))
    list(lanes.select_for_update().order_by("pk"))
    failed = list(matches.filter(state=MatchState.FAILED).order_by("pk").select_for_update(of=("self",)))
    for match in failed:
        if match.lane_id is None:
            hand_out(match)
        else:
            move(match, MatchState.CREATED)
    Lane.objects.filter(pk__in={match.lane_id for match in failed}).update(is_waiting=True)
    transaction.on_commit(partial(matches_hand_out), robust=True)
    return len(failed)
