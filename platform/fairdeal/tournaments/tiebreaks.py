"""Standings: points, then tie-breaks in the organiser's order. Pure.

An entrant's history is his lines in the order of the rounds; a round without a table of his is absent from the history
of formats in which that is planned (a round-robin's byes), and an `ABSENT` line where it is not (Swiss).

Unplayed rounds are treated as FIDE did from 2009 to 2022 (later texts differ; no conformity is claimed): for his own
Buchholz and Sonneborn-Berger an entrant met a virtual opponent in that round, who has what he himself had before it,
what he was not given in it, and half a point for every round after it. In the scores of his opponents' opponents an
unplayed round counts half a point, whatever it was worth.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from fairdeal.tournaments.formats.errors import BadSettings
from fairdeal.tournaments.formats.scores import HALF, Line, total

Histories = Mapping[int, Sequence[Line]]


class TieBreak(StrEnum):
    """What decides between equal points. A higher value is better in each."""

    DIRECT_ENCOUNTER = "direct_encounter"
    BUCHHOLZ = "buchholz"
    BUCHHOLZ_CUT_1 = "buchholz_cut_1"
    SONNEBORN_BERGER = "sonneborn_berger"
    WINS = "wins"
    MARGIN = "margin"


ROUND_ROBIN_ORDER = (TieBreak.DIRECT_ENCOUNTER, TieBreak.SONNEBORN_BERGER, TieBreak.WINS, TieBreak.MARGIN)
SWISS_ORDER = (
    TieBreak.DIRECT_ENCOUNTER,
    TieBreak.BUCHHOLZ_CUT_1,
    TieBreak.BUCHHOLZ,
    TieBreak.SONNEBORN_BERGER,
    TieBreak.WINS,
    TieBreak.MARGIN,
)


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the standings. Who is equal in everything shares a rank; who does not count has none.

    `tiebreaks` are in the order asked for; None where one does not apply: a direct encounter decides only among
    equals who have all met. `played` counts tables, `byes` those that were worth something without play.
    """

    rank: int | None
    number: int
    points: Fraction
    tiebreaks: tuple[Fraction | None, ...] = ()
    played: int = 0
    byes: int = 0
    has_withdrawn: bool = False


def order_of(names: Iterable[str]) -> tuple[TieBreak, ...]:
    """Return tie-breaks by name; raises BadSettings for one that is unknown or comes twice."""
    known = ", ".join(TieBreak)
    found = []
    for name in names:
        if name not in set(TieBreak):
            raise BadSettings("tiebreaks", f"a tie-break is one of {known}, not {name!r}")
        found.append(TieBreak(name))
    if len(set(found)) != len(found):
        raise BadSettings("tiebreaks", f"each tie-break comes once, not as in {', '.join(found)}")
    return tuple(found)


def rank(
    histories: Histories,
    order: Sequence[TieBreak],
    *,
    withdrawn: frozenset[int] = frozenset(),
    unranked: frozenset[int] = frozenset(),
    per_table: bool = False,
) -> tuple[Standing, ...]:
    """Return the standings, best first; those `unranked` come last and without a rank.

    With `per_table` it is points a table that count first, as where not all have as many tables.
    """
    ranked = [number for number in histories if number not in unranked]
    divisors = {number: max(1, len(histories[number])) if per_table else 1 for number in ranked}
    tied = _split(ranked, {number: total(histories[number]) / divisors[number] for number in ranked})
    columns: dict[int, list[Fraction | None]] = {number: [] for number in histories}
    for tiebreak in order:
        groups = []
        for group in tied:
            values = _values(tiebreak, group, histories)
            for number in group:
                columns[number].append(values.get(number))
            groups += _split(group, values) if len(values) == len(group) else [group]
        tied = groups
    standings, place = [], 1
    for group in tied:
        standings += [(place, number) for number in group]
        place += len(group)
    rest = [(None, number) for number in histories if number in unranked]
    return tuple(
        Standing(
            rank=placed,
            number=number,
            points=total(histories[number]),
            tiebreaks=tuple(columns[number]) if placed else (None,) * len(order),
            played=sum(line.is_played for line in histories[number]),
            byes=sum(not line.is_played and line.points > 0 for line in histories[number]),
            has_withdrawn=number in withdrawn,
        )
        for placed, number in [*standings, *rest]
    )


