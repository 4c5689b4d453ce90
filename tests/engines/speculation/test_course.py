"""The course of a deal: antes, the turn-up, turning, how a deal and a game end, who deals next."""

import pytest

import engines
from engines.core.errors import EngineError
from tests.engines.speculation.table import cards, deck_for, passes, passive, play, table, turns, types

NO_TRADES = {"unseen_trades": False}


class TestDealing:
    def test_antes_and_stacks(self):
        """Rules 1 and 2: one each, the dealer two; three cards each, the last on top, then the turn-up."""
        state = table(players=4)
        assert (state.totals, state.pool) == ([49, 49, 49, 48], 5)
        seen = state.observation(0)
        assert seen["face_down"] == [[0, 4, 8], [1, 5, 9], [2, 6, 10], [3, 7, 11]]
        assert seen["turned"] == [{"seat": 3, "card": "7H", "place": 12, "after": 0}]
        assert (seen["trump"], seen["highest"], seen["owner"]) == ("H", "7H", 3)
        assert seen["face_up"] == [[], [], [], ["7H"]]

    def test_nine_players_have_28_cards_in_play(self):
        """Checked example."""
        seen = table(players=9).observation(0)
        assert sum(len(stack) for stack in seen["face_down"]) + 1 == 28

    def test_who_cannot_pay_the_ante_sits_the_deal_out(self):
        """Rule 1, Sp16: he is not asked, is passed over, has no cards, and the pool is of those in."""
        state = table(players=4, chips=[60, 1, 60, 79], ante=2, **NO_TRADES)
        assert (state.totals, state.pool) == ([58, 1, 58, 75], 8)
        assert state.observation(1)["in_deal"] == [True, False, True, True]
        assert state.observation(1)["face_down"] == [[0, 3, 6], [], [1, 4, 7], [2, 5, 8]]
        passes(state, 0, 2)
        assert [seat for seat, _ in turns(state)] == [0, 2, 0, 2, 0, 2]
        assert state.totals == [58, 1, 58, 83]

    def test_exactly_the_ante_is_enough(self):
        state = table(players=3, chips=[1, 147, 2])
        assert (state.totals, state.pool) == ([0, 146, 0], 4)
        assert state.observation(0)["in_deal"] == [True] * 3


class TestTurnUp:
    @pytest.mark.parametrize("ace_ends", [True, False])
    def test_an_ace_takes_the_pool_without_any_action(self, ace_ends):
        """Rule 3, Sp3, R21 and a checked example."""
        state = table(turn_up="AS", players=4, ace_ends=ace_ends)
        assert not state.in_deal
        assert state.history[0].actions == []
        assert (state.totals, state.pool, state.pool_history) == ([49, 49, 49, 53], 0, [0])

    def test_nobody_bids_and_no_higher_trump_comes(self):
        """Checked example: the dealer takes the pool."""
        state = passive(table(turn_up="7H", players=9))
        assert state.totals == [49] * 8 + [58]
        assert len(turns(state)) == 24

    def test_its_sale_comes_before_any_card_is_turned(self):
        state = table(turn_up="7H")
        assert (state.current_player, state.observation(0)["phase"]) == (0, "auction")
        assert turns(state) == []


