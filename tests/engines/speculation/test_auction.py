"""The sale of a face-up trump: who is asked, what may be bid, and what a sale does."""

import pytest

from engines.core.errors import IllegalAction
from tests.engines.speculation.table import passes, passive, play, table, turns, types

NO_TRADES = {"unseen_trades": False}


class TestAscending:
    def test_clockwise_from_the_owners_left_each_above_the_standing_bid(self):
        """Rule 4, Sp7: from one up to the chips left after the antes."""
        state = table(players=4)
        assert state.legal() == ["pass", "bid 1..49"]
        play(state, "0 bid 4")
        assert state.legal() == ["pass", "bid 5..49"]
        play(state, "1 bid 5; 2 pass")
        assert (state.current_player, state.legal()) == (0, ["pass", "bid 6..49"])
        with pytest.raises(IllegalAction, match=r"legal: pass, bid 6\.\.49"):
            state.act("bid 5")

    def test_a_pass_is_for_good_and_the_highest_bidder_is_not_asked_again(self):
        """Sp8: the owner is asked as soon as all the others have passed."""
        state = play(table(players=4), "0 pass; 1 bid 3; 2 bid 4; 1 bid 9; 2 pass")
        assert (state.current_player, state.legal()) == (3, ["sell", "keep"])

    def test_with_two_players_one_bid_is_all(self):
        state = play(table(players=2), "0 bid 1")
        assert (state.current_player, state.legal()) == (1, ["sell", "keep"])

    def test_nobody_bids_and_the_owner_is_not_asked(self):
        state = passes(table(players=3), 0, 1)
        assert state.observation(0)["phase"] == "trade"
        assert "sell" not in types(state)

    def test_with_too_few_chips_a_seat_is_asked_and_can_only_pass(self):
        """Sp8, R3: no chips at all, or no more than the standing bid."""
        state = table(players=3, chips=[10, 1, 139])
        play(state, "0 bid 9")
        assert (state.current_player, state.legal()) == (1, ["pass"])
        state = table(players=3, chips=[10, 5, 135])
        play(state, "0 bid 4")
        assert (state.current_player, state.legal()) == (1, ["pass"])
        state = table(players=3, chips=[10, 6, 134])
        play(state, "0 bid 4")
        assert (state.current_player, state.legal()) == (1, ["pass", "bid 5..5"])

    def test_who_sits_out_is_not_asked(self):
        state = table(players=4, chips=[50, 1, 99, 50], ante=2)
        play(state, "0 bid 1; 2 pass")
        assert state.legal() == ["sell", "keep"]

    def test_a_sale_pays_the_owner_and_moves_the_card(self):
        """Rule 4: the pool is never part of it."""
        state = play(table(players=3), "0 bid 7; 1 pass; 2 sell")
        assert (state.totals, state.pool) == ([42, 49, 55], 4)
        seen = state.observation(1)
        assert (seen["owner"], seen["highest"], seen["face_up"]) == (0, "7H", [["7H"], [], []])
        assert passive(state).totals == [46, 49, 55]

    def test_keep_changes_nothing(self):
        state = play(table(players=3), "0 bid 7; 1 pass; 2 keep")
        assert (state.totals, state.observation(0)["owner"]) == ([49, 49, 48], 2)

    def test_the_standing_bid_is_shown_until_the_owner_has_said(self):
        state = play(table(players=4), "0 pass; 1 bid 3; 2 bid 4")
        seen = state.observation(0)
        assert (seen["bid"], seen["bidder"], seen["still_calling"]) == (4, 2, [1, 2])
        play(state, "1 pass")
        seen = state.observation(0)
        assert (seen["phase"], seen["bid"], seen["bidder"], seen["still_calling"]) == ("sale", 4, 2, [])
        play(state, "3 keep")
        assert (state.observation(0)["bid"], state.observation(0)["bidder"]) == (None, None)

    def test_the_auction_after_a_turn_begins_at_the_new_owners_left(self):
        state = passes(table({1: "2C 3C 9H"}, players=4, **NO_TRADES), 0, 1, 2)
        assert turns(state)[-1] == (1, "9H")
        play(state, "2 bid 1; 3 bid 2; 0 pass; 2 pass; 1 sell")
        assert state.observation(0)["face_up"][3] == ["7H", "9H"]


class TestSealed:
    def test_each_bids_once_whatever_the_earlier_bids_were(self):
        """Sp9."""
        state = table(players=4, auction="sealed")
        for seat in (0, 1, 2):
            assert (state.current_player, state.legal()) == (seat, ["pass", "bid 1..49"])
            play(state, f"{seat} bid {9 - seat}")
        assert (state.current_player, state.legal()) == (3, ["sell", "keep"])

    def test_the_highest_pays_its_own_bid(self):
        state = play(table(players=4, auction="sealed"), "0 bid 3; 1 bid 8; 2 pass; 3 sell")
        assert state.totals == [49, 41, 49, 56]
        assert state.observation(0)["owner"] == 1

    def test_level_bids_go_to_the_earlier_seat_from_the_owners_left(self):
        state = play(table({1: "2C 3C 9H"}, players=4, auction="sealed", **NO_TRADES), "0 pass; 1 pass; 2 pass")
        play(state, "2 bid 4; 3 bid 5; 0 bid 5; 1 sell")
        assert state.observation(0)["owner"] == 3

    def test_all_pass_and_the_owner_is_not_asked(self):
        state = passes(table(players=3, auction="sealed"), 0, 1)
        assert state.observation(0)["phase"] == "trade"

    def test_without_chips_only_pass(self):
        state = passes(table(players=3, chips=[48, 1, 101], auction="sealed"), 0)
        assert (state.current_player, state.legal()) == (1, ["pass"])

    def test_a_call_is_seen_by_its_seat_alone_until_all_are_opened(self):
        """Sp9: also that it was a pass."""
        state = play(table(players=4, auction="sealed"), "0 bid 3; 1 pass")
        assert state.observation(0)["actions"] == [[0, "bid 3"], [1, None]]
        assert state.observation(1)["actions"] == [[0, None], [1, "pass"]]
        assert state.observation(3)["actions"] == [[0, None], [1, None]]
        seen = state.observation(2)
        assert (seen["bid"], seen["bidder"], seen["still_calling"]) == (None, None, [2])
        told = [event for event in state.events_for(2) if event["type"] in ("sealed", "own_call", "bid", "pass")]
        assert told == [{"type": "sealed", "seat": 0}, {"type": "sealed", "seat": 1}]
        own = [event for event in state.events_for(0) if event["type"] == "own_call"]
        assert own == [{"type": "own_call", "seat": 0, "bid": 3}]
        play(state, "2 bid 2")
        seen = state.observation(3)
        assert seen["actions"] == [[0, "bid 3"], [1, "pass"], [2, "bid 2"]]
        assert (seen["bid"], seen["bidder"]) == (3, 0)
        assert {"type": "opened", "calls": [[0, 3], [1, None], [2, 2]]} in state.events_for(3)

    def test_what_hidden_calls_were_makes_no_difference_to_the_others(self):
        first = play(table(players=4, auction="sealed"), "0 bid 3; 1 pass")
        other = play(table(players=4, auction="sealed"), "0 pass; 1 bid 40")
        for seat in (2, 3):
            assert first.observation(seat) == other.observation(seat)
            assert first.events_for(seat) == other.events_for(seat)
        assert first.legal() == other.legal()
