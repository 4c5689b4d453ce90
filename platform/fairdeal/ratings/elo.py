"""Fixed-point Elo, version 1: integers in milli-Elo, zero-sum, the same bits on every machine.

A score is given in *half points*: of `games` games between two sides, 2 for each won and 1 for each drawn, so that
the mean of three or of seven games stays exact. All functions take ratings from before the block and return changes
that add up to nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt
from typing import Final

START: Final = 1_500_000
ONE: Final = 1_000_000  # the score of a win, in millionths
K_MIN: Final = 1_000
_CLAMP: Final = 2_400_000
# One entry more than the clamp, for the interpolation at its end.
_TABLE: Final = tuple(round(ONE / (1 + 10 ** (-d / 400))) for d in range(2402))


@dataclass(frozen=True, slots=True)
class Rated:
    """A player before the block: rating in milli-Elo, and the rated blocks behind it."""

    elo: int
    units: int


def rdiv(numerator: int, denominator: int) -> int:
    """Divide and round to the nearest integer, halves away from zero; the denominator is positive."""
    if denominator <= 0:
        raise ValueError(f"the denominator must be positive, not {denominator}")
    half_up = (2 * abs(numerator) + denominator) // (2 * denominator)
    return half_up if numerator >= 0 else -half_up


def expected(difference: int) -> int:
    """Return the expected score, in millionths, of who is so many milli-Elo ahead."""
    if difference < 0:
        return ONE - expected(-difference)
    whole, part = divmod(min(difference, _CLAMP), 1000)
    low, high = _TABLE[whole], _TABLE[whole + 1]
    return low + rdiv((high - low) * part, 1000)


def step(units: int) -> int:
    """Return K in milli-Elo for a player with so many rated blocks: 40 Elo at first, 1 Elo in the end."""
    if units < 0:
        raise ValueError(f"a player cannot have {units} rated blocks")
    return max(K_MIN, 1_390_000_000 // (1000 * units + 34_750))


def duel(first: Rated, second: Rated, half_points: int, games: int) -> int:
    """Return the change of the first player; the second one's is its negative."""
    return _pair(first, second, half_points, games, opponents=1)


def table(players: Sequence[Rated], half_points: Sequence[Sequence[int]], games: int) -> list[int]:
    """Return the changes at a table where everybody plays for himself: the sum of its duels, each at 1/(m-1)."""
    changes = [0] * len(players)
    for i, j in _pairs(players, half_points, games):
        change = _pair(players[i], players[j], half_points[i][j], games, opponents=len(players) - 1)
        changes[i] += change
        changes[j] -= change
    return changes


def teams(first: Sequence[Rated], second: Sequence[Rated], half_points: int, games: int) -> tuple[list[int], list[int]]:
    """Return the changes of the members of two sides.

    Expectation and K come from the means of the members. What is moved in all is the geometric mean of what the two
    sides would move each on its own, so that a member of either side learns at the right pace: in 2 v 2 everybody
    moves by the duel's change, alone against four the one moves twice and the four half of it.
    """
    if not first or not second:
        raise ValueError("a side without members cannot be rated")
    change = _pair(_mean(first), _mean(second), half_points, games, opponents=1, step_of=_mean_step(first, second))
    moved = isqrt(change * change * len(first) * len(second))
    sign = 1 if change >= 0 else -1
    return _split(moved, len(first), sign), _split(moved, len(second), -sign)


def _pair(
    first: Rated, second: Rated, half_points: int, games: int, *, opponents: int, step_of: int | None = None
) -> int:
    if games < 1 or not 0 <= half_points <= 2 * games:
        raise ValueError(f"{half_points} half points of {games} games: expected 0 to {2 * games}, of one game or more")
    k = (step(first.units) + step(second.units)) // 2 if step_of is None else step_of
    # k * (S - E), brought over the common denominator: S = half_points / (2 * games).
    gain = half_points * ONE - expected(first.elo - second.elo) * 2 * games
    return rdiv(k * gain, ONE * 2 * games * opponents)


def _pairs(players: Sequence[Rated], half_points: Sequence[Sequence[int]], games: int) -> list[tuple[int, int]]:
    count = len(players)
    if count < 2 or len(half_points) != count or any(len(row) != count for row in half_points):
        raise ValueError(f"a table of {count} needs a score matrix of the same size, and two players or more")
    pairs = [(i, j) for i in range(count) for j in range(i + 1, count)]
    for i, j in pairs:
        if half_points[i][j] + half_points[j][i] != 2 * games:
            raise ValueError(f"the half points of {i} against {j} do not add up to two a game of {games}")
    return pairs


def _mean(members: Sequence[Rated]) -> Rated:
    return Rated(rdiv(sum(member.elo for member in members), len(members)), 0)


def _mean_step(first: Sequence[Rated], second: Sequence[Rated]) -> int:
    both = [*first, *second]
    return sum(step(member.units) for member in both) // len(both)


def _split(total: int, members: int, sign: int) -> list[int]:
    share, rest = divmod(total, members)
    return [sign * (share + (1 if seat < rest else 0)) for seat in range(members)]
