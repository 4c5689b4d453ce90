"""Newcomers: placed alone against those who are known, and nobody loses anything to them."""

from __future__ import annotations

import random
from math import exp, log

import pytest
from fairdeal.ratings.elo import START, step
from fairdeal.ratings.placement import PLACEMENT_UNITS, mode
from fairdeal.ratings.rules import LiveRules, Standing
from hypothesis import given
from hypothesis import strategies as st

SLOPE = log(10) / 400


def settled(elo: int, units: int = 500) -> Standing:
    return Standing(elo, elo, units)


def newcomer(prior: int = START) -> Standing:
    return Standing(prior, prior, prior=prior)


def log_posterior(rating: float, prior: float, opponents: list[tuple[float, float]]) -> float:
    """Return it for a rating in Elo; opponents with the scores against them."""
    total = -((rating - prior) ** 2) / (2 * 200**2)
    for other, score in opponents:
        hope = 1 / (1 + exp(-SLOPE * (rating - other)))
        total += score * log(hope) + (1 - score) * log(1 - hope)
    return total


@pytest.mark.parametrize(
    "opponents", [[(1500, 1.0)], [(1700, 0.75), (1400, 0.5)], [(1500, 0.0)] * 30, [(1500, 1.0)] * 100]
)
def test_the_mode_is_the_highest_point_of_the_posterior(opponents: list[tuple[float, float]]) -> None:
    contests = [(1, -1000 * int(other), round(4 * score)) for other, score in opponents]
    found = mode(1_550_000, contests, 2, 1, START) / 1000
    best = max(
        (found + off / 10 for off in range(-100, 101)), key=lambda rating: log_posterior(rating, 1550, opponents)
    )
    assert found == pytest.approx(best, abs=0.11)


@given(st.lists(st.tuples(st.integers(800_000, 2_200_000), st.integers(0, 4)), max_size=30), st.integers(-9, 9))
def test_where_the_search_begins_changes_nothing(contests: list[tuple[int, int]], start: int) -> None:
    given_contests = [(1, -other, points) for other, points in contests]
    assert mode(START, given_contests, 2, 1, START) == mode(START, given_contests, 2, 1, START + 300_000 * start)


def test_without_a_contest_the_mode_is_the_prior() -> None:
    assert mode(1_623_456, [], 2, 1, START) == 1_623_456
    with pytest.raises(ValueError, match="expected games"):
        mode(START, [], 0, 1, START)


def test_only_the_newcomer_moves() -> None:
    rules = LiveRules([[0], [1]])
    old, new = settled(1_600_000), newcomer()
    changes, placing = rules.enter([old, new], [[0, 0], [4, 0]], 2)
    assert placing == [1]
    assert (changes[0], old.elo, old.units) == (0, 1_600_000, 501)
    assert new.elo == new.minted == START + changes[1] > START + 60_000


def test_the_first_of_a_pool_find_their_level_together() -> None:
    rules = LiveRules([[0], [1]])
    one, other = newcomer(), newcomer()
    assert rules.enter([one, other], [[0, 4], [0, 0]], 2)[0] == [20_000, -20_000]
    # A little later nobody is known well enough to place a third one against.
    third = newcomer()
    changes, placing = rules.enter([one, third], [[0, 4], [0, 0]], 2)
    assert placing == []
    assert sum(changes) == 0


def test_after_a_hundred_blocks_it_is_rated_like_everybody() -> None:
    rules, rng = LiveRules([[0], [1]]), random.Random(1)
    old, new = settled(1_500_000, 2000), newcomer()
    for block in range(PLACEMENT_UNITS):
        assert rules.enter([new, old], [[0, points := 2 * rng.randint(0, 2)], [4 - points, 0]], 2)[1] == [0]
        assert new.is_placing == (block < PLACEMENT_UNITS - 1)
    assert (old.elo, new.contests) == (1_500_000, [])
    minted = new.minted
    changes, placing = rules.enter([new, old], [[0, 4], [0, 0]], 2)
    assert placing == []
    assert changes[0] == -changes[1] > 0
    assert changes[0] <= (step(100) + step(2100)) // 2
    assert new.minted == minted


def test_at_a_table_the_others_play_on_among_themselves() -> None:
    rules = LiveRules([[0], [1], [2]])
    table = [settled(1_500_000), newcomer(), settled(1_500_000)]
    changes, placing = rules.enter(table, [[0, 6, 6], [0, 0, 6], [0, 0, 0]], 3)
    assert placing == [1]
    # Half of half of K, as each has two opponents.
    assert changes[0] == -changes[2] == 650
    # One win and one loss against equals: nothing to learn.
    assert changes[1] == 0


def test_two_newcomers_are_placed_against_each_other_too() -> None:
    rules = LiveRules([[0], [1], [2]])
    table = [settled(1_500_000), newcomer(), newcomer()]
    changes, placing = rules.enter(table, [[0, 3, 3], [3, 0, 6], [3, 0, 0]], 3)
    assert placing == [1, 2]
    assert changes[1] == pytest.approx(-changes[2], abs=1)
    assert changes[1] > 10_000


def test_partners_of_a_newcomer_stay_where_they_are() -> None:
    rules = LiveRules([[0, 2], [1, 3]])
    table = [newcomer(), settled(1_500_000), settled(1_700_000), settled(1_500_000)]
    scores = [[0, 0, 4, 0], [8, 0, 8, 4], [4, 0, 0, 0], [8, 4, 8, 0]]
    changes, placing = rules.enter(table, scores, 4)
    assert placing == [0]
    # Lost beside a strong partner against equals: it must be weak.
    assert changes[1:] == [0, 0, 0]
    assert changes[0] < -50_000


def test_three_sides_of_partners_are_refused() -> None:
    with pytest.raises(ValueError, match="two sides"):
        LiveRules([[0, 3], [1, 4], [2, 5]])


def test_a_placed_newcomer_is_nearer_to_its_strength_than_by_zero_sum_alone() -> None:
    """250 Elo off among twenty known bots: after a hundred blocks, over ten runs."""
    rng = random.Random(7)
    off_placed, off_moved, drift = [], [], []
    for _ in range(10):
        known = [settled(round(rng.gauss(1500, 150)) * 1000, 400) for _ in range(20)]
        before = sum(bot.elo for bot in known)
        new, plain = newcomer(), Standing(START, START, 1)
        others = [Standing(bot.elo, bot.elo, 400) for bot in known]
        rules = LiveRules([[0], [1]])
        for block in range(PLACEMENT_UNITS):
            hope = 1 / (1 + exp(-SLOPE * (1750 - known[block % 20].minted / 1000)))
            points = 2 * (rng.random() < hope) + 2 * (rng.random() < hope)
            rules.enter([new, known[block % 20]], [[0, points], [4 - points, 0]], 2)
            rules.enter([plain, others[block % 20]], [[0, points], [4 - points, 0]], 2)
        off_placed.append((new.elo / 1000 - 1750) ** 2)
        off_moved.append((plain.elo / 1000 - 1750) ** 2)
        drift.append(sum(bot.elo for bot in known) - before)
    assert set(drift) == {0}
    assert sum(off_placed) < sum(off_moved) / 2
