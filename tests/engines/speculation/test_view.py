"""What a seat sees: all that is public, refused offers too, and no face-down card (Sp18)."""

import jsonschema
import pytest

import engines
from engines import testing
from engines.core.cards import CARD_TEXT
from tests.engines.speculation.table import passes, passive, play, table


def test_the_fields_every_game_has():
    seen = table(players=3, deals=5).observation(1)
    assert (seen["game"], seen["seat"], seen["players"], seen["dealer"], seen["deal"]) == ("speculation", 1, 3, 2, 0)
    assert (seen["to_act"], seen["totals"], seen["pool"]) == (0, [49, 49, 48], 4)
    assert seen["chips_before"] == [50, 50, 50]
    assert seen["options"]["deals"] == 5


def test_phases():
    state = table({1: "2C 3C 9H"}, players=3)
    phases = [state.observation(0)["phase"]]
    for actions in ("0 bid 1; 1 pass", "2 keep", "0 offer 1 1 1", "1 refuse; 1 pass; 2 pass; 1 pass; 2 pass; 0 pass"):
        play(state, actions)
        phases.append(state.observation(0)["phase"])
    assert phases == ["auction", "sale", "trade", "answer", "auction"]
    passive(state)
    assert state.observation(0)["phase"] == "between_deals"


def test_before_the_first_deal():
    game = engines.make_game("speculation", 3)
    seen = game.empty_state().observation(0)
    jsonschema.Draft202012Validator(game.observation_schema()).validate(seen)
    assert (seen["phase"], seen["trump"], seen["highest"], seen["owner"]) == ("between_deals", None, None, None)


def test_offers_and_answers_are_public_with_their_prices_refused_ones_too():
    """Sp18."""
    state = play(passes(table(players=3), 0, 1), "0 offer 1 2 7; 1 refuse; 1 offer 2 1 3; 2 accept")
    expected = [[0, "pass"], [1, "pass"], [0, "offer 1 2 7"], [1, "refuse"], [1, "offer 2 1 3"], [2, "accept"]]
    for seat in range(3):
        assert state.observation(seat)["actions"] == expected
    told = [event for event in state.events_for(0) if event["type"] == "offer"]
    assert told == [
        {"type": "offer", "seat": 0, "owner": 1, "count": 2, "chips": 7},
        {"type": "offer", "seat": 1, "owner": 2, "count": 1, "chips": 3},
    ]


def test_turned_cards_say_after_which_action_they_came():
    state = passes(table({0: "2C 3C 4C", 1: "2D 3D 4D"}, players=3), 0, 1, 0, 1, 2, 1, 2, 0)
    assert state.observation(2)["turned"][1:] == [
        {"seat": 0, "card": "4C", "place": 6, "after": 5},
        {"seat": 1, "card": "4D", "place": 7, "after": 8},
    ]


@pytest.mark.parametrize("players", [2, 5, 9])
def test_no_observation_or_event_names_a_face_down_card(players):
    """The owner of a card does not see it either; also after the deal."""
    for number in range(6):
        game = engines.make_game("speculation", players, {"ace_ends": number % 2 == 0})
        for _, state in testing.looks(game, f"{number:032x}", every=7):
            up = {state.deck[turned["place"]] for turned in state.observation(0)["turned"]}
            down = {CARD_TEXT[card] for card in state.deck if card not in up}
            start = max(index for index, event in enumerate(state.events) if event["type"] == "deal")
            for seat in range(players):
                shown = repr(state.observation(seat)) + repr(state.events_for(seat, start))
                assert not any(f"'{card}'" in shown for card in down)


def test_all_seats_see_the_same_but_for_sealed_calls():
    game = engines.make_game("speculation", 4)
    for _, state in testing.looks(game, "11" * 16, every=9):
        views = [{**state.observation(seat), "seat": None} for seat in range(4)]
        assert all(view == views[0] for view in views)


def test_the_schema_tells_of_every_field():
    state = play(table(players=4, auction="sealed"), "0 bid 3; 1 pass")
    validator = jsonschema.Draft202012Validator(state.game.observation_schema())
    seen = state.observation(2)
    validator.validate(seen)
    with pytest.raises(jsonschema.ValidationError):
        validator.validate({**seen, "deck": []})
    with pytest.raises(jsonschema.ValidationError):
        validator.validate({**seen, "trump": "X"})


def test_an_observation_is_a_copy():
    state = passes(table(players=3), 0, 1)
    before = testing.fingerprint(state)
    seen = state.observation(0)
    for value in seen.values():
        if isinstance(value, list):
            value.append("9C")
            if isinstance(value[0], list):
                value[0].append("9C")
    assert testing.fingerprint(state) == before
