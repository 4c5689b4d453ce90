"""What duplicate deals have gained: how the games of a block hang together, and how many games that has saved. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass

from fairdeal.ratings.fit.student import f_quantile
from fairdeal.ratings.pairs import PairSums


@dataclass(frozen=True, slots=True)
class Gain:
    """How the games of a block hang together over a pool.

    `correlation` is that of two games of one pair on the same deal, its 95 % interval from `low` to `high`. `saved`
    is how many times as many games on deals of their own would have been needed for the same error; None when every
    block of a pair came out the same, so that no number is large enough.
    """

    blocks: int
    games: int
    correlation: float
    low: float
    high: float
    saved: float | None
    saved_low: float
    saved_high: float | None


def gain(pairs: Iterable[PairSums], games_a_block: int) -> Gain | None:
    """Return the gain over all pairs; None when there is too little to tell it, or no two games ever differed.

    One-way analysis of variance, deals within pairs: so many games on a deal have the variance of so many independent
    ones times 1 + (games - 1) * correlation. P. E. Shrout and J. L. Fleiss, Psychological Bulletin 86 (1979),
    420-428.
    """
    if games_a_block < 2:
        return None
    games = games_a_block
    between = within = 0.0
    freedom = blocks = 0
    for pair in pairs:
        if pair.blocks < 2:
            continue
        freedom += pair.blocks - 1
        blocks += pair.blocks
        between += (pair.block_squares - pair.half_points**2 / pair.blocks) / games
        within += pair.game_squares - pair.block_squares / games
    if not freedom or between + within <= 0:
        return None
    inside = blocks * (games - 1)
    # Relative to all variance of a game: then 0 / 0 does not come up when all blocks, or all games of each, are the
    # same.
    among, inner = between / freedom, within / inside
    ratio = among / inner if inner > 0 else float("inf")
    bounds = [ratio / f_quantile(share, freedom, inside) if inner > 0 else ratio for share in (0.975, 0.025)]
    low, high = (_correlation(bound, games) for bound in bounds)
    return Gain(
        blocks=blocks,
        games=blocks * games,
        correlation=_correlation(ratio, games),
        low=low,
        high=high,
        saved=_saved(ratio, games),
        saved_low=_saved(bounds[1], games) or 0.0,
        saved_high=_saved(bounds[0], games),
    )


def _correlation(ratio: float, games: int) -> float:
    """Return the correlation for a ratio of the mean squares among and within deals."""
    return 1.0 if ratio == float("inf") else (ratio - 1) / (ratio + games - 1)


def _saved(ratio: float, games: int) -> float | None:
    factor = 1 + (games - 1) * _correlation(ratio, games)
    return 1 / factor if factor > 0 else None
