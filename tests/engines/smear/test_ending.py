"""The end of the game, places and money (smear.md step 8, five players, money; fine print R9, S13 to S18)."""

import pytest

import engines
from engines.smear.ending import leaders, payouts, places, winners_after

FOUR, SIX, TEN = "smear-four-handed", "smear-six-handed", "smear-ten-point"


def rules_of(game_id, players=None, **options):
    return engines.make_game(game_id, players, options).rules


def sides(rules, *totals):
    """Spread totals by side over the seats."""
    return [totals[side] for side in rules.side_of]


def won(rules, *totals, bidder=0, made=True):
    return winners_after(rules, sides(rules, *totals), bidder, made)


def test_nobody_wins_below_the_target():
    assert won(rules_of(FOUR), 20, 3) == []
    assert won(rules_of(FOUR), 21, 3) == [0, 2]
    assert won(rules_of(FOUR, target=20), 20, 3) == [0, 2]


def test_both_reach_the_higher_or_the_bidder_wins():
    assert won(rules_of(FOUR), 21, 24, bidder=0) == [1, 3]
    assert won(rules_of(FOUR, both_reach="bidder"), 21, 24, bidder=0) == [0, 2]
    assert won(rules_of(FOUR, both_reach="bidder"), 20, 24, bidder=0) == [1, 3]


def test_level_over_the_target_the_bidding_side_wins():
    assert won(rules_of(SIX), 23, 23, bidder=1) == [1, 3, 5]
    assert won(rules_of(SIX), 23, 23, bidder=4) == [0, 2, 4]


def test_must_win_on_own_bid():
    rules = rules_of(FOUR, must_win_on_own_bid=True)
    assert won(rules, 21, 30, bidder=0, made=True) == [0, 2]
    assert won(rules, 21, 3, bidder=1, made=True) == []
    assert won(rules, 22, 3, bidder=0, made=False) == []


def test_s13_three_sides():
    rules = rules_of(TEN, 6, six_sides="2v2v2")
    assert won(rules, 52, 53, 0, bidder=0) == [1, 4]
    assert won(rules, 0, 53, 53, bidder=2) == [2, 5]
    assert won(rules, 52, 53, 53, bidder=0) == [], "two level, neither bid: deals go on"
    by_bidder = rules_of(TEN, 6, six_sides="2v2v2", both_reach="bidder")
    assert won(by_bidder, 52, 53, 53, bidder=0) == [0, 3]


@pytest.mark.parametrize("both_reach", ["higher", "bidder"])
def test_s14_five_handed_the_bidder_if_he_is_there(both_reach):
    rules = rules_of(TEN, 5, both_reach=both_reach)
    assert won(rules, 52, 60, 0, 0, 0, bidder=0, made=False) == [0]
    assert won(rules, 40, 60, 55, 0, 0, bidder=0) == [1]
    assert won(rules, 40, 60, 60, 0, 0, bidder=0) == [], "several defenders level at the top"


def test_s16_places_by_seats():
    assert places([21, 3, 21, 3], [0, 2]) == [1, 3, 1, 3]
    assert places([5, 21, 5, 21, 5, 21], [1, 3, 5]) == [4, 1, 4, 1, 4, 1]
    assert places([52, 60, 10, 10, -4], [0]) == [1, 2, 3, 3, 5], "a winner with a lower total is still first"


def test_r9_at_max_deals_all_with_the_highest_total_win():
    assert leaders([4, 4, 4, 4]) == [0, 1, 2, 3]
    assert leaders([-2, 1, -2, 1]) == [1, 3]
    game = engines.make_game(FOUR, options={"max_deals": 2, "stake": 25})
    state = game.new_state("00" * 16)
    for _ in range(8):
        assert not state.is_over
        state.act("pass")
    assert state.is_over
    assert state.places == (1, 1, 1, 1)
    assert state.payouts == (0, 0, 0, 0)
    assert state.totals_history == [(0, 0, 0, 0)] * 2


def test_without_stake_the_winners_share_one_and_the_penalty_does_nothing():
    rules = rules_of(SIX, set_penalty=50)
    assert payouts(rules, [0, 2, 4], 0, [2, 0]) == pytest.approx([1 / 3, 0] * 3)


def test_money_goes_from_the_losers_to_the_winners():
    rules = rules_of(FOUR, stake=100)
    assert payouts(rules, [1, 3], 0, [0, 0]) == [-50, 50, -50, 50]


def test_s17_odd_cents_from_the_first_dealers_left():
    rules = rules_of(FOUR, stake=25)
    assert payouts(rules, [0, 2], 3, [0, 0]) == [12, -13, 13, -12]
    rules = rules_of(SIX, stake=100)
    assert payouts(rules, [0, 2, 4], 1, [0, 0]) == [33, -33, 33, -34, 34, -33]


def test_s17_each_penalty_is_split_by_itself():
    rules = rules_of(FOUR, stake=2, set_penalty=7)
    # Seat 1 sits before its partner and pays the odd cent of each of the three; the bank of 25 goes 13 and 12.
    assert payouts(rules, [0, 2], 3, [0, 3]) == [12, -13, 11, -10]


def test_s17_five_handed_each_pays_and_a_set_bidder_pays_alone():
    rules = rules_of(TEN, 5, stake=10, set_penalty=10)
    assert payouts(rules, [4], 0, [0, 2, 0, 0, 1]) == [-10, -30, -10, -10, 60]
