"""The queue with names: which tournament each lane is of."""

from dataclasses import dataclass

from fairdeal.matches.queue import LaneRow, Queue, queue
from fairdeal.tournaments.access import Reader, visible_to
from fairdeal.tournaments.models import Pairing, Tournament


@dataclass(frozen=True, slots=True)
class QueueRow:
    """A lane and its tournament; None for other matches, and for tournaments that the reader may not see."""

    lane: LaneRow
    tournament: Tournament | None


def queue_for(user: Reader) -> tuple[Queue, list[QueueRow]]:
    """Give the queue, and its lanes with their tournaments."""
    found = queue()
    lanes = [row.lane for row in found.lanes if row.lane is not None]
    pairs = Pairing.objects.filter(match__lane__in=lanes).order_by().values_list("match__lane", "tournament").distinct()
    of_lane = dict(pairs)
    seen = Tournament.objects.filter(visible_to(user), pk__in=of_lane.values()).in_bulk()
    named = {lane: seen[pk] for lane, pk in of_lane.items() if pk in seen}
    return found, [QueueRow(row, named.get(row.lane) if row.lane is not None else None) for row in found.lanes]
