"""Showdowns: who pays, who goes out, who wins (rules 3, 5, 6, 7; T1 to T4, T10, T14)."""

import pytest

from tests.engines.thirty_one.builder import deck_for, knock_and_stand, table

LEVEL_20 = {0: "KS TS 2D", 1: "AC 9C 5H"}  # both 20; seat 1 has the better cards
SAME_RANKS = {0: "KS TS 2D", 1: "KH TH 2C"}  # both 20, and the same three ranks


def done(state):
    assert state.broken_invariants() == []
    assert sum(state.totals) + state.pool == state.game.players * state.game.start_chips
    return state.totals, state.pool


def test_the_lowest_pays_one():
    state = knock_and_stand(table({0: "KH 8H 5H", 1: "QS 9D 8D", 2: "AC 6S 4S"}, players=3))
    assert done(state) == ([3, 3, 2], 1)
    assert not state.is_over


def test_several_level_at_the_lowest_pay_one_each_the_knocker_as_anyone():
    state = knock_and_stand(table({0: "JC 7H 4S", 1: "TD 8H 5S", 2: "KH 8C 5D", 3: "AS KS 2D"}, players=4))
    assert done(state) == ([2, 2, 2, 3], 3)


def test_the_knocker_may_be_the_lowest():
    assert done(knock_and_stand(table({0: "JC 7H 4S", 1: "KH 8H 5H"}))) == ([2, 3], 1)


def test_the_last_chip_does_not_put_out_but_the_next_loss_does():
    """Rule 5: with no chips left a player is on honour; nothing is paid when he goes out."""
    state = knock_and_stand(table({0: "KH 8H 5H", 1: "QS 9D 8D", 2: "AC 6S 4S"}, players=3, chips=[3, 3, 1]))
    assert done(state) == ([3, 3, 0], 3)
    assert state.observation(2)["on_honour"] == [False, False, True]
    state = knock_and_stand(table({0: "KH 8H 5H", 1: "QS 9D 8D", 2: "AC 6S 4S"}, players=3, chips=[3, 3, 0]))
    assert done(state) == ([3, 3, 0], 3)
    assert state.observation(0)["in"] == [True, True, False]
    assert not state.is_over


def test_the_last_one_in_takes_the_pool():
    state = knock_and_stand(table({0: "KH 8H 5H", 1: "JC 7H 4S"}, chips=[2, 0]))
    assert done(state) == ([6, 0], 0)
    assert (state.places, state.payouts) == ((1, 2), (3, -3))
    assert state.totals_history[-1] == (6, 0)  # R6: the row is after the pool is paid out
    assert state.pool_history[-1] == 0


class TestTwoLeftLevelOneOnHonour:
    """Rule 6."""

    def test_the_better_cards_take_pool_and_game(self):
        state = knock_and_stand(table(LEVEL_20, chips=[0, 0]))
        assert done(state) == ([0, 6], 0)
        assert (state.places, state.payouts) == ((2, 1), (-3, 3))

    def test_the_loser_keeps_his_chips(self):
        """T1."""
        state = knock_and_stand(table(LEVEL_20, chips=[2, 0]))
        assert done(state) == ([2, 4], 0)
        assert (state.places, state.payouts) == ((2, 1), (-1, 1))

    def test_nobody_on_honour_both_pay(self):
        state = knock_and_stand(table(LEVEL_20, chips=[1, 2]))
        assert done(state) == ([0, 1], 5)
        assert not state.is_over

    @pytest.mark.parametrize(("dealer", "totals"), [(1, [3, 4]), (0, [4, 3])])
    def test_a_draw_shares_the_pool_the_odd_chip_goes_to_the_knockers_opponent(self, dealer, totals):
        """Checked example: a pool of 7 is 3 for the knocker, 4 for the other."""
        state = table(SAME_RANKS, dealer=dealer)
        state.totals, state.pool = [0, 0], 7
        knock_and_stand(state)
        assert (state.totals, state.places, state.is_over) == (totals, (1, 1), True)

    def test_a_draw_with_an_odd_pool_that_can_come_up(self):
        state = knock_and_stand(table(SAME_RANKS, chips=[0, 1]))
        assert done(state) == ([2, 4], 0)
        assert (state.places, state.payouts) == ((1, 1), (-1, 1))

    def test_three_of_a_kind_is_level_too(self):
        """T12: 30.5 also for equal values."""
        hands = {0: "2C 2D 2H", 1: "9C 9D 9H"}
        state = knock_and_stand(table(hands, chips=[0, 0], three_of_a_kind=True))
        assert (state.places, state.totals) == ((2, 1), [0, 6])

    def test_loser_pays_the_worse_hand_loses_as_usual(self):
        state = knock_and_stand(table(LEVEL_20, chips=[2, 0], two_left_tie="loser_pays"))
        assert done(state) == ([1, 0], 5)
        assert not state.is_over
        state = knock_and_stand(table(LEVEL_20, chips=[0, 2], two_left_tie="loser_pays"))
        assert done(state) == ([0, 6], 0)
        assert state.places == (2, 1)

    def test_loser_pays_with_equal_ranks_is_a_draw(self):
        """T4."""
        state = knock_and_stand(table(SAME_RANKS, chips=[0, 1], two_left_tie="loser_pays"))
        assert (state.totals, state.places) == ([2, 4], (1, 1))


