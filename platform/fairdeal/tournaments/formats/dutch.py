"""The FIDE Dutch system: pairs by caissify-pairings, our events in its terms; seats by the rules here. Pure.

The library's own choice of seats takes the better ranked of two by pairing number alone, where the rules (C.04.3 A.2)
compare scores first; so only its pairs are used.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from caissify_pairings.engines.dutch import DutchEngine

from fairdeal.tournaments.formats.base import Event
from fairdeal.tournaments.formats.scores import Line, Scoring, total
from fairdeal.tournaments.formats.swiss_state import had_bye, lines_by_round

#: A hundred entrants take seconds a round, two hundred take minutes.
MOST_ENTRANTS = 100


@dataclass(frozen=True, slots=True)
class _Player:
    """An entrant before a round: `pairing_number` from 1, `seats` of the games played (0 first), `floats` a round."""

    number: int
    pairing_number: int
    score: Fraction
    seats: tuple[int, ...]
    floats: tuple[str, ...]
    met: frozenset[int]
    had_bye: bool

    @property
    def imbalance(self) -> int:
        """Return how much oftener he sat first than second."""
        return len(self.seats) - 2 * sum(self.seats)

    @property
    def wanted(self) -> int | None:
        """Return the seat he prefers; None before his first game."""
        if not self.seats:
            return None
        if self.seats[-2:] in ((0, 0), (1, 1)):
            return 1 - self.seats[-1]
        if self.imbalance:
            return int(self.imbalance > 0)
        return 1 - self.seats[-1]

    @property
    def strength(self) -> int:
        """Return how strong the preference is: 3 absolute, 2 strong, 1 mild, 0 none."""
        if not self.seats:
            return 0
        if abs(self.imbalance) > 1 or self.seats[-2:] in ((0, 0), (1, 1)):
            return 3
        return 1 + abs(self.imbalance)


def dutch_round(
    event: Event,
    order: Sequence[int],
    *,
    round_number: int,
    rounds: int,
    bye_points: Fraction,
    accelerated: bool,
    first_seed_first: bool,
) -> list[tuple[int, ...]] | None:
    """Return the line-ups of a round, a bye as one number; None when no legal round is left.

    `order` has the pairing numbers of all entrants, the first seed first.
    """
    histories = lines_by_round(event, scoring=Scoring.MATCH, bye_points=bye_points)
    players = {
        number: _player(event, number, rank, histories)
        for rank, number in enumerate(order, start=1)
        if number not in event.withdrawn
    }
    engine = DutchEngine(
        players=[_in_its_terms(player) for player in players.values()],
        previous_pairings={(number, other) for number, player in players.items() for other in player.met},
        round_number=round_number,
        total_rounds=rounds,
        bye_value=float(bye_points),
        accelerated=accelerated,
    )
    lineups: list[tuple[int, ...]] = []
    for row in engine.generate_pairings():
        if row.get("bye"):
            lineups.append((row["white_id"],))
        else:
            lineups.append(_seated(players[row["white_id"]], players[row["black_id"]], first_seed_first))
    return lineups if _is_legal(lineups, players) else None


def _is_legal(lineups: Sequence[tuple[int, ...]], players: dict[int, _Player]) -> bool:
    """Say whether everybody sits once, nobody meets again and nobody has a second bye.

    Where there is no such round the engine logs it and gives another, which would break the event's promises.
    """
    seated = sorted(number for row in lineups for number in row)
    again = any(row[1] in players[row[0]].met for row in lineups if len(row) == 2)
    byes = [row[0] for row in lineups if len(row) == 1]
    return seated == sorted(players) and not again and len(byes) <= 1 and not any(players[n].had_bye for n in byes)


def _seated(one: _Player, other: _Player, first_seed_first: bool) -> tuple[int, int]:
    """Return a pair in seat order (C.04.3 E).

    Both preferences, the stronger one, the wider imbalance, alternation, the better's preference, in this order.

    The better ranked of two has the higher score, then the lower pairing number.
    """
    better, worse = sorted((one, other), key=lambda player: (-player.score, player.pairing_number))
    return (
        (better.number, worse.number)
        if _seat_of(better, worse, first_seed_first) == 0
        else (worse.number, better.number)
    )


def _seat_of(better: _Player, worse: _Player, first_seed_first: bool) -> int:
    if better.wanted != worse.wanted or better.strength != worse.strength:
        if better.strength >= worse.strength and better.wanted is not None:
            return better.wanted
        if worse.wanted is not None:
            return 1 - worse.wanted
    elif better.wanted is not None and abs(better.imbalance) != abs(worse.imbalance):
        return better.wanted if abs(better.imbalance) > abs(worse.imbalance) else 1 - better.wanted
    for mine, theirs in zip(reversed(better.seats), reversed(worse.seats), strict=False):
        if mine != theirs:
            return theirs
    if better.wanted is not None:
        return better.wanted
    return int((better.pairing_number % 2 == 1) != first_seed_first)


def _player(event: Event, number: int, rank: int, histories: dict[int, list[Line]]) -> _Player:
    own = histories[number]
    lineups = {table.place: table.entrants for table in event.tables}
    return _Player(
        number=number,
        pairing_number=rank,
        score=total(own),
        seats=tuple(lineups[line.place].index(number) for line in own if line.is_played),
        floats=tuple(_float(index, own, histories) for index in range(len(own))),
        met=frozenset(other for line in own if line.is_played for other in line.opponents),
        had_bye=had_bye(event, own),
    )


def _in_its_terms(player: _Player) -> dict[str, object]:
    return {
        "id": player.number,
        "name": str(player.number),
        "score": float(player.score),
        "rating": 0,
        "starting_number": player.pairing_number,
        "pairing_number": player.pairing_number,
        "color_hist": ["black" if seat else "white" for seat in player.seats],
        "float_history": list(player.floats),
        "bye_count": int(player.had_bye),
    }


def _float(index: int, own: Sequence[Line], histories: dict[int, list[Line]]) -> str:
    """Return whether an entrant came down or up to a round's opponent, by the scores before it."""
    line = own[index]
    if not line.is_played:
        return "down" if line.points > 0 else "none"
    mine, theirs = total(own[:index]), total(histories[line.opponents[0]][:index])
    return "down" if mine > theirs else "up" if mine < theirs else "none"
