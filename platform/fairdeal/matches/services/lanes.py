"""Pausing lanes: what waits in them goes on waiting; what is with the workers is played to its end."""

from functools import partial

from django.db import transaction
from django.db.models import QuerySet

from fairdeal.matches.models import Lane
from fairdeal.matches.services.handout import matches_hand_out


@transaction.atomic
def lanes_pause(*, lanes: QuerySet[Lane]) -> int:
    """Hand out nothing more of these lanes; returns how many were not paused before."""
    return _set(lanes, is_paused=True)


@transaction.atomic
def lanes_resume(*, lanes: QuerySet[Lane]) -> int:
    """Let these lanes take their turns again, the first at once; returns how many were paused."""
    changed = _set(lanes, is_paused=False)
    transaction.on_commit(partial(matches_hand_out), robust=True)
    return changed


def _set(lanes: QuerySet[Lane], *, is_paused: bool) -> int:
    # Whoever hands out holds the lanes, by number as everybody does: it has ended before, or begins after.
    locked = [lane.pk for lane in lanes.select_for_update(of=("self",)).order_by("pk")]
    return Lane.objects.filter(pk__in=locked, is_paused=not is_paused).update(is_paused=is_paused)
