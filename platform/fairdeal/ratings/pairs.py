"""What two versions of a pool have scored against each other. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from fairdeal.ratings.fit.student import t_quantile
from fairdeal.ratings.uncertainty import error_without_spread, wilson_interval


@dataclass(slots=True)
class PairSums:
    """Integer sums over the blocks of one pair, from the first one's side, in half points (2 a game won).

    `block_squares` are the squares of the blocks' half points, `game_squares` those of the single games'.
    """

    blocks: int = 0
    games: int = 0
    wins: int = 0
    draws: int = 0
    half_points: int = 0
    block_squares: int = 0
    game_squares: int = 0

    def add(self, half_points: Sequence[int]) -> None:
        """Enter a block: the half points of each of its games."""
        self.blocks += 1
        self.games += len(half_points)
        self.wins += half_points.count(2)
        self.draws += half_points.count(1)
        self.half_points += sum(half_points)
        self.block_squares += sum(half_points) ** 2
        self.game_squares += sum(points * points for points in half_points)

    def turned(self) -> "PairSums":
        """Return the sums as the other one has them."""
        full = 2 * self.games
        a_block = full // self.blocks if self.blocks else 0
        return PairSums(
            blocks=self.blocks,
            games=self.games,
            wins=self.losses,
            draws=self.draws,
            half_points=full - self.half_points,
            block_squares=a_block * (full - 2 * self.half_points) + self.block_squares,
            game_squares=4 * self.games - 4 * self.half_points + self.game_squares,
        )

    @property
    def losses(self) -> int:
        return self.games - self.wins - self.draws

    @property
    def score(self) -> float:
        """The mean score, from 0 to 1; there must be a block."""
        return self.half_points / (2 * self.games)

    @property
    def error(self) -> float | None:
        """The standard error of the score, a block an observation; None for fewer than two, and never 0."""
        if self.blocks < 2:
            return None
        spread = self._spread
        if not spread:
            return error_without_spread(self.score, self.blocks)
        return sqrt(spread / (self.blocks - 1)) / (2 * self.games)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the score: by the blocks' own spread, or Wilson's where they have none."""
        if self.blocks < 2 or not self._spread:
            return wilson_interval(self.score, self.blocks)
        reach = t_quantile(self.blocks - 1) * sqrt(self._spread / (self.blocks - 1)) / (2 * self.games)
        return max(0.0, self.score - reach), min(1.0, self.score + reach)

    @property
    def _spread(self) -> int:
        return self.blocks * self.block_squares - self.half_points**2
