"""What stands beside a rating: results, points a deal with their error, results by seat, faults, bankroll. Pure.

All sums are integers, so that they are the same whichever way they were added up.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from math import sqrt
from typing import Any

from fairdeal.ratings.score import OK, half_points


@dataclass(slots=True)
class SeatRecord:
    """What was scored from one seat, or one side: games, and half points of 2 a game and opponent."""

    games: int = 0
    half_points: int = 0


@dataclass(slots=True)
class Record:
    """A version's sums in a pool.

    `margin` is by how much its seats' mean total was above that of all others, times `margin_unit`; games in which
    somebody was put out are left out of it, as their cards say nothing. `bankroll` is what was won less what was
    lost, in chips (or cents), in games that have them.
    """

    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    faults: int = 0
    half_points: int = 0
    half_points_squared: int = 0
    margin: int = 0
    margin_unit: int = 1
    deals: int = 0
    margin_blocks: int = 0
    margin_squared: int = 0
    margin_by_deals: int = 0
    deals_squared: int = 0
    bankroll: int = 0
    seats: list[SeatRecord] = field(default_factory=list)

    @classmethod
    def read(cls, stored: Mapping[str, Any], games: int, half_points: int, half_points_squared: int) -> "Record":
        """Read what `stored` has written, with the sums that have columns of their own."""
        seats = [SeatRecord(*pair) for pair in stored.get("seats", [])]
        rest = {**stored, "seats": seats}
        return cls(games=games, half_points=half_points, half_points_squared=half_points_squared, **rest)

    def stored(self) -> dict[str, Any]:
        """Return what is kept in a JSON column: all but the sums that have columns of their own."""
        columns = asdict(self)
        for name in ("games", "half_points", "half_points_squared"):
            del columns[name]
        return {**columns, "seats": [[seat.games, seat.half_points] for seat in self.seats]}

    @property
    def points_a_deal(self) -> float | None:
        """By how much a deal ends above the others' mean; None where no deal counts."""
        return self.margin / self.margin_unit / self.deals if self.deals else None

    @property
    def points_error(self) -> float | None:
        """The standard error of the points a deal, a block an observation; None for fewer than two blocks."""
        n = self.margin_blocks
        if n < 2 or not self.deals:
            return None
        # A ratio of two sums: the spread of margin - ratio * deals, all brought over the square of the deals.
        spread = (
            self.margin_squared * self.deals**2
            - 2 * self.margin * self.deals * self.margin_by_deals
            + self.margin**2 * self.deals_squared
        )
        return sqrt(max(spread, 0) * n / (n - 1)) / self.deals**2 / self.margin_unit


def enter(
    records: Sequence[Record],
    games: Sequence[Mapping[str, Any]],
    places: Sequence[Sequence[int]],
    scores: Sequence[Sequence[int]],
    *,
    has_chips: bool,
) -> None:
    """Enter a block into the records of its line-up.

    `places` are those of the line-up game by game, `scores` the half points of i against j over the block.
    """
    count = len(records)
    margins, deals = [0] * count, 0
    for game, ranks in zip(games, places, strict=True):
        _enter_game(records, game, ranks, has_chips=has_chips)
        if all(verdict == OK for verdict in game["verdicts"]):
            deals += int(game["deals"])
            for place, margin in enumerate(_margins(game, count)):
                margins[place] += margin
    seats = len(games[0]["seating"])
    own = seats // count
    for place, record in enumerate(records):
        points = sum(scores[place])
        record.half_points += points
        record.half_points_squared += points * points
        record.margin_unit = own * (seats - own)
        if deals:
            record.margin += margins[place]
            record.deals += deals
            record.margin_blocks += 1
            record.margin_squared += margins[place] ** 2
            record.margin_by_deals += margins[place] * deals
            record.deals_squared += deals * deals


def _enter_game(records: Sequence[Record], game: Mapping[str, Any], places: Sequence[int], *, has_chips: bool) -> None:
    best = min(places)
    at_the_top = places.count(best)
    seat_of = {entrant: seat for seat, entrant in reversed(list(enumerate(game["seating"])))}
    faulty = {entrant for entrant, verdict in zip(game["seating"], game["verdicts"], strict=True) if verdict != OK}
    for place, record in enumerate(records):
        is_best = places[place] == best
        record.games += 1
        record.wins += is_best and at_the_top == 1
        record.draws += is_best and at_the_top > 1
        record.losses += not is_best
        record.faults += place in faulty
        seat = seat_of[place]
        record.seats += [SeatRecord() for _ in range(len(record.seats), seat + 1)]
        record.seats[seat].games += 1
        record.seats[seat].half_points += sum(
            half_points(places, place, other) for other in range(len(places)) if other != place
        )
    if has_chips:
        for entrant, payout in zip(game["seating"], game["payouts"], strict=True):
            records[entrant].bankroll += round(payout)


def _margins(game: Mapping[str, Any], count: int) -> list[int]:
    """Return each entrant's margin, times its own seats and all others' seats: a whole number."""
    seats, total = len(game["seating"]), sum(game["totals"])
    own = [0] * count
    for entrant, points in zip(game["seating"], game["totals"], strict=True):
        own[entrant] += points
    return [seats * points - seats // count * total for points in own]
