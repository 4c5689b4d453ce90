"""Fixed-point Elo, version 1: integers in milli-Elo, zero-sum, the same bits on every machine.

A score is given in *half points*: of `games` games between two sides, 2 for each won and 1 for each drawn, so that
the mean of three or of seven games stays exact. All functions take ratings from before the block and return changes
that add up to nothing. The module can be compiled (`python -m ops.compile_ratings`); the numbers stay the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mypy_extensions import i64  # for the compiler alone: what is an `i64` needs no object

START: Final = 1_500_000
ONE: Final = 1_000_000  # the score of a win, in millionths
K_MIN: Final = 1_000
_CLAMP: Final = 2_400_000
# One entry more than the clamp, for the interpolation at its end.
_TABLE: Final = [round(ONE / (1 + 10 ** (-d / 400))) for d in range(2402)]
_RISES: Final = [_TABLE[d + 1] - _TABLE[d] for d in range(2401)]
#: K by rated blocks, until it has come down to its least.
_STEPS: Final = [max(K_MIN, 1_390_000_000 // (1000 * units + 34_750)) for units in range(1356)]


class Rated:
    """A player before the block: rating in milli-Elo, and the rated blocks behind it."""

    __slots__ = ("elo", "units")

    def __init__(self, elo: int, units: int) -> None:
        self.elo = elo
        self.units = units

    def __repr__(self) -> str:
        return f"Rated(elo={self.elo}, units={self.units})"


def rdiv(numerator: int, denominator: int) -> int:
    """Divide and round to the nearest integer, halves away from zero; the denominator is positive."""
    if denominator <= 0:
        raise ValueError(f"the denominator must be positive, not {denominator}")
    half_up = (2 * abs(numerator) + denominator) // (2 * denominator)
    return half_up if numerator >= 0 else -half_up


def expected(difference: int) -> int:
    """Return the expected score, in millionths, of who is so many milli-Elo ahead."""
    ahead = difference if difference >= 0 else -difference
    if ahead > _CLAMP:
        ahead = _CLAMP
    whole, part = ahead // 1000, ahead % 1000
    # The table rises, so that halves are rounded up.
    score = _TABLE[whole] + (_RISES[whole] * part + 500) // 1000
    return score if difference >= 0 else ONE - score


def step(units: int) -> int:
    """Return K in milli-Elo for a player with so many rated blocks: 40 Elo at first, 1 Elo in the end."""
    if units < 0:
        raise ValueError(f"a player cannot have {units} rated blocks")
    return _STEPS[units] if units < 1356 else K_MIN


def duel(first: Rated, second: Rated, half_points: int, games: int) -> int:
    """Return the change of the first player; the second one's is its negative.

    It spells `step`, `expected` and `_change` out, as a million duels are to be replayed in seconds.
    """
    full = 2 * games
    if games < 1 or half_points < 0 or half_points > full:
        raise ValueError(f"{half_points} half points of {games} games: expected 0 to {full}, of one game or more")
    units, others = first.units, second.units
    k = ((_STEPS[units] if units < 1356 else K_MIN) + (_STEPS[others] if others < 1356 else K_MIN)) // 2
    difference = first.elo - second.elo
    ahead = difference if difference >= 0 else -difference
    if ahead > _CLAMP:
        ahead = _CLAMP
    place = ahead // 1000
    score = _TABLE[place] + (_RISES[place] * (ahead - 1000 * place) + 500) // 1000
    if difference < 0:
        score = ONE - score
    whole = ONE * full
    gain = k * (half_points * ONE - score * full)
    return (2 * gain + whole) // (2 * whole) if gain >= 0 else -((whole - 2 * gain) // (2 * whole))


def table(players: Sequence[Rated], half_points: list[list[int]], games: int) -> list[int]:
    """Return the changes at a table where everybody plays for himself: the sum of its duels, each at 1/(m-1)."""
    elos, steps = [player.elo for player in players], [step(player.units) for player in players]
    return table_changes(elos, steps, half_points, games, len(elos) - 1)


def table_changes(
    elos: list[int], steps: list[int], half_points: list[list[int]], games: int, opponents: int
) -> list[int]:
    """Return the changes at a table of players with these ratings and K.

    Each duel counts for 1/opponents: the others at the table, also those whose duels are rated otherwise. The loop
    spells `expected` and `_change` out: a million tables of six have fifteen million duels, and calls are most of
    what one costs.
    """
    count = len(elos)
    if opponents < 1:
        raise ValueError("a table needs two players or more")
    _check_size(half_points, count, games)
    full: i64 = 2 * games
    whole: i64 = ONE * full * opponents
    twice: i64 = 2 * whole
    own: i64
    k: i64
    moved: i64
    points: i64
    difference: i64
    ahead: i64
    place: i64
    score: i64
    gain: i64
    change: i64
    scores, rises = _TABLE, _RISES
    changes = [0] * count
    for i in range(count - 1):
        own = elos[i]
        k = steps[i]
        moved = changes[i]
        row = half_points[i]
        for j in range(i + 1, count):
            points = row[j]
            if points < 0 or points > full or points + half_points[j][i] != full:
                raise ValueError(f"the half points of {i} against {j} do not add up to two a game of {games}")
            difference = own - elos[j]
            ahead = difference if difference >= 0 else -difference
            if ahead > _CLAMP:
                ahead = _CLAMP
            place = ahead // 1000
            score = scores[place] + (rises[place] * (ahead - 1000 * place) + 500) // 1000
            if difference < 0:
                score = ONE - score
            gain = ((k + steps[j]) >> 1) * (points * ONE - score * full)
            change = (2 * gain + whole) // twice if gain >= 0 else -((whole - 2 * gain) // twice)
            moved += change
            if change:
                changes[j] -= change
        changes[i] = moved
    return changes


def teams(first: Sequence[Rated], second: Sequence[Rated], half_points: int, games: int) -> tuple[list[int], list[int]]:
    """Return the changes of the members of two sides.

    Expectation and K come from the means of the members. What is moved in all is the geometric mean of what the two
    sides would move each on its own, so that a member of either side learns at the right pace: in 2 v 2 everybody
    moves by the duel's change, alone against four the one moves twice and the four half of it.
    """
    if not first or not second:
        raise ValueError("a side without members cannot be rated")
    both = [*first, *second]
    k = sum([step(member.units) for member in both]) // len(both)
    change = _change(mean(first) - mean(second), k, half_points, games)
    moved = isqrt(change * change * len(first) * len(second))
    sign = 1 if change >= 0 else -1
    return _split(moved, len(first), sign), _split(moved, len(second), -sign)


def mean(members: Sequence[Rated]) -> int:
    """Return the mean rating of a side."""
    return rdiv(sum([member.elo for member in members]), len(members))


def check_scores(half_points: list[list[int]], count: int, games: int) -> None:
    """Raise ValueError for a score matrix that is none for a table of so many."""
    _check_size(half_points, count, games)
    for i in range(count):
        for j in range(i):
            if half_points[i][j] + half_points[j][i] != 2 * games:
                raise ValueError(f"the half points of {j} against {i} do not add up to two a game of {games}")


def _check_size(half_points: list[list[int]], count: int, games: int) -> None:
    if count < 2 or games < 1 or len(half_points) != count:
        raise ValueError(f"a table of {count} needs a score matrix of the same size, two players and a game, or more")
    for row in half_points:
        if len(row) != count:
            raise ValueError(f"a table of {count} needs a score matrix of the same size, not a row of {len(row)}")


def _change(difference: int, k: int, half_points: int, games: int) -> int:
    full = 2 * games
    if games < 1 or half_points < 0 or half_points > full:
        raise ValueError(f"{half_points} half points of {games} games: expected 0 to {full}, of one game or more")
    # k * (S - E), brought over the common denominator: S = half_points / (2 * games); then rounded as `rdiv` does.
    gain = k * (half_points * ONE - expected(difference) * full)
    whole = ONE * full
    if gain >= 0:
        return (2 * gain + whole) // (2 * whole)
    return -((whole - 2 * gain) // (2 * whole))


def _split(total: int, members: int, sign: int) -> list[int]:
    share, rest = divmod(total, members)
    return [sign * (share + (1 if seat < rest else 0)) for seat in range(members)]
