"""The course of a deal: antes, bets, passes, the cards turned, and turns that are skipped."""

import pytest

from engines.core.errors import IllegalAction
from tests.engines.red_dog.builder import all_pass, next_deal, play, table, types


class TestDealing:
    @pytest.mark.parametrize(("players", "size"), [(2, 5), (8, 5), (9, 4), (10, 4)])
    def test_five_cards_each_four_with_more_than_eight(self, players, size):
        state = table(players=players)
        assert [len(state.observation(seat)["hand"]) for seat in range(players)] == [size] * players
        assert state.observation(0)["stock_size"] == 52 - players * size

    def test_the_number_still_in_counts(self):
        """RD7."""
        state = table(players=10, out=[3, 4])
        assert [len(state.observation(seat)["hand"]) for seat in (0, 3, 9)] == [5, 0, 5]

    def test_turns_go_from_the_dealers_left_the_dealer_last(self):
        state = table(players=4, dealer=1)
        assert state.observation(0)["dealt"] == [2, 3, 0, 1]
        acted = []
        while state.in_deal:
            acted.append(state.current_player)
            play(state, "pass")
        assert acted == [2, 3, 0, 1]
        assert state.next_dealer() == 2


class TestAnte:
    def test_everyone_pays_at_the_start(self):
        state = table(players=3, ante=4)
        assert (state.totals, state.pool) == ([46, 46, 46], 12)

    def test_a_pool_that_is_not_empty_carries_over_without_an_ante(self):
        state = all_pass(table(players=3))
        assert (state.totals, state.pool) == ([48, 48, 48], 6)
        next_deal(state)
        assert (state.totals, state.pool) == ([48, 48, 48], 6)

    def test_bet_of_the_pool_won_and_everyone_antes_before_the_next_turn(self):
        """Checked example: pool 4, bet 4, won: pool 0, everyone antes."""
        state = table({0: "AS", 1: "2C"}, "3S", players=4)
        assert state.pool == 4
        play(state, "bet 4")
        assert (state.totals, state.pool) == ([52, 48, 48, 48], 4)
        assert state.current_player == 1

    def test_bet_of_the_pool_lost(self):
        """Checked example: pool 4, bet 4, lost: pool 8."""
        state = play(table({0: "2S"}, "AS", players=4), "bet 4")
        assert (state.totals, state.pool) == ([45, 49, 49, 49], 8)

    def test_an_empty_pool_at_the_end_of_a_deal_is_filled_in_the_next(self):
        """RD1: the row is before the ante."""
        state = play(table({1: "AS"}, "3S"), "pass; bet 3")
        assert (state.totals_history, state.pool_history) == ([(48, 52)], [0])
        next_deal(state)
        assert (state.totals, state.pool) == ([47, 51], 2)

    @pytest.mark.parametrize(("each", "pool"), [(False, 6), (True, 9)])
    def test_ante_each_deal(self, each, pool):
        state = next_deal(all_pass(table(players=3, ante_each_deal=each)))
        assert state.pool == pool

    def test_ante_each_deal_is_one_ante_where_the_pool_is_empty_and_the_one_in_mid_deal_stays(self):
        """RD10."""
        state = play(table({0: "AS", 1: "KS"}, "3S QS", ante_each_deal=True), "bet 2")
        assert (state.totals, state.pool) == ([50, 48], 2)
        play(state, "bet 2")
        assert (state.totals, state.pool) == ([50, 50], 0)
        next_deal(state)
        assert (state.totals, state.pool) == ([49, 49], 2)


