"""Reading the queue: which lanes wait, whose turn is next, and about how long it takes."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Final

from django.db.models import Count, Min, Q

from fairdeal.matches.estimates import done_after
from fairdeal.matches.models import Attempt, AttemptState, Lane, Match, MatchState
from fairdeal.matches.services.handout import window
from fairdeal.matches.services.workers import match_slots
from fairdeal.submissions.models import Check, CheckState

# Attempts that the pace is taken from: enough to be steady, few enough to follow a change of workers or bots.
RECENT: Final = 200
_WITH_WORKERS = (MatchState.QUEUED, MatchState.RUNNING)


@dataclass(frozen=True, slots=True)
class LaneRow:
    """A lane that is not done: `lane` is None for matches outside lanes, `position` for one that gets no turn now.

    `waiting` matches have not been handed out, `with_workers` have; `done_in_s` is None where no pace is known. What is
    spare gets the turns that the others leave.
    """

    lane: int | None
    position: int | None
    waiting: int
    with_workers: int
    is_paused: bool
    is_spare: bool
    done_in_s: float | None


@dataclass(frozen=True, slots=True)
class Queue:
    """What waits and what is played: `slots` matches can be played at a time, `window` be with the workers."""

    slots: int
    window: int
    waiting: int
    queued: int
    running: int
    checks_waiting: int
    checks_running: int
    lanes: list[LaneRow]


def queue() -> Queue:
    """Give the queue as it is now, lanes in the order of their turns; the same number of queries however long it is."""
    of_state = dict(Match.objects.filter(finished_at=None).order_by().values_list("state").annotate(n=Count("pk")))
    checks = Check.objects.order_by().filter(state__in=Check.LIVE).values_list("state").annotate(n=Count("pk"))
    of_check = dict(checks)
    slots = match_slots()
    lanes = _lanes(slots)
    return Queue(
        slots=slots,
        window=window(),
        waiting=sum(row.waiting for row in lanes),
        queued=of_state.get(MatchState.QUEUED, 0),
        running=of_state.get(MatchState.RUNNING, 0),
        checks_waiting=of_check.get(CheckState.QUEUED, 0),
        checks_running=of_check.get(CheckState.RUNNING, 0),
        lanes=lanes,
    )


def matches_before(match: Match) -> int | None:
    """Give how many matches of its own lane are handed out before this one; None unless it waits in a lane."""
    if match.state != MatchState.CREATED or match.lane_id is None:
        return None
    return Match.objects.filter(lane=match.lane_id, state=MatchState.CREATED, pk__lt=match.pk).count()


def _lanes(slots: int) -> list[LaneRow]:
    counts = _counts()
    lanes = {lane.pk: lane for lane in Lane.objects.filter(pk__in=[pk for pk in counts if pk is not None])}
    spare = {pk for pk, lane in lanes.items() if lane.is_spare}
    done = _done_in(counts, slots, {pk for pk, lane in lanes.items() if lane.is_paused}, spare)

    def turn(pk: int | None) -> tuple[bool, bool, int, int, int]:
        """As matches are handed out: to who has the fewest with the workers, then who was served longest ago."""
        lane = lanes.get(pk) if pk is not None else None
        gets_turns = lane is not None and not lane.is_paused and counts[pk][0] > 0
        return (not gets_turns, pk in spare, counts[pk][1], lane.served if lane else 0, pk or 0)

    rows = []
    for place, pk in enumerate(sorted(counts, key=turn), start=1):
        waiting, with_workers = counts[pk]
        is_paused = pk is not None and lanes[pk].is_paused
        position = None if turn(pk)[0] else place
        rows.append(LaneRow(pk, position, waiting, with_workers, is_paused, pk in spare, done.get(pk)))
    return rows


def _counts() -> dict[int | None, tuple[int, int]]:
    """Count by lane what waits and what is with the workers. Outside lanes nothing is handed out by itself."""
    is_there = Q(state=MatchState.CREATED, lane__isnull=False) | Q(state__in=_WITH_WORKERS)
    waits, is_out = Count("pk", filter=Q(state=MatchState.CREATED)), Count("pk", filter=Q(state__in=_WITH_WORKERS))
    rows = Match.objects.filter(is_there).order_by().values_list("lane").annotate(waits=waits, is_out=is_out)
    return {lane: (waiting, with_workers) for lane, waiting, with_workers in rows}


def _done_in(
    counts: dict[int | None, tuple[int, int]], slots: int, paused: set[int], spare: set[int]
) -> dict[int | None, float]:
    """Estimate in how many seconds each lane that is not paused is done; spare lanes begin when the others end."""
    if not slots:
        return {}
    per_match = _seconds_a_match()
    work = {
        lane: (waiting + with_workers) * per_match[lane]
        for lane, (waiting, with_workers) in counts.items()
        if lane in per_match and lane not in paused
    }
    done = done_after({lane: seconds for lane, seconds in work.items() if lane not in spare}, slots)
    begin = max(done.values(), default=0.0)
    later = done_after({lane: seconds for lane, seconds in work.items() if lane in spare}, slots)
    return done | {lane: begin + seconds for lane, seconds in later.items()}


def _seconds_a_match() -> dict[int | None, float]:
    """Estimate the seconds of play that a match takes, by lane, from one match of each and the recent pace."""
    pace = seconds_a_block()
    if not pace:
        return {}
    usual = sum(pace.values()) / len(pace)
    open_matches = Match.objects.filter(state__in=(MatchState.CREATED, *_WITH_WORKERS))
    firsts = open_matches.order_by().values_list("lane").annotate(first=Min("pk")).values_list("first", flat=True)
    rows = Match.objects.filter(pk__in=list(firsts)).values_list("lane", "ruleset", "seeds")
    return {lane: len(seeds) * pace.get(ruleset, usual) for lane, ruleset, seeds in rows}


def seconds_a_block() -> dict[str, float]:
    """Give the mean time of a block by ruleset, over the attempts that finished last."""
    recent = Attempt.objects.filter(state=AttemptState.FINISHED, started_at__isnull=False, blocks_done__gt=0)
    rows = recent.order_by("-pk").values_list("match__ruleset", "started_at", "ended_at", "blocks_done")[:RECENT]
    seconds: dict[str, float] = defaultdict(float)
    blocks: dict[str, int] = defaultdict(int)
    for ruleset, started_at, ended_at, done in rows:
        if ended_at is not None and started_at is not None:
            seconds[ruleset] += (ended_at - started_at).total_seconds()
            blocks[ruleset] += done
    return {ruleset: seconds[ruleset] / blocks[ruleset] for ruleset in blocks}
