"""How far a tournament is."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Count, Q, Sum

from fairdeal.matches.models import Attempt, AttemptState, Match, MatchState
from fairdeal.tournaments.models import Pairing, Tournament
from fairdeal.tournaments.parts import block_parts
from fairdeal.tournaments.selectors.schedule import planned_tables
from fairdeal.tournaments.states import OVER


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
    states: Counter[str] = Counter(dict(matches.order_by().values_list("state").annotate(Count("id"))))
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
        waiting=count - states[MatchState.FINISHED] - states[MatchState.RUNNING] - _lost(states),
        failed=_lost(states),
        blocks=max(tables * tournament.blocks, done or 0),
        blocks_done=done or 0,
    )


def _lost(states: Mapping[str, int]) -> int:
    return states[MatchState.FAILED] + states[MatchState.CANCELLED]
