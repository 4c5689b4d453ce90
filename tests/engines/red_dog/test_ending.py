"""The end of the game: who takes the pool, places, payouts (rule 5 and RD1 to RD12)."""

import pytest

from tests.engines.red_dog.builder import all_pass, next_deal, play, table


def finished(state):
    assert state.is_over
    assert state.pool == 0
    assert state.pool_history[-1] == 0  # R6
    assert state.totals_history[-1] == tuple(state.totals)
    return state.totals, state.places


def test_a_game_is_two_deals_a_player():
    state = table(players=3)
    for deal in range(6):
        assert not state.is_over
        if deal:
            next_deal(state)
        all_pass(state)
    assert finished(state) == ([50, 50, 50], (1, 1, 1))


@pytest.mark.parametrize("deals", [1, 3])
def test_deals(deals):
    state = all_pass(table(players=3, deals=deals))
    for _ in range(deals - 1):
        assert not state.is_over
        all_pass(next_deal(state))
    assert state.is_over


def test_the_pool_is_shared_odd_chips_from_the_last_dealers_left():
    state = table({0: "2S"}, "AS", players=3, dealer=1, deals=1)
    all_pass(play(state, "bet 2"))  # seat 2 bets two and loses; 7 in the pool: 3 for seat 2, 2 each for the others
    assert finished(state) == ([50, 50, 50], (1, 1, 1))
    assert state.payouts == (0, 0, 0)


def test_places_go_by_the_chips_after_the_pool_is_shared():
    """RD12: an odd chip parts two who were level."""
    state = all_pass(table(players=3, deals=1, chips=[10, 10, 9], pool=1))
    assert state.totals == [9 + 2, 9 + 1, 8 + 1]
    assert finished(state)[1] == (1, 2, 3)


def test_payouts_are_chips_won_or_lost():
    state = all_pass(play(table({0: "AS"}, "2S", players=3, deals=1), "bet 3"))
    totals, places = finished(state)
    assert sum(totals) == 150
    assert state.payouts == tuple(chips - 50 for chips in totals)
    assert sum(state.payouts) == 0
    assert places[0] == 1


class TestLastWinner:
    def test_the_last_winner_of_a_bet_has_the_pool(self):
        state = table({0: "AS", 1: "KS"}, "2S 3S", players=3, deals=1, final_pool="last_winner")
        play(state, "bet 1; bet 1; pass")
        assert finished(state) == ([50, 52, 48], (2, 1, 3))

    def test_it_counts_from_deal_to_deal(self):
        state = table({1: "KS"}, "3S", players=3, deals=2, final_pool="last_winner")
        play(state, "pass; bet 1; pass")
        all_pass(next_deal(state))
        assert finished(state)[0] == [47, 56, 47]

    def test_nobody_has_won_and_it_is_shared(self):
        state = all_pass(table(players=2, deals=1, final_pool="last_winner"))
        assert finished(state)[0] == [50, 50]

    def test_split_is_shared_whoever_won(self):
        state = play(table({0: "AS"}, "2S", players=2, deals=1), "bet 1; pass")
        assert finished(state)[0] == [50 + 1, 48 + 1]

    def test_one_who_is_out_by_now_still_gets_it_and_keeps_his_place(self):
        """RD11."""
        chips = [1, 9, 9, 9]
        state = table({0: "AS"}, "2S", players=4, deals=1, chips=chips, pool=1, ante=5, final_pool="last_winner")
        play(state, "bet 1")  # two chips now, and the empty pool wants five
        assert state.observation(0)["in"] == [False, True, True, True]
        all_pass(state)
        assert finished(state) == ([2 + 18, 3, 3, 3], (4, 1, 1, 1))

    def test_the_last_one_in_takes_the_pool_whatever_the_option(self):
        """RD11."""
        options = {"ante": 5, "ante_each_deal": True, "final_pool": "last_winner"}
        state = table({0: "AS"}, "2S", chips=[6, 20], pool=3, **options)
        play(state, "bet 1; pass")
        assert finished(state) == ([2, 14 + 13], (2, 1))


class TestOutBetweenDeals:
    def test_whether_fewer_than_two_are_left_is_decided_at_once(self):
        """RD1: the row is before the ante, the game over with it."""
        state = play(table({1: "AS"}, "2S", chips=[1, 9], pool=2), "pass; bet 3")
        assert finished(state) == ([0, 12], (2, 1))
        assert state.totals_history == [(0, 12)]

    def test_no_ante_after_the_last_deal(self):
        """RD1: places go by chips, nobody is put out."""
        state = play(table({1: "AS"}, "2S", chips=[1, 9], pool=2, deals=1), "pass; bet 3")
        assert finished(state) == ([0, 12], (2, 1))
        assert state.observation(0)["in"] == [True, True]

    def test_one_who_cannot_pay_in_full_is_out_and_keeps_his_chips(self):
        """RD3."""
        state = table({2: "AS"}, "2S", players=3, chips=[2, 9, 9], pool=2, ante=2)
        play(state, "pass; pass; bet 4")
        next_deal(state)
        assert (state.totals, state.pool) == ([1, 6, 11], 4)
        assert state.observation(0)["in"] == [False, True, True]
        assert state.dealer == 1

    @pytest.mark.parametrize(("pool", "dealer", "totals"), [(0, 1, [6, 6]), (1, 1, [7, 6]), (1, 0, [6, 7])])
    def test_all_who_are_left_cannot_pay(self, pool, dealer, totals):
        """RD5: they share the best place and the pool, odd chips from the last dealer's left."""
        state = table(players=3, dealer=dealer, chips=[6, 6, 2], pool=pool, out=[2], ante=5, ante_each_deal=True)
        play(state, "pass; pass")
        assert finished(state) == ([*totals, 2], (1, 1, 3))


def test_places_of_those_out_by_the_moment_latest_first():
    """RD4: each collecting of antes apart, the same one shares a place whatever chips are kept."""
    state = table({2: "AS", 3: "AH"}, "2S 2H", players=6, chips=[1, 3, 9, 9, 2, 2], pool=4, ante=3)
    play(state, "pass; pass; bet 6")  # seats 0, 1, 4 and 5 cannot pay three
    assert state.observation(0)["out"] == [{"deal": 0, "seats": [0, 1, 4, 5]}]
    play(state, "bet 6")
    play(next_deal(state, {3: "2C", 2: "AS"}, "AD 2S"), "bet 6; bet 9")
    play(next_deal(state, {2: "AS"}, "2S"), "bet 3; pass")
    play(next_deal(state, {2: "AS"}, "2S"), "pass; bet 6")
    assert state.observation(0)["out"] == [{"deal": 0, "seats": [0, 1, 4, 5]}, {"deal": 3, "seats": [3]}]
    assert finished(state) == ([0, 2, 24, 0, 2, 2], (3, 3, 1, 2, 3, 3))
