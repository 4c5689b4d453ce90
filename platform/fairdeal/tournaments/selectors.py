"""Reading tournaments: the list, the schedule, how far they are, standings and cross-table."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet, Sum
from django.utils.translation import gettext as _

from fairdeal.common.errors import NotFound
from fairdeal.matches.models import Attempt, AttemptState, Match, MatchState
from fairdeal.ratings.uncertainty import Z_95
from fairdeal.submissions.models import BotVersion
from fairdeal.tournaments.access import Reader, visible_to
from fairdeal.tournaments.formats.report import Report
from fairdeal.tournaments.formats.round_robin import RoundRobin
from fairdeal.tournaments.models import Entry, Pairing, Tournament
from fairdeal.tournaments.parts import block_parts
from fairdeal.tournaments.sums import event_tables
from fairdeal.tournaments.tally import Tables, Tally


@dataclass(frozen=True, slots=True)
class ScheduleRow:
    """A match of the schedule: a table, or a part of its blocks. `match` is None before the start."""

    cycle: int
    round: int
    table: int
    part: int
    numbers: tuple[int, ...]
    names: tuple[str, ...]
    match: Match | None


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a tournament is: matches by state, and blocks."""

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


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A line of the standings. A block is worth one point, shared by the score against the others at the table."""

    rank: int | None
    number: int
    version: BotVersion
    points: float
    blocks: int
    games: int
    wins: int
    draws: int
    losses: int
    score: float | None
    standard_error: float | None
    margin: float | None
    faults: int


@dataclass(frozen=True, slots=True)
class Cell:
    """One entrant against another: the mean score of their direct blocks, with its standard error."""

    opponent: int
    is_diagonal: bool
    score: float | None = None
    standard_error: float | None = None
    blocks: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def tone(self) -> str:
        """Say whether the score is clearly above or below one half: by more than 1.96 standard errors."""
        if self.score is None or self.standard_error is None or abs(self.score - 0.5) <= Z_95 * self.standard_error:
            return ""
        return "better" if self.score > 0.5 else "worse"


@dataclass(frozen=True, slots=True)
class CrossRow:
    """A row of the cross-table."""

    number: int
    version: BotVersion
    name: str
    cells: tuple[Cell, ...]


def tournaments_visible_to(user: Reader) -> QuerySet[Tournament]:
    """Give the tournaments the reader may see, newest first, with the number of their entries."""
    tournaments = Tournament.objects.filter(visible_to(user)).select_related("organiser").order_by("-id")
    return tournaments.annotate(entry_count=Count("entries", distinct=True))


def tournament_get(user: Reader, pk: int) -> Tournament:
    """Give a tournament; raises NotFound, also for one that the reader may not see."""
    tournament = tournaments_visible_to(user).filter(pk=pk).first()
    if tournament is None:
        raise NotFound(_("There is no such tournament."), code="no_such_tournament")
    return tournament


def entries_of(tournament: Tournament) -> list[Entry]:
    """Give the entries by pairing number."""
    return list(tournament.entries.select_related("version__bot__owner").order_by("number"))


def schedule(tournament: Tournament) -> list[ScheduleRow]:
    """Give all tables in order, also before the start: what is shown then is what will be played."""
    names = {entry.number: str(entry.version) for entry in entries_of(tournament)}
    matches = {
        (pairing.cycle, pairing.round, pairing.table, pairing.part): pairing.match
        for pairing in Pairing.objects.filter(tournament=tournament).select_related("match")
    }
    tables = RoundRobin(tournament.table_size, tournament.cycles).schedule(len(names)).tables
    parts = range(len(block_parts(tournament)))
    return [
        ScheduleRow(
            cycle=table.cycle,
            round=table.round,
            table=table.table,
            part=part,
            numbers=table.entrants,
            names=tuple(names[number] for number in table.entrants),
            match=matches.get((table.cycle, table.round, table.table, part)),
        )
        for table in tables
        for part in parts
    ]


def schedule_report(tournament: Tournament) -> Report:
    """Give how even the schedule is."""
    return RoundRobin(tournament.table_size, tournament.cycles).schedule(tournament.entries.count()).report


def progress(tournament: Tournament) -> Progress:
    """Count matches and blocks; a running match counts the blocks that its worker has reported."""
    matches = Match.objects.filter(pairing__tournament=tournament)
    states: Counter[str] = Counter(dict(matches.order_by().values_list("state").annotate(Count("id"))))
    # One statement for both: a match that finishes between two would count twice, or not at all.
    playing = Q(state=AttemptState.LIVE, match__state=MatchState.RUNNING) | Q(state=AttemptState.FINISHED)
    done = Attempt.objects.filter(playing, match__in=matches).aggregate(done=Sum("blocks_done"))["done"]
    count, tables = sum(states.values()), Pairing.objects.filter(tournament=tournament, part=0).count()
    if tournament.started_at is None:
        tables = schedule_report(tournament).tables
        count = tables * len(block_parts(tournament))
    return Progress(
        matches=count,
        finished=states[MatchState.FINISHED],
        running=states[MatchState.RUNNING],
        waiting=count - states[MatchState.FINISHED] - states[MatchState.RUNNING] - _lost(states),
        failed=_lost(states),
        blocks=tables * tournament.blocks,
        blocks_done=done or 0,
    )


def standings(tournament: Tournament) -> list[StandingRow]:
    """Give the standings, best first. Equal points and wins share a rank; who has no finished block yet has none."""
    tables = event_tables(tournament)
    entries = entries_of(tournament)
    tallies = {entry.number: tables.entrants.get(entry.number, Tally()) for entry in entries}
    keys = {number: (tally.score.total, tally.wins) for number, tally in tallies.items() if tally.score.blocks}
    rows = [
        StandingRow(
            rank=1 + sum(key > keys[entry.number] for key in keys.values()) if entry.number in keys else None,
            number=entry.number,
            version=entry.version,
            points=float(tallies[entry.number].score.total),
            blocks=tallies[entry.number].score.blocks,
            games=tallies[entry.number].games,
            wins=tallies[entry.number].wins,
            draws=tallies[entry.number].draws,
            losses=tallies[entry.number].losses,
            score=tallies[entry.number].score.value,
            standard_error=tables.standing_error(entry.number) if entry.number in keys else None,
            margin=tallies[entry.number].margin_per_deal,
            faults=tallies[entry.number].faults,
        )
        for entry in entries
    ]
    return sorted(rows, key=lambda row: (row.rank is None, row.rank or 0, row.number))


def crosstable(tournament: Tournament) -> list[CrossRow]:
    """Give who scored how much against whom, by pairing number."""
    tables = event_tables(tournament)
    entries = entries_of(tournament)
    return [
        CrossRow(
            number=entry.number,
            version=entry.version,
            name=str(entry.version),
            cells=tuple(_cell(tables, entry.number, other.number) for other in entries),
        )
        for entry in entries
    ]


def _cell(tables: Tables, number: int, other: int) -> Cell:
    tally = tables.pairs.get((number, other), Tally())
    return Cell(
        opponent=other,
        is_diagonal=number == other,
        score=tally.score.value,
        standard_error=tally.score.standard_error,
        blocks=tally.score.blocks,
        wins=tally.wins,
        draws=tally.draws,
        losses=tally.losses,
    )


def _lost(states: Mapping[str, int]) -> int:
    return states[MatchState.FAILED] + states[MatchState.CANCELLED]