def _split(group: Sequence[int], values: Mapping[int, Fraction]) -> list[list[int]]:
    """Split a group into those of equal value, the highest first, each in the order given."""
    best = sorted(set(values.values()), reverse=True)
    return [[number for number in group if values[number] == value] for value in best]


def _values(tiebreak: TieBreak, group: Sequence[int], histories: Histories) -> dict[int, Fraction]:
    """Return the values of a group of equals; empty where the tie-break does not apply to them."""
    if tiebreak == TieBreak.DIRECT_ENCOUNTER:
        return direct_encounter(group, histories)
    return {number: _FUNCTIONS[tiebreak](number, histories) for number in group}


def direct_encounter(group: Sequence[int], histories: Histories) -> dict[int, Fraction]:
    """Return what each of a group has against the others of it; empty unless all of them have met, equally often."""
    among = set(group)
    points = dict.fromkeys(group, Fraction(0))
    met: dict[tuple[int, int], int] = {}
    for number in group:
        for line in histories[number]:
            for other, share in zip(line.opponents, line.against, strict=False) if line.is_played else ():
                if other in among:
                    points[number] += share
                    met[number, other] = met.get((number, other), 0) + 1
    counts = {met.get((one, other), 0) for one in group for other in group if one != other}
    return points if len(counts) == 1 and counts != {0} else {}


def adjusted_score(history: Sequence[Line]) -> Fraction:
    """Return what an entrant's score is in the sums of his opponents: an unplayed round counts half a point."""
    return sum((line.points if line.is_played else HALF for line in history), Fraction(0))


def virtual_score(rounds: int, round_number: int, before: Fraction, given: Fraction) -> Fraction:
    """Return the score of the virtual opponent of an unplayed round.

    SPR + (1 - SfPR) + (n - R) / 2, for R = `round_number` of n = `rounds`, with SPR points `before` it and SfPR `given`
    for it.
    """
    return before + 1 - given + HALF * (rounds - round_number)


def opponents_of(number: int, histories: Histories) -> list[tuple[Fraction, Fraction]]:
    """Return for every opponent of an entrant, virtual ones included, his score and the share had against him.

    At a table of n an entrant has n - 1 opponents, and each counts for a share of 1 / (n - 1).
    """
    history = histories[number]
    found, before = [], Fraction(0)
    for index, line in enumerate(history, start=1):
        if line.is_played:
            weight = Fraction(1, len(line.opponents))
            found += [
                (adjusted_score(histories[other]) * weight, share)
                for other, share in zip(line.opponents, line.against, strict=True)
            ]
        else:
            found.append((virtual_score(len(history), index, before, line.points), line.points))
        before += line.points
    return found


def buchholz(number: int, histories: Histories) -> Fraction:
    """Return the sum of the opponents' scores."""
    return sum((score for score, _ in opponents_of(number, histories)), Fraction(0))


def buchholz_cut_1(number: int, histories: Histories) -> Fraction:
    """Return the sum of the opponents' scores without the lowest."""
    scores = [score for score, _ in opponents_of(number, histories)]
    return sum(scores, Fraction(0)) - min(scores, default=Fraction(0))


def sonneborn_berger(number: int, histories: Histories) -> Fraction:
    """Return the sum of the opponents' scores, each times the share had against him."""
    return sum((score * share for score, share in opponents_of(number, histories)), Fraction(0))


def wins(number: int, histories: Histories) -> Fraction:
    """Return how many were beaten at tables that were played."""
    return Fraction(sum(line.wins for line in histories[number]))


def margin(number: int, histories: Histories) -> Fraction:
    """Return the points above the others, a block."""
    blocks = sum(line.blocks for line in histories[number])
    return sum((line.margin for line in histories[number]), Fraction(0)) / (blocks or 1)


_FUNCTIONS: dict[TieBreak, Callable[[int, Histories], Fraction]] = {
    TieBreak.BUCHHOLZ: buchholz,
    TieBreak.BUCHHOLZ_CUT_1: buchholz_cut_1,
    TieBreak.SONNEBORN_BERGER: sonneborn_berger,
    TieBreak.WINS: wins,
    TieBreak.MARGIN: margin,
}
