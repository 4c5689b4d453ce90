"""The course of a deal: turns, knocks, blitzes, the stock used up, void deals, the next dealer, max_deals."""

import pytest

from engines.core.errors import IllegalAction
from tests.engines.thirty_one.builder import knock_and_stand, play, table, types

BLITZ = "AS KS TS"


def test_three_cards_each_then_the_turn_up_then_the_stock():
    state = table({0: "KH 8H 5H", 1: "QS 9D 8D"}, turn_up="2C", stock="3C 4C")
    seen = state.observation(0)
    assert (seen["hand"], seen["discard_pile"], seen["stock_size"]) == (["5H", "8H", "KH"], ["2C"], 45)
    assert state.current_player == 0  # the dealer's left
    play(state, "draw stock")
    assert state.observation(0)["drawn"] == "3C"


def test_a_turn_is_a_draw_and_a_discard_or_a_knock():
    state = table({0: "KH 8H 5H", 1: "QS 9D 8D"}, turn_up="2C", stock="3C 4C")
    assert state.legal() == ["draw stock", "draw discard", "knock"]
    play(state, "draw stock")
    assert set(state.legal()) == {"discard 3C", "discard 5H", "discard 8H", "discard KH"}
    play(state, "discard 3C")
    assert state.current_player == 1
    assert state.observation(1)["discard_pile"] == ["2C", "3C"]


def test_a_card_from_the_discard_pile_may_not_be_thrown_back():
    state = play(table({0: "KH 8H 5H", 1: "QS 9D 8D"}, turn_up="2C"), "draw discard")
    assert set(state.legal()) == {"discard 5H", "discard 8H", "discard KH"}
    with pytest.raises(IllegalAction, match="discard 5H"):
        state.act("discard 2C")
    state = play(table({0: "KH 8H 5H", 1: "QS 9D 8D"}, turn_up="2C", may_return_discard=True), "draw discard")
    assert "discard 2C" in state.legal()


def test_after_a_knock_each_other_has_one_turn_with_stand_and_without_knock():
    state = play(table({}, players=3), "knock")
    assert state.legal() == ["draw stock", "draw discard", "stand"]
    play(state, "draw stock")
    assert all(action.startswith("discard ") for action in state.legal())
    play(state, state.legal()[0])
    assert state.current_player == 2
    play(state, "stand")
    assert not state.in_deal
    assert types(state).count("showdown") == 1


@pytest.mark.parametrize("players", [2, 3])
def test_first_round_knock_off(players):
    """T11: no knock before as many turns as players."""
    state = table({}, players=players, first_round_knock=False)
    for _ in range(players):
        assert state.legal() == ["draw stock", "draw discard"]
        play(state, "draw stock")
        play(state, state.format(state.passive_action()))
    assert "knock" in state.legal()


