"""Standings: the order that the format gives, with what the blocks have brought."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from django.utils.translation import gettext as _

from fairdeal.submissions.models import BotVersion
from fairdeal.tournaments.events import DRAWN_AT_ONCE, Formats
from fairdeal.tournaments.formats.scores import Scoring
from fairdeal.tournaments.models import Entry, EntryState, Tournament, TournamentState
from fairdeal.tournaments.selectors.view import Look, view_of
from fairdeal.tournaments.tally import Tables, Tally
from fairdeal.tournaments.tiebreaks import Standing, TieBreak

#: In brackets who is still in has no rank; here all have one, whoever has played.
_RANKED_FROM_THE_START = DRAWN_AT_ONCE | {Formats.SWISS}


@dataclass(frozen=True, slots=True)
class TieBreakColumn:
    """A column of the standings: the tie-break's name, its heading, and what it is, in a sentence."""

    name: str
    heading: str
    explanation: str


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A line of the standings: what the format counts, then sums over all finished blocks.

    `points`, `tiebreaks` (in the order of `tiebreak_columns`), `played` tables and `byes` are the format's; `rank` is
    None where it gives none: before the first result, while somebody is still in a bracket, for who is annulled.
    """

    rank: int | None
    number: int
    version: BotVersion
    state: str
    points: float
    tiebreaks: tuple[float | None, ...]
    played: int
    byes: int
    blocks: int
    games: int
    wins: int
    draws: int
    losses: int
    score: float | None
    standard_error: float | None
    margin: float | None
    faults: int

    @property
    def has_left(self) -> bool:
        return self.state != EntryState.IN


def standings(look: Look) -> list[StandingRow]:
    """Give the standings, best first; before the first result by pairing number, without ranks."""
    view = view_of(look)
    entries = {entry.number: entry for entry in view.entries if entry.number is not None}
    if not view.event.results and view.tournament.state != TournamentState.FINISHED:
        return [_row(entry, None, Tables()) for entry in entries.values()]
    tables = view.tables
    found: Sequence[Standing] = view.form.standings(view.event)
    if view.tournament.format in _RANKED_FROM_THE_START:
        found = _without_idle(found)
    return [_row(entries[standing.number], standing, tables) for standing in found]


def _without_idle(found: Sequence[Standing]) -> Sequence[Standing]:
    """Take the rank from those who have not played yet: they come last, and the others do not stand behind them."""
    begun: list[Standing] = []
    idle: list[Standing] = []
    for standing in found:
        if standing.played or standing.byes:
            ahead = sum(one.rank is not None and standing.rank is not None and one.rank < standing.rank for one in idle)
            begun.append(replace(standing, rank=standing.rank and standing.rank - ahead))
        else:
            idle.append(standing)
    return [*begun, *(replace(standing, rank=None) for standing in idle)]


def tiebreak_columns(tournament: Tournament) -> list[TieBreakColumn]:
    """Give the tie-breaks of a tournament in the order in which they decide; none where a format has none."""
    words = _words()
    return [TieBreakColumn(name, *words[TieBreak(name)]) for name in tournament.settings.get("tiebreaks", [])]


def points_word(tournament: Tournament) -> str:
    """Say in a sentence what a point is in this tournament."""
    if tournament.settings.get("scoring") == Scoring.BLOCKS:
        uneven = _("Where not all have as many tables, the rank is by points a table.")
        return " ".join((_("A table is worth one point: the share of its blocks."), uneven))
    if tournament.format in (Tournament.Format.SINGLE_ELIMINATION, Tournament.Format.DOUBLE_ELIMINATION):
        return _("Matches won.")
    if tournament.format == Tournament.Format.LADDER:
        return _("Shares of all blocks. The rank is by strength, not by points.")
    return _("A table won is worth 1, a drawn one ½.")


def _words() -> dict[TieBreak, tuple[str, str]]:
    return {
        TieBreak.DIRECT_ENCOUNTER: (
            _("Direct"),
            _("Direct encounter: points against those who are equal so far, if all of them have met, equally often."),
        ),
        TieBreak.BUCHHOLZ: (
            _("Buchholz"),
            _("Buchholz: the sum of the opponents' scores; who met stronger ones is better."),
        ),
        TieBreak.BUCHHOLZ_CUT_1: (
            _("Buchholz −1"),
            _("Buchholz cut 1: the sum of the opponents' scores without the lowest."),
        ),
        TieBreak.SONNEBORN_BERGER: (
            _("S.-B."),
            _("Sonneborn-Berger: the opponents' scores, each times what was had against him."),
        ),
        TieBreak.WINS: (_("Wins"), _("Wins: how many were beaten, at tables that were played.")),
        TieBreak.MARGIN: (_("Margin"), _("Margin: points of the game above the others, a block.")),
    }


def _row(entry: Entry, standing: Standing | None, tables: Tables) -> StandingRow:
    number = entry.number or 0
    tally = tables.entrants.get(number, Tally())
    return StandingRow(
        rank=None if standing is None else standing.rank,
        number=number,
        version=entry.version,
        state=entry.state,
        points=0.0 if standing is None else float(standing.points),
        tiebreaks=() if standing is None else tuple(_number(value) for value in standing.tiebreaks),
        played=0 if standing is None else standing.played,
        byes=0 if standing is None else standing.byes,
        blocks=tally.score.blocks,
        games=tally.games,
        wins=tally.wins,
        draws=tally.draws,
        losses=tally.losses,
        score=tally.score.value,
        standard_error=tables.standing_error(number) if tally.score.blocks else None,
        margin=tally.margin_per_deal,
        faults=tally.faults,
    )


def _number(value: Fraction | None) -> float | None:
    return None if value is None else float(value)
