"""What a Swiss knows of its entrants before a round: scores, seats, whom they met, who had a bye. Pure."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from fairdeal.tournaments.formats.base import Event
from fairdeal.tournaments.formats.scores import Kind, Line, Lines, Scoring, lines_of, total


@dataclass(slots=True)
class Player:
    """An entrant before a round. `rank` is his place in the seeding, from 0; `score` is in half points.

    At tables of n it is in parts of 2 (n - 1) of a point: half points against each of the others. `seats` are those of
    the tables he played, 0 for the first of the line-up; `met` counts all he was ever drawn with.
    """

    number: int
    rank: int
    score: int = 0
    seats: list[int] = field(default_factory=list)
    met: Counter[int] = field(default_factory=Counter)
    had_bye: bool = False

    @property
    def imbalance(self) -> int:
        """Return how much oftener he sat first than second."""
        return len(self.seats) - 2 * sum(self.seats)


def lines_by_round(event: Event, *, scoring: Scoring, bye_points: Fraction) -> Lines:
    """Return a line for every entrant and every round he was drawn in, or away from; open tables give none."""
    lines = lines_of(event, scoring=scoring, bye_points=bye_points)
    rounds = sorted({table.place[:2] for table in event.tables})
    drawn = {(table.place[:2], number): table for table in event.tables for number in table.entrants}
    for number, own in lines.items():
        known = {line.place[:2]: line for line in own}
        filled = []
        for where in rounds:
            if where in known:
                filled.append(known[where])
            elif (where, number) not in drawn:
                # Withdrawn before this round was drawn: he is away.
                place = next(table.place for table in event.tables if table.place[:2] == where)
                filled.append(Line(place, Kind.ABSENT, Fraction(0)))
        lines[number] = filled
    return lines


def had_bye(event: Event, lines: Iterable[Line]) -> bool:
    """Say whether an entrant had a bye, or a walkover, which is as good. An absence that a file tells of is none."""
    return any(
        line.kind == Kind.WALKOVER or (line.kind == Kind.BYE and event.byes.get(line.place, 1) > 0) for line in lines
    )


def players_of(event: Event, order: Sequence[int], *, bye_points: Fraction, table_size: int = 2) -> list[Player]:
    """Return the entrants who have not withdrawn, in the order of their ranks."""
    ranks = {number: rank for rank, number in enumerate(order)}
    players = {number: Player(number, ranks[number]) for number in event.numbers}
    for number, lines in lines_of(event, scoring=Scoring.MATCH, bye_points=bye_points).items():
        player = players[number]
        player.score = int(2 * (table_size - 1) * total(lines))
        player.had_bye = had_bye(event, lines)
    for table in sorted(event.tables, key=lambda table: table.place):
        for seat, number in enumerate(table.entrants):
            players[number].met.update(other for other in table.entrants if other != number)
            if table.place in event.results:
                players[number].seats.append(seat)
    return sorted((players[n] for n in event.numbers if n not in event.withdrawn), key=lambda player: player.rank)
