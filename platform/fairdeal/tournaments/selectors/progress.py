"""How far a tournament is."""

from collections import Counter
from dataclasses import dataclass

from django.db.models import Count, Q, Sum

from fairdeal.matches.models import Attempt, AttemptState, Match, MatchState
from fairdeal.tournaments.models import Pairing, Tournament
from fairdeal.tournaments.parts import block_parts
from fairdeal.tournaments.selectors.schedule import planned_tables
from fairdeal.tournaments.states import OVER

_LOST = (MatchState.FAILED, MatchState.CANCELLED)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a tournament is: matches by state, and blocks.

    While it goes on, those still to be drawn count as waiting: at most so many will come.
    """

    matches: int
    finished: int
    running: int
    waiting: int
    failed: int
    blocks: int
    blocks_done: int

    @property
    def percent(self) -> int:
        return 100 * self.blocks_done // self.blocks if self.blocks else 0


def progress(tournament: Tournament) -> Progress:
    """Count matches and blocks; a running match counts the blocks that its worker has reported."""
    matches = Match.objects.filter(pairing__tournament=tournament)
    # A match that was called off because somebody left has not failed: its table is decided.
    is_lost = Q(state__in=_LOST, pairing__is_walkover=False)
    columns = matches.order_by().values_list("state").annotate(count=Count("id"), lost=Count("id", filter=is_lost))
    rows = list(columns)
    states: Counter[str] = Counter({state: count for state, count, _ in rows})
    failed, over = sum(lost for *_, lost in rows), sum(states[state] for state in _LOST)
    # One statement for both: a match that finishes between two would count twice, or not at all.
    playing = Q(state=AttemptState.LIVE, match__state=MatchState.RUNNING) | Q(state=AttemptState.FINISHED)
    done = Attempt.objects.filter(playing, match__in=matches).aggregate(done=Sum("blocks_done"))["done"]
    drawn = Pairing.objects.filter(tournament=tournament, part=0, match__isnull=False).count()
    tables, count = drawn, sum(states.values())
    if tournament.started_at is None or tournament.state not in OVER:
        tables = max(drawn, planned_tables(tournament))
        count += (tables - drawn) * len(block_parts(tournament))
    return Progress(
        matches=count,
        finished=states[MatchState.FINISHED],
        running=states[MatchState.RUNNING],
        waiting=count - states[MatchState.FINISHED] - states[MatchState.RUNNING] - over,
        failed=failed,
        blocks=max(tables * tournament.blocks, done or 0),
        blocks_done=done or 0,
    )
