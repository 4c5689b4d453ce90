"""The auction: who speaks, what may be bid, and what happens when all pass (smear.md step 2; fine print S2 to S4)."""

import pytest

import engines
from engines.core.errors import EngineError, RecordError
from tests.engines.smear.table import go, legal, pass_out, phase, table

FOUR = "smear-four-handed"


def test_the_seat_left_of_the_dealer_speaks_first_and_bids_are_one_range():
    state = table(FOUR, dealer=1)
    assert state.current_player == 2
    assert state.legal() == ["pass", "bid 2..4"]


def test_a_bid_must_be_above_the_standing_one():
    state = go(table(FOUR), "0 bid 2", "1 pass", "2 bid 3")
    assert state.legal() == ["pass", "bid 4..4"]


def test_everybody_calls_once_and_the_highest_names_trumps():
    state = go(table(FOUR), "0 bid 2", "1 bid 3", "2 pass", "3 pass")
    assert state.current_player == 1
    assert legal(state) == {"trump C", "trump D", "trump H", "trump S"}


def test_s4_a_bid_of_the_maximum_ends_the_auction():
    assert go(table(FOUR), "0 pass", "1 bid 4").legal()[0] == "trump C"
    assert go(table(FOUR, max_bid=3), "0 bid 3").legal()[0] == "trump C"


@pytest.mark.parametrize(("all_pass", "next_dealer"), [("redeal", 3), ("next_dealer", 0)])
def test_all_pass(all_pass, next_dealer):
    state = pass_out(table(FOUR, all_pass=all_pass))
    assert not state.in_deal
    assert state.current_player is None
    assert state.legal() == []
    assert state.totals_history == [(0, 0, 0, 0)]
    assert state.next_dealer() == next_dealer


def test_s2_the_forced_dealer_bids_exactly_the_minimum_as_an_action():
    state = go(table(FOUR, all_pass="forced_dealer"), "0 pass", "1 pass", "2 pass")
    assert state.legal() == ["bid 2..2"]
    assert state.passive_action() == state.legal_actions()[0]
    assert phase(go(state, "3 bid 2")) == "trump"


def test_the_forced_dealer_is_free_once_there_is_a_bid():
    state = go(table(FOUR, all_pass="forced_dealer"), "0 bid 2", "1 pass", "2 pass")
    assert state.legal() == ["pass", "bid 3..4"]


def test_s3_the_dealer_may_steal_at_the_standing_value():
    state = go(table(FOUR, dealer_may_steal=True), "0 bid 3", "1 pass", "2 pass")
    assert state.legal() == ["pass", "bid 3..4"]
    assert go(state, "3 bid 3").bidder == 3


def test_s3_nobody_else_may_steal_and_without_a_bid_it_does_nothing():
    state = table(FOUR, dealer_may_steal=True)
    assert go(state, "0 bid 3", "1 pass").legal() == ["pass", "bid 4..4"]
    state = go(table(FOUR, dealer_may_steal=True), "0 pass", "1 pass", "2 pass")
    assert state.legal() == ["pass", "bid 2..4"]


def test_an_outsider_deals_as_the_last_seat_always():
    game = engines.make_game(FOUR, options={"dealer_plays": False})
    seeds = [f"{number:032x}" for number in range(6)]
    assert {game.new_state(seed).dealer for seed in seeds} == {3}
    state = game.new_state(seeds[0])
    for _ in range(3):
        assert state.current_player == 0
        pass_out(state)
    assert {deal.dealer for deal in state.history} == {3}


def test_an_outsiders_record_must_name_the_last_seat():
    game = engines.make_game(FOUR, options={"dealer_plays": False})
    record = game.new_state("00" * 16).record()
    record["deals"][0]["dealer"] = 1
    with pytest.raises(RecordError, match="must be seat 3"):
        engines.replay(record)
    with pytest.raises(EngineError):
        game.empty_state().start_deal(0, list(game.pack))


def test_the_deal_passes_to_the_left_after_a_played_deal():
    state = go(table(FOUR, dealer=2), "3 bid 2", "0 pass", "1 pass", "2 pass")
    while state.in_deal:
        state.apply(state.legal_actions()[0])
    assert state.next_dealer() == 3


def test_the_passive_rule_passes_then_takes_the_first_in_sorted_order():
    state = table(FOUR)
    assert state.format(state.passive_action()) == "pass"
    go(state, "0 bid 2", "1 pass", "2 pass", "3 pass")
    assert state.format(state.passive_action()) == "trump C"
    go(state, "0 trump H")
    assert state.format(state.passive_action()) == min(state.legal())
