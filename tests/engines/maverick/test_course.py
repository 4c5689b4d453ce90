"""The course of a deal: turn-ups (step 1), bids (M2, M4), cards passed on (M1), and who deals next."""

import pytest

import engines
from engines.core.cards import CARD_TEXT
from engines.core.errors import EngineError, IllegalAction
from tests.engines.maverick.table import call, go, in_play, legal, table


@pytest.mark.parametrize(
    ("turn_up", "suits"),
    [
        ("KS 2D", ("S", "D")),
        ("2D KS", ("S", "D")),  # the higher is trumps, whichever was turned first
        ("3H TC", ("C", "H")),
        ("AH KC", ("H", "C")),
        ("7C 2C", ("S", "D")),  # one suit
        ("BJ 2C", ("S", "D")),
        ("2C LJ", ("S", "D")),
        ("LJ BJ", ("S", "D")),
        ("9H 9C", ("S", "D")),  # equal ranks
    ],
)
def test_turn_ups_name_trumps_and_adder(turn_up, suits):
    seen = table(turn_up=turn_up).observation(0)
    assert (seen["trump"], seen["adder"]) == suits
    assert seen["turn_up"] == turn_up.split()


@pytest.mark.parametrize(("turn_up", "suits"), [("9H 9C", ("H", "C")), ("9C 9H", ("C", "H"))])
def test_m3_first_turned_is_the_card_before_the_last(turn_up, suits):
    seen = table(turn_up=turn_up, equal_rank="first_turned").observation(0)
    assert (seen["trump"], seen["adder"]) == suits


@pytest.mark.parametrize("turn_up", ["9C TH", "LJ BJ", "7C 2C"])
@pytest.mark.parametrize("equal_rank", ["first_turned", "redeal"])
def test_equal_rank_bears_on_equal_ranks_alone(turn_up, equal_rank):
    assert table(turn_up=turn_up, equal_rank=equal_rank).observation(0)["trump"] == ("H" if "TH" in turn_up else "S")


@pytest.mark.parametrize("game", ["maverick", "maverick-bidding"])
def test_m3_a_redeal_is_a_deal_without_actions_by_the_same_dealer(game):
    state = table(turn_up="9H 9C", equal_rank="redeal", dealer=1, game=game)
    assert not state.in_deal
    assert state.legal() == []
    assert state.totals_history == [(0, 0, 0, 0)]
    assert state.next_dealer() == 1
    assert state.record()["deals"][0]["actions"] == []
    assert [event["type"] for event in state.events] == ["deal", "turn_up", "redeal", "deal_end"]
    assert state.observation(0)["hand"] == []
    assert state.observation(0)["trump"] is None
    with pytest.raises(EngineError, match="it is seat 1"):
        state.start_deal(2, state.deck)
    state.start_deal(1, range(54))  # the jokers are turned up
    assert state.current_player == 2


def test_m3_redeals_count_and_the_seed_goes_on_with_the_next_deck():
    game = engines.make_game("maverick", None, {"equal_rank": "redeal", "max_deals": 3})
    redealt = 0
    for number in range(80):
        state = game.new_state(f"{number:032x}", 2)
        while not state.is_over:
            state.apply(state.legal_actions()[0])
        assert state.deals_done <= 3
        redealt += sum(not deal.moves for deal in state.past)
    assert redealt > 0


def test_a_redeal_can_be_the_last_deal():
    state = table(turn_up="9H 9C", equal_rank="redeal", max_deals=1)
    assert state.is_over
    assert state.places == (1, 1, 1, 1)
    assert state.payouts == (0.25, 0.25, 0.25, 0.25)


def test_thirteen_cards_one_at_a_time_from_the_dealers_left():
    state = engines.make_game("maverick").empty_state()
    state.start_deal(1, range(54))
    assert state.observation(2)["hand"] == [CARD_TEXT[card] for card in range(0, 52, 4)]
    assert state.observation(1)["hand"] == [CARD_TEXT[card] for card in range(3, 52, 4)]
    assert state.observation(0)["turn_up"] == ["BJ", "LJ"]


def test_m1_two_in_a_row_from_the_dealers_left_and_none_twice():
    state = table({0: "2S 3S 4S"}, dealer=3)
    order = []
    while state.observation(0)["phase"] == "give":
        seat = state.current_player
        order.append(seat)
        before = legal(state)
        assert before == {f"give {card}" for card in state.observation(seat)["hand"]}
        action = min(before)
        state.act(action)
        if state.current_player == seat and state.observation(seat)["phase"] == "give":
            assert legal(state) == before - {action}
            with pytest.raises(IllegalAction):
                state.act(action)
    assert order == [0, 0, 1, 1, 2, 2, 3, 3]
    assert state.current_player == 0