class TestTurning:
    def test_clockwise_from_the_dealers_left_not_the_owner(self):
        """Rule 5."""
        state = passes(table({0: "2C 3C 4C", 1: "2D 3D 4D"}, **NO_TRADES), 0, 1)
        assert turns(state) == [(0, "4C"), (1, "4D"), (0, "3C"), (1, "3D"), (0, "2C"), (1, "2D")]
        assert not state.in_deal

    def test_a_lower_trump_changes_nothing(self):
        state = passes(table({0: "2C 3C 6H", 1: "2D 3D 4D"}, **NO_TRADES), 0, 1)
        assert not state.in_deal
        assert state.observation(0)["owner"] == 2
        assert state.observation(0)["face_up"][0] == ["6H", "3C", "2C"]
        assert types(state).count("auction") == 1

    def test_a_higher_trump_is_its_turners_and_is_put_up_for_sale(self):
        state = passes(table({0: "2C 3C 8H", 1: "2D 3D 4D"}, **NO_TRADES), 0, 1)
        assert turns(state) == [(0, "8H")]
        assert (state.observation(0)["owner"], state.observation(0)["highest"]) == (0, "8H")
        assert (state.current_player, state.observation(0)["phase"]) == (1, "auction")

    def test_a_higher_card_of_another_suit_is_no_trump(self):
        state = passes(table({0: "AS KS AC", 1: "2D 3D AD"}, **NO_TRADES), 0, 1)
        assert state.observation(0)["owner"] == 2
        assert not state.in_deal

    def test_then_the_left_of_the_turner_goes_on_and_the_new_owner_turns_no_more(self):
        state = passes(table({0: "2C 3C 8H", 1: "2D 3D 4D", 2: "2S 3S 4S"}, **NO_TRADES), 0, 1, 1, 2)
        assert turns(state) == [(0, "8H"), (1, "4D"), (2, "4S"), (1, "3D"), (2, "3S"), (1, "2D"), (2, "2S")]
        assert not state.in_deal
        assert state.totals == [49 + 4, 49, 48]

    def test_a_seat_without_cards_is_passed_over(self):
        state = play(table({0: "2C 3C 4C", 1: "2D 3D 4D"}), "0 pass; 1 pass", "0 pass; 1 offer 0 3 1; 0 accept; 2 pass")
        assert turns(state) == [(1, "4D")]
        assert state.observation(0)["to_turn"] == 1


SOLD = {0: "2C 3C 4C", 1: "5C 8H 9H", 2: "2D 3D 4D", 3: "2S 3S 4S"}


class TestTurningOnAfterASale:
    """Four players; seat 3 deals; after the first round seat 1 turns a new highest trump and sells it to seat 3."""

    def sold(self, **options):
        state = table(SOLD, players=4, **NO_TRADES, **options)
        return play(state, "0 pass; 1 pass; 2 pass", "2 pass; 3 bid 5; 0 pass; 1 sell")

    def test_revealer(self):
        state = self.sold()
        assert turns(state)[:4] == [(0, "4C"), (1, "9H"), (2, "4D"), (0, "3C")]

    def test_owner(self):
        state = self.sold(turn_after_sale="owner")
        assert turns(state)[:4] == [(0, "4C"), (1, "9H"), (0, "3C"), (1, "8H")]

    @pytest.mark.parametrize("option", ["revealer", "owner"])
    def test_after_the_turn_ups_sale_the_dealers_left_in_both(self, option):
        """Sp6: sold to seat 1, yet seat 0 turns first."""
        state = table(SOLD, players=4, turn_after_sale=option, **NO_TRADES)
        play(state, "0 pass; 1 bid 5; 2 pass; 3 sell")
        assert turns(state)[0] == (0, "4C")

    @pytest.mark.parametrize("option", ["revealer", "owner"])
    def test_without_a_sale_the_left_of_the_turner_in_both(self, option):
        state = table(SOLD, players=4, turn_after_sale=option, **NO_TRADES)
        play(state, "0 pass; 1 pass; 2 pass", "2 pass; 3 bid 5; 0 pass; 1 keep")
        assert turns(state)[:3] == [(0, "4C"), (1, "9H"), (2, "4D")]


class TestEndOfADeal:
    def test_the_ace_of_trumps_ends_it_at_once_without_a_sale(self):
        """Rule 7, Sp4."""
        state = passes(table({0: "2C 3C AH"}, **NO_TRADES), 0, 1)
        assert not state.in_deal
        assert turns(state) == [(0, "AH")]
        assert state.totals == [49 + 4, 49, 48]

    def test_with_ace_ends_off_it_is_sold_and_turning_goes_on(self):
        state = passes(table({0: "2C 3C AH"}, ace_ends=False, **NO_TRADES), 0, 1)
        play(state, "1 bid 9; 2 pass; 0 sell")
        assert not state.in_deal
        assert len(turns(state)) == 1 + 5  # seats 2 and 0 turn on, the owner does not
        assert state.totals == [49 + 9, 49 - 9 + 4, 48]

    def test_the_last_card_is_a_new_highest_trump_and_its_sale_comes_first(self):
        """Sp5: nobody but seat 1 has cards after seat 0's last; it is sold all the same, then the end is looked at."""
        state = table({0: "9H 2C 3C", 1: "2D 3D 4D"}, players=2, dealer=1, **NO_TRADES)
        play(state, "0 pass")
        assert turns(state) == [(0, "3C"), (0, "2C"), (0, "9H")]
        assert (state.current_player, state.observation(0)["phase"]) == (1, "auction")
        play(state, "1 bid 7; 0 sell")
        assert not state.in_deal
        assert state.totals == [49 + 7, 48 - 7 + 3]

    def test_a_seller_with_cards_turns_on(self):
        """Sp5: seat 1 owns the turn-up; seat 0 turns the nine first, keeps cards, sells to the owner of the rest."""
        state = table({0: "2C 3C 9H", 1: "2D 3D 4D"}, players=2, dealer=1, **NO_TRADES)
        play(state, "0 pass", "1 bid 7; 0 sell")
        assert turns(state) == [(0, "9H"), (0, "3C"), (0, "2C")]
        assert state.totals == [49 + 7, 48 - 7 + 3]

    def test_cards_left_face_down_stay_so(self):
        """Sp18."""
        state = passive(table(SOLD, players=4))
        seen = state.observation(0)
        assert seen["phase"] == "between_deals"
        assert seen["face_down"][1] == [1, 5]  # of the last owner
        assert "8H" not in repr(seen)


