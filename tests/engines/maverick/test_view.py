"""What a seat sees, and what it does not (M4)."""

import jsonschema

import engines
from engines import testing
from engines.core.rng import Stream
from tests.engines.maverick.table import call, go, in_play, random_options, table


def types(state, seat):
    return [event["type"] for event in state.events_for(seat)]


def test_m4_a_blind_bidder_sees_neither_turn_ups_nor_hand():
    state = table({0: "AS"}, game="maverick-bidding")
    for _ in range(4):
        for seat in range(4):
            seen = state.observation(seat)
            assert seen["phase"] == "blind"
            assert seen["hand"] == seen["turn_up"] == []
            assert seen["trump"] is seen["adder"] is None
            assert set(types(state, seat)) <= {"deal", "pass"}
        state.act("pass")
    seen = state.observation(0)
    assert "AS" in seen["hand"]
    assert seen["turn_up"] == ["KS", "2D"]
    assert types(state, 0)[-2:] == ["hand", "turn_up"]


def test_a_given_card_is_seen_by_its_giver_alone_until_all_have_given():
    state = go(table({0: "AS KH"}), "0 give AS", "0 give KH")
    assert state.observation(0)["gave"] == ["AS", "KH"]
    assert "AS" not in state.observation(0)["hand"]
    for seat in (1, 2, 3):
        assert "'AS'" not in repr(state.observation(seat))
        assert state.observation(seat)["given"] == [2, 0, 0, 0]
        assert "'AS'" not in repr(state.events_for(seat))
        assert types(state, seat)[-2:] == ["give", "give"]
    for seat in (1, 1, 2, 2, 3, 3):
        state.act(f"give {state.observation(seat)['hand'][0]}")
    assert state.observation(1)["received"] == ["KH", "AS"]
    assert all("'AS'" not in repr(state.observation(seat)) for seat in (2, 3))
    assert {"type": "received", "seat": 1, "cards": ["KH", "AS"]} in state.events_for(1)
    assert types(state, 2).count("received") == 1


def test_plays_and_tricks_are_public():
    state = go(in_play({0: "9C", 1: "2C", 2: "AC", 3: "3D 4H"}), "0 play 9C", "1 play 2C", "2 play AC", "3 play 3D")
    go(state, f"2 play {min(state.observation(2)['hand'])}")
    for seat in range(4):
        seen = state.observation(seat)
        cards = [[0, "9C"], [1, "2C"], [2, "AC"], [3, "3D"]]
        assert seen["tricks"] == [{"lead": 0, "cards": cards, "winner": 2, "score": 1}]
        assert seen["trick_scores"] == [1, 0]
        assert len(seen["trick"]) == 1
        assert (seen["lead"], seen["to_act"]) == (2, 3)
        assert seen["given"] == [2, 2, 2, 2]


def test_calls_and_bids_are_public():
    state = in_play(game="maverick-bidding", blind=["1 blind"], bids=["2 chic"])
    for seat in range(4):
        seen = state.observation(seat)
        assert seen["blind_calls"] == [[0, "pass"], [1, "blind"], [2, "pass"]]
        assert seen["calls"] == [[0, "pass"], [2, "chic"]]
        assert seen["bids"] == [{"seat": 2, "bid": "chic"}, {"seat": 1, "bid": "blind"}]
    assert [event for event in state.events if event["type"] == "bid"] == [
        {"type": "bid", "seat": 1, "bid": "blind"},
        {"type": "bid", "seat": 2, "bid": "chic"},
    ]


def test_the_result_of_a_deal_is_public_when_it_is_over():
    state = in_play(max_deals=1)
    while state.in_deal:
        state.apply(state.legal_actions()[0])
    seen = state.observation(3)
    assert seen["phase"] == "over"
    assert seen["hand"] == [] and seen["to_act"] is None
    assert len(seen["tricks"]) == 13
    assert seen["trick_scores"] == seen["result"]["tricks"]
    assert [seen["totals"][side] for side in (0, 1)] == seen["result"]["scores"]
    score = next(event for event in state.events if event["type"] == "score")
    assert {name: score[name] for name in seen["result"]} == seen["result"]


def test_phases():
    state = table(game="maverick-bidding", max_deals=2)
    phases = [state.observation(0)["phase"]]
    while state.in_deal:
        state.apply(state.passive_action())
        phases.append(state.observation(0)["phase"])
    assert list(dict.fromkeys(phases)) == ["blind", "give", "bid", "play", "between"]
    assert engines.make_game("maverick").empty_state().observation(0)["phase"] == "between"


def test_observations_keep_their_schema_over_random_options():
    for number in range(12):
        game_id = ("maverick", "maverick-bidding")[number % 2]
        spec = engines.game_spec(game_id)
        game = engines.make_game(game_id, None, random_options(spec, Stream(f"{number:032x}", "view")))
        validator = jsonschema.Draft202012Validator(game.observation_schema())
        validator.check_schema(game.observation_schema())
        for _, state in testing.looks(game, f"{number:032x}", every=19):
            for seat in range(4):
                validator.validate(state.observation(seat))


def test_an_observation_is_a_copy():
    state = call(table(game="maverick-bidding"))
    before = testing.fingerprint(state)
    for value in state.observation(0).values():
        if isinstance(value, list):
            value.append("9C")
    assert testing.fingerprint(state) == before
