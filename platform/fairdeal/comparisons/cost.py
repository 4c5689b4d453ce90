"""What a comparison will cost, told before it begins: blocks, games, time."""

from dataclasses import dataclass

from fairdeal.comparisons.scoring import full_points, games_a_block
from fairdeal.matches.models import EntryKind
from fairdeal.matches.queue import seconds_a_block
from fairdeal.matches.services.workers import match_slots
from fairdeal.ratings.models import LiveRating, PairTotal, Pool
from fairdeal.ratings.sprt import Plan, expected_blocks

# Blocks that a measured variance must come from.
_LEAST_FREEDOM = 100


@dataclass(frozen=True, slots=True)
class Cost:
    """Blocks to be expected: when it is not better, when it is, and halfway, where it takes longest.

    `games_a_block` over both tables where there are two. `variance` is that of a block's score, `is_measured` whether
    the games of this pool have shown it; else it is that of games that have nothing in common. `seconds_a_block` of
    one worker is None as long as no such block was played; `slots` are the matches that can be played at a time.
    """

    if_not: int
    halfway: int
    if_better: int
    most: int
    games_a_block: int
    variance: float
    is_measured: bool
    seconds_a_block: float | None
    slots: int

    @property
    def halfway_s(self) -> float | None:
        """About how long it takes at the longest, if the workers have nothing else to do."""
        if self.seconds_a_block is None or not self.slots:
            return None
        return self.halfway * self.seconds_a_block / self.slots


def cost_of(plan: Plan, ruleset: str, entry_kind: str, entrants: int) -> Cost:
    """Estimate what a comparison takes."""
    tables = 1 if entrants == 2 else 2
    measured = _measured_variance(ruleset, entry_kind, entrants)
    variance = _independent_variance(entrants) if measured is None else measured
    pace = seconds_a_block().get(ruleset)
    return Cost(
        if_not=expected_blocks(plan, plan.elo0, variance),
        halfway=expected_blocks(plan, (plan.elo0 + plan.elo1) / 2, variance),
        if_better=expected_blocks(plan, plan.elo1, variance),
        most=plan.most_blocks,
        games_a_block=games_a_block(entrants),
        variance=variance,
        is_measured=measured is not None,
        seconds_a_block=None if pace is None else tables * pace,
        slots=match_slots(),
    )


def _independent_variance(entrants: int) -> float:
    """Return the variance of a block's score if its games had nothing in common and each place were as likely."""
    # A place among m, as the share of the others that are behind, is even over 0, 1 / (m - 1), ..., 1.
    game = (entrants + 1) / (12 * (entrants - 1))
    return game / entrants * (1 if entrants == 2 else 2)


def _measured_variance(ruleset: str, entry_kind: str, entrants: int) -> float | None:
    """Return the variance of a block's score in the pool of these rules; None where it is not known yet."""
    pool = Pool.objects.filter(ruleset=ruleset, entry_kind=EntryKind(entry_kind)).first()
    if pool is None:
        return None
    columns: list[tuple[int, int, int]]
    if entrants == 2:
        pairs = PairTotal.objects.filter(pool=pool, blocks__gt=1)
        columns = list(pairs.values_list("blocks", "half_points", "block_squares"))
    else:
        ratings = LiveRating.objects.filter(pool=pool, units__gt=1)
        columns = list(ratings.values_list("units", "half_points", "half_points_squared"))
    spread = freedom = 0.0
    for blocks, points, squares in columns:
        spread += squares - points**2 / blocks
        freedom += blocks - 1
    if freedom < _LEAST_FREEDOM or not spread:
        return None
    # At tables the difference of two scores: at the most twice the variance of one, as the deals are the same.
    return spread / freedom / full_points(entrants) ** 2 * (1 if entrants == 2 else 2)