class TestNextDealer:
    def test_the_deal_passes_to_the_left(self):
        state = passive(table(players=3, dealer=1, deals=3))
        assert state.next_dealer() == 2
        with pytest.raises(EngineError, match="it is seat 2"):
            state.start_deal(0, deck_for((1, 2, 0), {}, "7H"))

    def test_a_seat_that_cannot_pay_the_dealers_ante_is_passed_over_but_plays(self):
        """Sp1."""
        state = passive(table(players=3, dealer=1, deals=9, chips=[70, 76, 4], dealer_factor=6))
        assert state.totals == [69, 78, 3]
        assert state.next_dealer() == 0
        state.start_deal(0, deck_for((1, 2, 0), {}, "7H"))
        assert (state.totals, state.observation(0)["in_deal"]) == ([63, 77, 2], [True, True, True])

    def test_the_richest_can_always_pay(self):
        """Sp1 has no case in which nobody can: the mean is `start_chips`, which is at least the dealer's ante."""
        state = passive(table(players=3, dealer=1, deals=9, start_chips=6, chips=[5, 8, 5], dealer_factor=6))
        assert state.totals == [4, 10, 4]
        assert (state.is_over, state.next_dealer()) == (False, 1)


class TestEndOfTheGame:
    @pytest.mark.parametrize("players", range(2, 10))
    def test_everyone_deals_once(self, players):
        state = engines.make_game("speculation", players, {"start_chips": 5000}).new_state("05" * 16, first_dealer=1)
        while not state.is_over:
            state.apply(state.passive_action())
        assert [deal.dealer for deal in state.history] == [(1 + step) % players for step in range(players)]

    def test_deals(self):
        state = table(players=3, deals=1)
        assert passive(state).is_over
        assert (state.places, state.payouts) == ((2, 2, 1), (-1, -1, 2))
        assert state.observation(0)["phase"] == "over"

    def test_fewer_than_two_can_pay_the_ante(self):
        """Sp2: looked at when the deal ends, although there are deals left."""
        state = table({0: "2C 3C 4C", 1: "2D 3D 9H"}, players=2, deals=9, start_chips=3, **NO_TRADES)
        play(state, "0 bid 2; 1 sell; 0 pass")
        assert state.is_over
        assert (state.totals, state.totals_history) == ([0, 6], [(0, 6)])
        assert (state.places, state.payouts) == ((2, 1), (-3, 3))

    def test_two_can_pay_the_ante_and_the_game_goes_on(self):
        state = table({0: "2C 3C 4C", 1: "2D 3D 9H"}, players=2, deals=9, start_chips=3, **NO_TRADES)
        play(state, "0 bid 1; 1 sell; 0 pass")
        assert (state.totals, state.is_over) == ([1, 5], False)

    def test_equal_chips_share_a_place_also_without_the_last_deal(self):
        """Sp17: who sat out is ranked by his chips."""
        state = passive(table(players=4, deals=1, chips=[1, 99, 99, 1], ante=2, dealer=1, dealer_factor=1))
        assert state.totals == [1, 101, 97, 1]
        assert (state.places, state.payouts) == ((3, 1, 2, 3), (-49, 51, 47, -49))


def test_a_card_is_read_as_the_rules_write_it():
    assert cards("2C AS") == [0, 51]
