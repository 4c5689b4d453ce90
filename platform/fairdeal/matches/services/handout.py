"""Handing matches out to the workers: so many at a time, the lanes in turn."""

import heapq
from collections import Counter
from collections.abc import Iterator, Sequence

from django.conf import settings
from django.db import transaction
from django.db.models import Count

from fairdeal.matches.models import Lane, Match, MatchState
from fairdeal.matches.services.attempts import hand_out
from fairdeal.matches.services.workers import match_slots

# What a worker plays, and what it plays next: it need not wait for us in between.
PER_SLOT = 2
# Where no worker was heard of, or few were, one that comes finds something to do.
LEAST_WINDOW = 4
_WITH_WORKERS = (MatchState.QUEUED, MatchState.RUNNING)


def window() -> int:
    """Give how many matches may be with the workers: as many as keep them busy, as more would wait out of turn."""
    return min(max(PER_SLOT * match_slots(), LEAST_WINDOW), settings.HAND_OUT_WINDOW)


@transaction.atomic
def matches_hand_out() -> int:
    """Hand out waiting matches until as many as the window holds are with the workers; returns how many.

    Each goes to the lane that has the fewest there; among equals, to the one that was served longest ago. Spare lanes
    get what the others leave. Within a lane the order is the scheduler's. Rooms are given again when a match is over,
    and by the clock, so that a lost signal only costs time.
    """
    # Whoever holds the lanes hands out, one after the other: two at once would fill the same rooms.
    lanes = list(Lane.objects.select_for_update().filter(is_waiting=True, is_paused=False).order_by("pk"))
    busy = Counter(
        dict(Match.objects.filter(state__in=_WITH_WORKERS).order_by().values_list("lane").annotate(matches=Count("pk")))
    )
    room = window() - busy.total()
    if not lanes or room <= 0:
        return 0
    picked = list(_pick(lanes, busy, room))
    waiting = Match.objects.select_for_update().filter(pk__in=picked, state=MatchState.CREATED).order_by("pk")
    locked = {match.pk: match for match in waiting}
    for pk in picked:
        # One that was called off in the meantime is not there any more.
        if pk in locked:
            hand_out(locked[pk])
    Lane.objects.bulk_update(lanes, ["served", "is_waiting"])
    return len(locked)


def _pick(lanes: Sequence[Lane], busy: Counter[int | None], room: int) -> Iterator[int]:
    """Choose matches for the rooms, in the order of their turns; notes on the lanes who was served and who is empty."""
    last = Lane.objects.order_by("-served").values_list("served", flat=True)[0]
    turns = [(lane.is_spare, busy[lane.pk], lane.served, lane.pk, lane) for lane in lanes]
    heapq.heapify(turns)
    queues: dict[int, Iterator[int]] = {}
    while room and turns:
        is_spare, with_workers, _served, pk, lane = heapq.heappop(turns)
        if pk not in queues:
            waiting = Match.objects.filter(lane=lane, state=MatchState.CREATED).order_by("pk")
            queues[pk] = iter(list(waiting.values_list("pk", flat=True)[:room]))
        match = next(queues[pk], None)
        if match is None:
            lane.is_waiting = False
            continue
        last += 1
        room -= 1
        lane.served = last
        heapq.heappush(turns, (is_spare, with_workers + 1, last, pk, lane))
        yield match
