"""The queue with names: which tournament each lane is of."""

from dataclasses import dataclass

from fairdeal.matches.queue import LaneRow, Queue, queue
from fairdeal.tournaments.access import Reader, visible_to
from fairdeal.tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class QueueRow:
    """A lane and its tournament; None for other matches, and for tournaments that the reader may not see."""

    lane: LaneRow
    tournament: Tournament | None


def queue_for(user: Reader) -> tuple[Queue, list[QueueRow]]:
    """Give the queue, and its lanes with their tournaments."""
    found = queue()
    lanes = [row.lane for row in found.lanes if row.lane is not None]
    named = {row.lane_id: row for row in Tournament.objects.filter(visible_to(user), lane__in=lanes)}
    return found, [QueueRow(row, named.get(row.lane) if row.lane is not None else None) for row in found.lanes]