class TestBlitz:
    def test_dealt(self):
        """Rule 4, R21: a deal without actions; every other player pays one."""
        state = table({1: BLITZ}, players=3)
        assert not state.in_deal
        assert (state.totals, state.pool, state.totals_history) == ([2, 3, 2], 2, [(2, 3, 2)])
        assert [deal.actions for deal in state.history] == [[]]

    def test_several_dealt_the_others_pay_once(self):
        state = table({1: BLITZ, 2: "AH KH TH"}, players=4)
        assert (state.totals, state.pool) == ([2, 3, 3, 2], 2)

    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_dealt_to_all_nobody_pays(self, players):
        """Rule 8, T6."""
        state = table({seat: f"A{suit} K{suit} T{suit}" for seat, suit in enumerate("CDHS"[:players])}, players=players)
        assert (state.totals, state.pool, state.is_over) == ([3] * players, 0, False)
        assert state.observation(0)["last_showdown"]["losers"] == []

    def test_after_a_discard(self):
        state = table({0: "AS KS 2D", 1: "QS 9D 8D"}, turn_up="TS")
        play(state, "draw discard; discard 2D")
        assert (state.totals, state.pool) == ([3, 2], 1)

    def test_the_drawing_alone_is_no_blitz_the_discard_is(self):
        state = play(table({0: "AS KS 2D"}, turn_up="TS"), "draw discard")
        assert state.in_deal
        play(state, "discard KS")
        assert state.in_deal

    def test_after_a_knock_it_ends_the_deal_at_once(self):
        """T7: no further last turns and no showdown; the knocker pays as anyone."""
        state = table({1: "AS KS 2D"}, players=4, turn_up="TS")
        play(state, "knock; draw discard; discard 2D")
        assert (state.totals, state.pool) == ([2, 3, 2, 2], 3)
        assert "showdown" not in types(state)

    def test_on_honour_goes_out(self):
        state = table({1: BLITZ}, players=3, chips=[0, 1, 1])
        assert state.observation(1)["in"] == [False, True, True]
        assert (state.totals, state.pool) == ([0, 1, 0], 8)

    def test_the_last_one_in_takes_the_pool(self):
        state = table({0: BLITZ}, chips=[0, 0])
        assert (state.totals, state.places) == ([6, 0], (1, 2))

    def test_any31(self):
        hands = {0: "AS KS QS"}
        assert table(hands).in_deal
        assert not table(hands, blitz="any31").in_deal
        assert table(hands, blitz="any31").totals == [3, 2]

    def test_three_of_a_kind_is_none_under_any31(self):
        """T12."""
        assert table({0: "AC AD AH"}, blitz="any31", three_of_a_kind=True).in_deal

    def test_only_the_holders_hand_is_shown(self):
        """T15."""
        shown = table({1: BLITZ}, players=3).observation(0)["last_showdown"]
        assert shown["hands"] == [None, ["TS", "KS", "AS"], None]
        assert shown["values"] == [None, 31, None]
        assert shown["losers"] == [0, 2]


class TestStock:
    def draw_and_throw(self, state):
        play(state, "draw stock")
        play(state, state.format(state.passive_action()))

    def test_used_up_the_pile_but_its_top_is_turned_over_oldest_first(self):
        """Rule 9."""
        state = table({}, players=7, max_turns=0)
        for _ in range(29):
            self.draw_and_throw(state)
        pile = state.observation(0)["discard_pile"]
        assert (len(pile), state.observation(0)["stock_size"]) == (30, 1)
        self.draw_and_throw(state)
        seen = state.observation(0)
        assert (len(seen["discard_pile"]), seen["stock_size"]) == (1, 30)
        assert "turn_over" in types(state)
        for old in pile[:5]:
            play(state, "draw stock")
            assert state.observation(state.current_player)["drawn"] == old
            play(state, state.format(state.passive_action()))
        assert state.broken_invariants() == []

    def test_not_turned_over_by_the_turn_that_ends_the_deal(self):
        """T9."""
        state = table({}, players=7, max_turns=30)
        for _ in range(30):
            self.draw_and_throw(state)
        assert not state.in_deal
        assert "turn_over" not in types(state)


class TestMaxTurns:
    def turn(self, state):
        play(state, "draw stock")
        play(state, state.format(state.passive_action()))

    def test_a_deal_without_a_knock_is_void_and_has_its_row(self):
        """R8."""
        state = table({}, players=3, max_turns=4)
        for _ in range(4):
            assert state.in_deal
            self.turn(state)
        assert not state.in_deal
        assert (state.totals_history, state.pool_history) == ([(3, 3, 3)], [0])
        assert state.next_dealer() == 0

    def test_a_knock_as_the_last_turn_is_not_void_and_then_there_is_no_limit(self):
        """T5."""
        state = table({}, players=3, max_turns=1)
        play(state, "knock")
        self.turn(state)
        assert state.in_deal
        self.turn(state)
        assert "showdown" in types(state)

    def test_a_blitz_on_the_last_turn_counts(self):
        """T5."""
        state = table({0: "AS KS 2D"}, turn_up="TS", max_turns=1)
        play(state, "draw discard; discard 2D")
        assert state.totals == [3, 2]

    def test_below_the_number_of_players_without_first_round_knock_every_deal_is_void(self):
        """T11."""
        state = table({}, players=3, max_turns=2, first_round_knock=False)
        self.turn(state)
        assert "knock" not in state.legal()
        self.turn(state)
        assert not state.in_deal

    def test_zero_is_no_bound(self):
        """R19."""
        state = table({}, max_turns=0)
        for _ in range(500):
            self.turn(state)
        assert state.in_deal