class TestTurns:
    def test_a_bet_is_from_one_to_the_smaller_of_pool_and_chips(self):
        assert table(players=4).legal() == ["bet 1..4", "pass"]
        assert table(players=4, chips=[3, 50, 50, 50], pool=9).legal() == ["bet 1..3", "pass"]

    @pytest.mark.parametrize("bad", ["bet 0", "bet 5", "bet 04", "fold", "dead", "bet"])
    def test_nothing_else_is_legal(self, bad):
        state = table(players=4)
        with pytest.raises(Exception, match=r"legal|is not"):
            state.act(bad)
        assert state.moves == []

    def test_one_chip_is_a_range(self):
        """R1."""
        assert table(chips=[1, 9], pool=9).legal() == ["bet 1..1", "pass"]

    def test_without_chips_only_a_pass_and_it_is_asked(self):
        """R3, RD8: with no chips a pass pays nothing."""
        state = table(chips=[0, 9], pool=91)
        assert state.legal() == ["pass"]
        play(state, "pass")
        assert (state.totals, state.pool) == ([0, 9], 91)

    @pytest.mark.parametrize(
        ("fee", "chips", "left", "pool"), [(1, 5, 4, 10), (3, 5, 2, 12), (7, 5, 0, 14), (0, 5, 5, 9)]
    )
    def test_pass_fee(self, fee, chips, left, pool):
        """RD8: one with too few chips pays what he has."""
        state = play(table(chips=[chips, 9], pool=9, pass_fee=fee), "pass")
        assert (state.totals[0], state.pool) == (left, pool)

    @pytest.mark.parametrize(
        ("least", "chips", "pool", "legal"),
        [
            ("ante", 9, 20, ["bet 3..9", "pass"]),
            ("ante", 3, 20, ["bet 3..3", "pass"]),
            ("ante", 2, 20, ["pass"]),
            ("ante", 9, 2, ["pass"]),
            (1, 2, 20, ["bet 1..2", "pass"]),
        ],
    )
    def test_min_bet(self, least, chips, pool, legal):
        """RD9: no bet where pool or chips are less."""
        assert table(chips=[chips, 9], pool=pool, ante=3, min_bet=least).legal() == legal

    def test_a_higher_card_of_the_suit_wins_as_many_chips_as_were_bet(self):
        state = play(table({0: "6D KD 2C"}, "5D", players=3), "bet 2")
        assert (state.totals, state.pool) == ([51, 49, 49], 1)
        assert [event for event in state.events if event["type"] == "win"] == [
            {"type": "win", "seat": 0, "cards": ["6D"], "chips": 2}
        ]

    @pytest.mark.parametrize(
        ("hand", "turned"),
        [
            ("KS QS JS TS 9S", "AS"),  # nothing is higher than an ace
            ("AC KC AH KH AS", "2D"),  # no diamond
            ("4D AC AH 2S 3S", "5D"),  # only a lower one
        ],
    )
    def test_no_higher_card_of_the_suit_loses(self, hand, turned):
        """Checked examples: AS turned, nobody wins; 2D turned and no diamond in hand, lost."""
        state = play(table({0: hand}, turned), "bet 2")
        assert (state.totals, state.pool) == ([47, 49], 4)
        lost = state.events[-1]
        assert (lost["type"], sorted(lost["cards"])) == ("lose", sorted(hand.split()))

    def test_the_turned_card_is_out_of_the_deal(self):
        state = play(table({}, "AS KS"), "bet 1; bet 1")
        assert [event["card"] for event in state.events if event["type"] == "turn"] == ["AS", "KS"]
        assert state.observation(0)["stock_size"] == 40

    def test_a_pass_turns_no_card(self):
        state = play(table({}, "AS"), "pass")
        assert "turn" not in types(state)
        play(state, "bet 1")
        assert [event["card"] for event in state.events if event["type"] == "turn"] == ["AS"]

    @pytest.mark.parametrize(("burn", "turned"), [(False, ["AS", "KS"]), (True, ["KS", "QS"])])
    def test_burn_first(self, burn, turned):
        """RD15: before the first bet of a deal, not before a pass."""
        state = play(table({}, "AS KS QS", players=3, burn_first=burn), "pass")
        assert "burn" not in types(state)
        play(state, "bet 1; bet 1")
        assert [event["card"] for event in state.events if event["type"] == "turn"] == turned
        assert types(state).count("burn") == burn

    def test_the_refusal_names_what_is_legal(self):
        with pytest.raises(IllegalAction, match=r"bet 5 is not legal now; legal: bet 1\.\.4, pass"):
            table(players=4).act("bet 5")


class TestOutInMidDeal:
    """RD3, RD6: a re-ante in mid-deal can put out those who have acted and those who have not."""

    def test_a_turn_is_skipped_and_one_who_has_acted_goes_out_too(self):
        state = table({1: "AS"}, "2S", players=5, chips=[1, 9, 0, 9, 9], pool=3)
        play(state, "pass; bet 4")  # the first has no chip left
        assert state.observation(0)["in"] == [False, True, False, True, True]
        assert state.current_player == 3
        assert (state.totals, state.pool) == ([0, 12, 0, 8, 8], 3)

    def test_with_nobody_left_to_act_the_deal_ends(self):
        state = table({1: "AS"}, "2S", players=4, chips=[9, 9, 0, 1], pool=3, ante=2)
        play(state, "pass; bet 4")
        assert (state.in_deal, state.is_over) == (False, False)
        assert (state.totals, state.pool) == ([6, 11, 0, 1], 4)
        assert state.next_dealer() == 0

    def test_the_last_one_in_does_not_pay_and_deal_and_game_end_at_once(self):
        state = table({0: "AS"}, "2S", players=3, chips=[9, 1, 0], pool=2, ante=2)
        play(state, "bet 2")
        assert state.is_over
        assert (state.totals, state.pool, state.places) == ([11, 1, 0], 0, (1, 2, 2))

    def test_all_who_cannot_pay_share_the_best_place(self):
        """RD5."""
        state = table({0: "AS"}, "2S", players=3, chips=[2, 3, 0], pool=2, ante=5, out=[2])
        play(state, "bet 2")
        assert state.is_over
        assert (state.totals, state.places) == ([4, 3, 0], (1, 1, 3))

    def test_no_ante_after_the_last_turn(self):
        state = play(table({1: "AS"}, "2S", players=2), "pass; bet 3")
        assert (state.totals, state.pool) == ([48, 52], 0)


class TestNextDealer:
    def test_the_ante_comes_first_then_the_next_seat_still_in(self):
        """RD2."""
        state = table({2: "AS"}, "2S", players=3, chips=[1, 9, 9], pool=2)
        play(state, "pass; pass; bet 4")
        assert (state.totals, state.pool) == ([0, 8, 13], 0)
        assert state.next_dealer() == 1
        next_deal(state)
        assert state.observation(0)["in"] == [False, True, True]
        assert (state.totals, state.pool) == ([0, 7, 12], 2)

    def test_without_an_ante_one_without_chips_deals(self):
        state = all_pass(table(players=3, chips=[1, 9, 9], pool=2))
        assert (state.totals[0], state.next_dealer()) == (0, 0)
