"""Calling matches off, many at once."""

from django.db import transaction
from django.db.models import QuerySet

from fairdeal.common import clock
from fairdeal.matches import states
from fairdeal.matches.models import Attempt, AttemptState, Match, MatchState
from fairdeal.matches.services.matches import CALLED_OFF


@transaction.atomic
def matches_cancel(*, matches: QuerySet[Match]) -> int:
    """Call off those of the matches that are not over; returns how many.

    Their attempts end with them: a result that comes later is refused as one of an attempt that is over. Nobody is told
    of each match: who calls them off knows, and the ledger passes over them when it is next looked at.
    """
    # By id, as everybody locks who locks several.
    open_matches = list(matches.exclude(state__in=states.TERMINAL).order_by("pk").select_for_update(of=("self",)))
    for match in open_matches:
        states.check_match(match.state, MatchState.CANCELLED)
    now, ids = clock.now(), [match.pk for match in open_matches]
    live = Attempt.objects.filter(match__in=ids, state=AttemptState.LIVE)
    live.update(state=AttemptState.EXPIRED, ended_at=now, reason=CALLED_OFF)
    return Match.objects.filter(pk__in=ids).update(state=MatchState.CANCELLED, finished_at=now)