class TestNextDealer:
    def test_the_next_seat_still_in(self):
        state = knock_and_stand(table({0: "KH 8H 5H", 2: "AS QS 2D"}, players=4, dealer=3, chips=[3, 0, 3, 3], out=[]))
        assert state.next_dealer() == 0

    def test_seats_that_are_out_neither_deal_nor_get_cards(self):
        """T13."""
        state = table({0: "KH 8H 5H", 3: "QS 9D 8D"}, players=4, dealer=0, out=[1, 2])
        assert state.current_player == 3
        assert [len(state.observation(seat)["hand"]) for seat in range(4)] == [3, 0, 0, 3]
        knock_and_stand(state)
        assert state.next_dealer() == 3

    def test_left_of_a_dealer_who_went_out(self):
        """T13."""
        hands = {0: "KH 8H 5H", 1: "QS 9D 8D", 2: "JC 7H 4S"}
        state = knock_and_stand(table(hands, players=3, dealer=2, chips=[3, 3, 0]))
        assert state.observation(0)["in"] == [True, True, False]
        assert state.next_dealer() == 0


class TestMaxDeals:
    def test_those_in_share_the_pool_and_are_placed_by_the_last_row(self):
        """R10: odd chips one each from the last dealer's left; here it parts two level players."""
        hands = {0: "KH 8H 5H", 1: "QS 9D 8D", 2: "JC 7H 4S"}
        state = knock_and_stand(table(hands, players=3, max_deals=1, dealer=2, chips=[2, 2, 3]))
        assert state.is_over
        assert (state.totals, state.pool) == ([3, 3, 3], 0)
        assert (state.places, state.payouts) == ((1, 1, 1), (0, 0, 0))
        state = knock_and_stand(table(hands, players=3, max_deals=1, dealer=2, chips=[2, 3, 3]))
        assert (state.totals, state.places) == ([3, 4, 2], (2, 1, 3))

    def test_those_out_stand_behind_those_on_honour(self):
        hands = {0: "KH 8H 5H", 1: "QS 9D 8D", 2: "JC 7H 4S"}
        state = knock_and_stand(table(hands, players=4, max_deals=1, dealer=2, chips=[3, 3, 0, 0], out=[3]))
        assert state.places == (1, 1, 3, 4)
        assert state.totals == [6, 6, 0, 0]

    def test_the_ordinary_win_comes_first(self):
        """R9."""
        state = knock_and_stand(table({0: "KH 8H 5H", 1: "JC 7H 4S"}, chips=[2, 0], max_deals=1))
        assert (state.totals, state.places) == ([6, 0], (1, 2))

    def test_void_and_blitz_deals_count(self):
        assert table({1: BLITZ}, players=3, max_deals=1).is_over
        state = table({}, players=2, max_deals=1, max_turns=1)
        play(state, "draw stock")
        play(state, state.format(state.passive_action()))
        assert (state.is_over, state.places, state.totals) == (True, (1, 1), [3, 3])


class TestPassive:
    def test_draw_from_the_stock_and_throw_the_card(self):
        state = table({0: "KH 8H 5H"}, stock="2S")
        assert state.format(state.passive_action()) == "draw stock"
        play(state, "draw stock")
        assert state.format(state.passive_action()) == "discard 2S"

    def test_stand_after_a_knock(self):
        state = play(table({}), "knock")
        assert state.format(state.passive_action()) == "stand"

    def test_with_a_card_from_the_pile_the_first_legal_discard(self):
        state = play(table({0: "KH 8H 5H"}, turn_up="2C"), "draw discard")
        assert state.format(state.passive_action()) == "discard 5H"
        state = play(table({0: "KH 8H 5H"}, turn_up="2C", may_return_discard=True), "draw discard")
        assert state.format(state.passive_action()) == "discard 2C"
