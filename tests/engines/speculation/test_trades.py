"""Trades of unseen cards: who may offer what, when, and what becomes of the cards."""

import pytest

from engines.core.errors import IllegalAction
from tests.engines.speculation.table import passes, passive, play, table, turns, types


class TestOffers:
    def test_before_the_first_card_from_the_seat_about_to_turn(self):
        """Rule 6; Sp13: from every other seat with cards, the owner's too; at most the chips."""
        state = passes(table(players=3), 0, 1)
        assert state.legal() == ["pass", "offer 1 1..3 1..49", "offer 2 1..3 1..49"]
        assert state.observation(0)["to_turn"] == 0
        passes(state, 0)
        assert state.legal() == ["pass", "offer 0 1..3 1..49", "offer 2 1..3 1..49"]
        passes(state, 1)
        assert (state.current_player, state.legal()) == (2, ["pass", "offer 0 1..3 1..48", "offer 1 1..3 1..48"])
        passes(state, 2)
        assert len(turns(state)) == 1
        assert (state.current_player, state.observation(0)["to_turn"]) == (1, 1)

    @pytest.mark.parametrize(
        "action", ["offer 0 1 1", "offer 1 4 1", "offer 1 0 1", "offer 1 1 0", "offer 1 1 50", "offer 3 1 1"]
    )
    def test_what_is_not_for_sale(self, action):
        state = passes(table(players=3), 0, 1)
        with pytest.raises(IllegalAction, match=r"legal: pass, offer 1 1\.\.3 1\.\.49"):
            state.act(action)

    def test_the_owner_of_the_cards_answers_at_once(self):
        state = play(passes(table(players=3), 0, 1), "0 offer 2 1 5")
        assert (state.current_player, state.legal()) == (2, ["accept", "refuse"])
        seen = state.observation(1)
        assert (seen["phase"], seen["offer"]) == ("answer", {"seat": 0, "owner": 2, "count": 1, "price": 5})
        play(state, "2 refuse")
        assert (state.current_player, state.totals) == (1, [49, 49, 48])

    def test_accepted_the_chips_and_cards_change_hands(self):
        state = play(passes(table(players=3), 0, 1), "0 offer 2 2 5; 2 accept")
        assert (state.totals, state.pool) == ([44, 49, 53], 4)
        assert [len(stack) for stack in state.observation(0)["face_down"]] == [5, 3, 1]

    def test_bought_cards_keep_their_order_under_the_buyers(self):
        """Sp14: the block's top card directly under the buyer's bottom card."""
        state = passes(table({0: "2C 3C 4C", 1: "2D 3D 4D"}, players=3), 0, 1)
        play(state, "0 offer 1 2 1; 1 accept")
        assert state.observation(2)["face_down"] == [[4, 7, 0, 3, 6], [1], [2, 5, 8]]
        passive(state)
        assert [card for seat, card in turns(state) if seat == 0] == ["4C", "3C", "2C", "4D", "3D"]

    def test_a_chain_of_sales(self):
        state = passes(table(players=3), 0, 1)
        play(state, "0 offer 1 2 1; 1 accept; 1 offer 0 4 1; 0 accept; 2 pass")
        assert state.observation(2)["face_down"] == [[], [7, 0, 3, 6, 1], [2, 5, 8]]
        assert state.observation(2)["turned"][1]["place"] == 4  # what seat 0 bought first and did not sell again

    def test_without_chips_only_pass_asked(self):
        """Sp13, R3."""
        state = passes(table(players=3, chips=[49, 1, 100]), 0, 1)
        passes(state, 0)
        assert (state.current_player, state.legal()) == (1, ["pass"])

    def test_prices_are_of_the_chips_at_that_moment(self):
        state = play(passes(table(players=3), 0, 1), "0 offer 2 1 40; 2 accept; 1 pass")
        assert state.legal() == ["pass", "offer 0 1..4 1..88", "offer 1 1..3 1..88"]

    def test_the_owner_may_buy_and_a_seat_without_cards_too(self):
        """Sp13."""
        state = passes(table({0: "2C 3C 4C", 1: "2D 3D 4D"}, players=3), 0, 1)
        play(state, "0 pass; 1 offer 0 3 1; 0 accept; 2 offer 1 1 1; 1 accept")
        assert state.current_player == 1  # turned one; before the next card
        passes(state, 1)
        assert (state.current_player, [len(stack) for stack in state.observation(0)["face_down"]]) == (2, [0, 4, 4])
        passes(state, 2)
        assert state.legal() == ["pass", "offer 1 1..4 1..50", "offer 2 1..4 1..50"]

    def test_nobody_else_has_cards_and_only_pass_is_asked(self):
        """R3, Sp13: the owner and the only seat with cards are asked all the same."""
        state = passes(table({0: "2C 3C 4C", 1: "2D 3D 4D"}, players=2, dealer=1), 0)
        play(state, "0 offer 1 3 1; 1 accept; 1 pass")
        assert turns(state) == [(0, "4C")]
        assert (state.current_player, state.legal()) == (0, ["pass"])

    def test_who_sits_out_trades_nothing(self):
        state = passes(table(players=4, chips=[50, 1, 99, 50], ante=2), 0, 2)
        assert state.legal() == ["pass", "offer 2 1..3 1..48", "offer 3 1..3 1..48"]
        passes(state, 0)
        assert state.current_player == 2