class TestAllWouldGoOut:
    """Rule 7: three or more left, all level, all on honour, after a knock."""

    HANDS = {0: "KS TS 2D", 1: "AC 9C 5H", 2: "QH JH 3D"}

    def test_the_best_cards_take_the_pool(self):
        state = knock_and_stand(table(self.HANDS, players=3, chips=[0, 0, 0]))
        assert done(state) == ([0, 9, 0], 0)
        assert state.places == (2, 1, 2)

    def test_equal_hands_share_odd_chips_from_the_knockers_left(self):
        hands = {0: "KS TS 2D", 1: "KH TH 2C", 2: "QC JC 2H"}
        state = table(hands, players=3, chips=[0, 0, 0], dealer=0)  # seat 1 knocks
        knock_and_stand(state)
        assert done(state) == ([5, 4, 0], 0)
        assert state.places == (1, 1, 3)  # the odd chip parts nobody

    def test_one_with_a_chip_and_the_ordinary_rule_holds(self):
        """T14."""
        state = knock_and_stand(table(self.HANDS, players=3, chips=[0, 0, 1]))
        assert done(state) == ([0, 0, 9], 0)
        assert state.places == (2, 2, 1)

    def test_not_with_penal_where_the_knocker_is_safe(self):
        """T3."""
        state = knock_and_stand(table(self.HANDS, players=3, chips=[0, 0, 0], knocker_rule="penal"))
        assert done(state) == ([9, 0, 0], 0)
        assert state.places == (1, 2, 2)


class TestPenal:
    """knocker_rule penal."""

    def test_a_knocker_level_at_the_lowest_is_safe(self):
        state = knock_and_stand(table({0: "JC 7H 4S", 1: "TD 8H 5S", 2: "AS KS 2D"}, players=3, knocker_rule="penal"))
        assert done(state) == ([3, 2, 3], 1)

    @pytest.mark.parametrize(("has", "left", "still_in"), [(3, 1, True), (2, 0, True), (1, 0, True), (0, 0, False)])
    def test_a_knocker_alone_at_the_lowest_pays_two_if_he_has_them(self, has, left, still_in):
        """T2."""
        hands = {0: "JC 7H 4S", 1: "KD 8D 5D", 2: "AS KS 2D"}
        state = knock_and_stand(table(hands, players=3, chips=[has, 3, 3], knocker_rule="penal"))
        assert done(state) == ([left, 3, 3], 3 - left)
        assert state.observation(1)["in"][0] is still_in

    def test_another_alone_at_the_lowest_pays_one(self):
        state = knock_and_stand(table({0: "KD 8D 5D", 1: "JC 7H 4S"}, knocker_rule="penal"))
        assert done(state) == ([3, 2], 1)

    def test_two_left_level_on_honour_rule_6_comes_first(self):
        """T3."""
        state = knock_and_stand(table(LEVEL_20, chips=[0, 0], knocker_rule="penal"))
        assert (state.places, state.totals) == ((2, 1), [0, 6])


def test_places_go_by_the_deal_of_going_out_latest_first():
    state = knock_and_stand(table({0: "KH 8H 5H", 1: "QS 9D 8D"}, players=4, chips=[3, 0, 0, 0], dealer=3))
    assert state.observation(0)["in"] == [True, True, False, True]
    order = [1, 3, 0]
    state.start_deal(0, deck_for(order, {0: "KH 8H 5H", 1: "JC 7H 4S", 3: "JD 7C 4H"}))
    knock_and_stand(state)  # both level at the lowest, both out
    assert (state.places, state.totals, state.is_over) == ((1, 2, 4, 2), [12, 0, 0, 0], True)