def test_received_cards_come_after_all_eight():
    state = table({0: "2S 3S", 1: "4S 5S", 2: "6S 7S", 3: "8S 9S"})
    go(state, "0 give 2S", "0 give 3S")
    seen = state.observation(1)
    assert "2S" not in seen["hand"]
    assert seen["received"] == []
    assert len(seen["hand"]) == 13
    assert "give 2S" not in state.legal()
    go(state, "1 give 5S", "1 give 4S", "2 give 6S", "2 give 7S", "3 give 8S")
    assert all(state.observation(seat)["received"] == [] for seat in range(4))
    go(state, "3 give 9S")
    assert [state.observation(seat)["received"] for seat in range(4)] == [
        ["8S", "9S"],
        ["2S", "3S"],
        ["4S", "5S"],
        ["6S", "7S"],
    ]
    for seat in range(4):
        seen = state.observation(seat)
        assert len(seen["hand"]) == 13
        assert set(seen["received"]) < set(seen["hand"])
        assert {"type": "received", "seat": seat, "cards": seen["received"]} in state.events_for(seat)
    assert state.observation(1)["gave"] == ["5S", "4S"]


def test_m2_blind_bids_are_asked_once_from_the_dealers_left():
    state = table(game="maverick-bidding", dealer=1)
    for seat in (2, 3, 0, 1):
        assert state.current_player == seat
        assert legal(state) == {"blind", "pass"}
        state.act("pass")
    assert state.observation(2)["phase"] == "give"
    assert state.current_player == 2


def test_m2_a_seat_whose_side_has_a_bid_is_asked_no_more_in_either_round():
    state = table(game="maverick-bidding")
    go(state, "0 blind", "1 pass")  # seat 2 is passed over
    go(state, "3 pass")
    assert state.observation(0)["phase"] == "give"
    state = in_play(game="maverick-bidding")  # all pass in both rounds
    assert state.observation(0)["phase"] == "play"
    state = in_play({0: "2S"}, game="maverick-bidding", blind=["0 blind"], bids=["1 nil"])
    assert state.observation(0)["calls"] == [[1, "nil"]]  # seats 0, 2 and 3 were passed over
    assert state.observation(2)["bids"] == [{"seat": 0, "bid": "blind"}, {"seat": 1, "bid": "nil"}]


def test_m2_opponents_may_both_bid_blind_and_then_nobody_else_is_asked():
    state = go(table(game="maverick-bidding"), "0 blind", "1 blind")
    assert state.observation(0)["phase"] == "give"
    state = in_play(game="maverick-bidding", blind=["0 blind", "1 blind"])
    assert state.observation(0)["phase"] == "play"
    assert state.observation(0)["calls"] == []


def test_the_second_round_comes_after_the_exchange():
    state = table(game="maverick-bidding", dealer=0)
    call(state)
    for seat in (1, 1, 2, 2, 3, 3, 0, 0):
        assert state.current_player == seat
        state.apply(state.legal_actions()[0])
    assert legal(state) == {"nil", "chic", "pass"}
    go(state, "1 pass", "2 chic", "3 pass")  # seat 0 is passed over
    assert state.current_player == 1
    assert state.observation(0)["phase"] == "play"


@pytest.mark.parametrize(("game", "bidding"), [("maverick", True), ("maverick-bidding", False)])
def test_r17_bidding_may_be_set_either_way(game, bidding):
    state = table(game=game, bidding=bidding)
    assert ("blind" in state.legal()) is bidding


def test_the_dealers_left_leads_and_the_deal_passes_on():
    state = in_play(dealer=1)
    assert state.current_player == 2
    assert legal(state) == {f"play {card}" for card in state.observation(2)["hand"]}
    while state.in_deal:
        state.apply(state.legal_actions()[0])
    assert state.next_dealer() == 2


def test_a_forced_last_card_is_asked():
    """R3."""
    state = in_play()
    for _ in range(48):
        state.apply(state.legal_actions()[0])
    for _ in range(4):
        assert len(state.legal()) == 1
        state.act(state.legal()[0])
    assert not state.in_deal