class TestWhoTurns:
    def test_the_seat_found_before_the_trades_turns_though_another_got_cards(self):
        """Sp11: a passed-over seat that buys waits until it is its turn."""
        state = passes(table(players=3), 0, 1)
        play(state, "0 pass; 1 offer 0 2 1; 0 accept; 2 pass")
        assert turns(state)[-1][0] == 0

    def test_the_seat_about_to_turn_has_sold_all_and_the_next_turns(self):
        """Sp11: without a second round of trades for the same card."""
        state = passes(table(players=4), 0, 1, 2)
        play(state, "0 pass; 1 offer 0 3 1; 0 accept; 2 pass; 3 pass")
        assert [seat for seat, _ in turns(state)] == [1]
        assert (state.current_player, state.observation(0)["to_turn"]) == (2, 2)

    def test_not_the_owner(self):
        """Sp11: the owner buys all of the seat about to turn; the next that turns is not he."""
        state = passes(table(players=3, dealer=2), 0, 1)
        play(state, "0 pass; 1 pass; 2 offer 0 3 1; 0 accept")
        assert [seat for seat, _ in turns(state)] == [1]

    def test_the_owner_buys_the_last_cards_and_the_deal_ends_at_once(self):
        """Sp12: seat 1 gets no chance."""
        state = passes(table({0: "2C 3C 4C", 1: "2D 3D 4D"}, players=3, dealer=2), 0, 1)
        play(state, "0 offer 1 3 1; 1 accept; 1 pass; 2 pass")
        play(state, "0 pass; 1 pass; 2 offer 0 5 1; 0 accept")
        assert not state.in_deal
        assert len(turns(state)) == 1
        assert types(state)[-3:] == ["accept", "take_pool", "deal_end"]

    def test_in_the_middle_of_a_round(self):
        """Sp12: the owner, asked first of three, buys the last; the others are not asked."""
        state = table({0: "2C 3C 4C", 1: "2D 3D 4D"}, players=3, dealer=2)
        play(state, "0 bid 1; 1 pass; 2 sell")  # seat 0 owns; seat 1 turns first
        play(state, "1 pass; 2 offer 1 3 1; 1 accept; 0 pass")
        assert [seat for seat, _ in turns(state)] == [2]
        play(state, "2 pass; 0 offer 2 5 1; 2 accept")
        assert not state.in_deal


class TestSeveralOffers:
    def test_one_chance_each_by_default(self):
        state = play(passes(table(players=3), 0, 1), "0 offer 1 1 1; 1 refuse")
        assert state.current_player == 1

    @pytest.mark.parametrize("offers", range(1, 6))
    def test_offers_in_a_row_refused_ones_counted(self, offers):
        """Sp10."""
        state = passes(table(players=3, offers_per_turn=offers), 0, 1)
        for number in range(offers):
            assert state.current_player == 0
            assert state.observation(0)["offers_made"] == number
            play(state, "0 offer 1 1 1", "1 accept" if number % 2 else "1 refuse")
        assert state.current_player == 1

    def test_a_pass_gives_up_the_rest(self):
        """Sp10."""
        state = passes(table(players=3, offers_per_turn=3), 0, 1)
        play(state, "0 offer 1 1 1; 1 refuse; 0 pass; 1 pass; 2 pass")
        assert len(turns(state)) == 1

    def test_the_next_offer_is_of_what_is_left(self):
        state = passes(table(players=3, offers_per_turn=2), 0, 1)
        play(state, "0 offer 1 3 40; 1 accept")
        assert state.legal() == ["pass", "offer 2 1..3 1..9"]


def test_without_trades_turning_is_no_action():
    """Rule 5, R3, `unseen_trades` off: two passes and the deal is over."""
    state = passes(table(players=3, unseen_trades=False), 0, 1)
    assert not state.in_deal
    assert len(state.history[0].moves) == 2
