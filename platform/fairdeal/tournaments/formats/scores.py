"""What tables are worth to who sat at them: played, byes, walkovers, annulled. Pure."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from fairdeal.tournaments.formats.base import Event, Place, Result, Table

HALF = Fraction(1, 2)


class Scoring(StrEnum):
    """What counts at a table: who won it (1, ½, 0 against each other), or the share of all its blocks."""

    MATCH = "match"
    BLOCKS = "blocks"


class Kind(StrEnum):
    """How an entrant came by what a table is worth to him."""

    PLAYED = "played"
    BYE = "bye"
    WALKOVER = "walkover"
    ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class Line:
    """One table of one entrant: what it is worth, from 0 to 1, and against whom it was had."""

    place: Place
    kind: Kind
    points: Fraction
    opponents: tuple[int, ...] = ()
    against: tuple[Fraction, ...] = ()
    blocks: int = 0
    margin: Fraction = Fraction(0)

    @property
    def is_played(self) -> bool:
        return self.kind == Kind.PLAYED

    @property
    def wins(self) -> int:
        """Return how many others were beaten at a table that was played."""
        return sum(share > HALF for share in self.against) if self.is_played else 0


Lines = dict[int, list[Line]]


def lines_of(
    event: Event,
    *,
    scoring: Scoring,
    bye_points: Fraction = Fraction(1),
    annulled: Collection[int] = (),
) -> Lines:
    """Return the lines of every entrant, in the order of the tables; tables still to be played give none.

    A table at which somebody withdrew before it was played is a walkover: each of the others has a win against those
    who withdrew and half a point against the rest, whom he did not meet. Tables of `annulled` entrants give nothing.
    """
    lines: Lines = {number: [] for number in event.numbers}
    for table in sorted(event.tables, key=lambda table: table.place):
        if not set(annulled).isdisjoint(table.entrants):
            continue
        if table.is_bye:
            worth = event.byes.get(table.place, bye_points)
            lines[table.entrants[0]].append(Line(table.place, Kind.BYE, worth))
        elif table.place in event.results:
            for number, line in zip(table.entrants, _played(table, event.results[table.place], scoring), strict=True):
                lines[number].append(line)
        elif event.is_walkover(table):
            for number in table.entrants:
                lines[number].append(_walkover(table, number, event.withdrawn))
    return lines


def total(lines: Collection[Line]) -> Fraction:
    """Return the points of some lines."""
    return sum((line.points for line in lines), Fraction(0))


def duel_share(result: Result) -> Fraction:
    """Return 1, ½ or 0: what the first of a table of two has by who won it."""
    return _share(result.scores[0][1], result.blocks, Scoring.MATCH)


def annulled_of(event: Event, scheduled: dict[int, int]) -> frozenset[int]:
    """Return who withdrew before half of the tables scheduled for him were played."""
    played = dict.fromkeys(event.numbers, 0)
    for table in event.tables:
        if table.place in event.results:
            for number in table.entrants:
                played[number] += 1
    return frozenset(number for number in event.withdrawn if 2 * played[number] < scheduled[number])


def _played(table: Table, result: Result, scoring: Scoring) -> list[Line]:
    seats = range(len(table.entrants))
    lines = []
    for i in seats:
        others = [j for j in seats if j != i]
        against = tuple(_share(result.scores[i][j], result.blocks, scoring) for j in others)
        lines.append(
            Line(
                place=table.place,
                kind=Kind.PLAYED,
                points=sum(against, Fraction(0)) / len(others),
                opponents=tuple(table.entrants[j] for j in others),
                against=against,
                blocks=result.blocks,
                margin=result.margins[i] if result.margins else Fraction(0),
            )
        )
    return lines


def _walkover(table: Table, number: int, withdrawn: Collection[int]) -> Line:
    others = tuple(other for other in table.entrants if other != number)
    if number in withdrawn:
        return Line(table.place, Kind.ABSENT, Fraction(0), others)
    against = tuple(Fraction(1) if other in withdrawn else HALF for other in others)
    return Line(table.place, Kind.WALKOVER, sum(against, Fraction(0)) / len(others), others, against)


def _share(score: Fraction, blocks: int, scoring: Scoring) -> Fraction:
    if scoring == Scoring.BLOCKS:
        return score / blocks
    return Fraction((2 * score > blocks) * 2 + (2 * score == blocks), 2)
