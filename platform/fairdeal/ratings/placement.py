"""Placing a newcomer: its first hundred blocks move it alone, to where they make it most likely to be. Pure.

Zero-sum Elo would take a newcomer's missing points from whoever happens to meet it first. Instead its opponents are
taken as they are at each block, and the newcomer stands at the mode of its posterior: a normal prior around its
parent's rating (or the start), times the likelihood of its scores. All in integers, so that the mode is the same
everywhere. The module can be compiled.
"""

from typing import Final

from fairdeal.ratings.elo import ONE, expected

#: Blocks until a newcomer is rated like everybody.
PLACEMENT_UNITS: Final = 100
#: Milli-Elo by which a whole point above expectation moves the mode against the prior alone: 200 Elo squared * ln 10
#: / 400.
PRIOR_PULL: Final = 230_259
#: A multiple of all sizes of sides, 1 to 10.
_SIZES: Final = 2520
_FIRST_STEP: Final = 1_000

#: One contest of a newcomer: members of its side, what is to be added to its rating and divided by the members for the
#: difference of the sides, half points won.
Contest = tuple[int, int, int]


def mode(prior: int, contests: list[Contest], games: int, opponents: int, start: int) -> int:
    """Return the rating in milli-Elo at which the log-posterior is highest; `start` is where to look first.

    A block has `games` games and the weight of one duel, shared by its contests with `opponents` others.
    """
    if games < 1 or opponents < 1:
        raise ValueError(f"expected games and opponents, not {games} and {opponents}")
    low = high = start
    width = _FIRST_STEP
    if _slope(start, prior, contests, games, opponents) > 0:
        while _slope(high, prior, contests, games, opponents) > 0:
            low, high, width = high, high + width, width * 2
    else:
        while _slope(low, prior, contests, games, opponents) <= 0:
            low, high, width = low - width, low, width * 2
    # The slope falls: it is above 0 at `low`, and not at `high`.
    while high - low > 1:
        middle = (low + high) // 2
        if _slope(middle, prior, contests, games, opponents) > 0:
            low = middle
        else:
            high = middle
    return high


def _slope(rating: int, prior: int, contests: list[Contest], games: int, opponents: int) -> int:
    full = 2 * games
    total = 0
    for members, shift, half_points in contests:
        surplus = half_points * ONE - expected((rating + shift) // members) * full
        total += surplus * (_SIZES // members)
    return PRIOR_PULL * total - ONE * full * opponents * _SIZES * (rating - prior)
