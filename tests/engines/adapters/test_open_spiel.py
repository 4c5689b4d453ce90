"""The OpenSpiel games: that project's own tests, chance, copies, and that what is played is the engines' game."""

import json
import random
import sys
import unittest

import pytest

import engines
from engines import testing
from engines.core.cards import CARD_OF_TEXT
from tests.engines.adapters.short import TABLES, name_of, short_options

if sys.version_info >= (3, 15):
    pytest.skip("OpenSpiel has no wheels for this Python", allow_module_level=True)

import pyspiel

from engines.adapters.open_spiel import options_from_text, short_name


def loaded(game_id, players=None, options=None):
    """Load a game by the string that OpenSpiel's users write."""
    game_options = engines.make_game(game_id, players, options).options
    text = ";".join(f"{name}:{engines.core.options.option_text(game_options[name])}" for name in options or {})
    players = engines.game_spec(game_id).default_players if players is None else players
    return pyspiel.load_game(f"{short_name(game_id)}(players={players},options={text})")


def played(game, seed, stop=None):
    """Play at random from the start until `stop` holds or the end; return the state."""
    state, choices = game.new_initial_state(), random.Random(seed)
    while not state.is_terminal() and not (stop and stop(state)):
        state.apply_action(choices.choice(state.legal_actions()))
    return state


def is_turn(state):
    return not state.is_chance_node()


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_random_simulation(table):
    pyspiel.random_sim_test(loaded(*table), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("game_id", engines.game_ids())
def test_random_simulation_with_every_state_written_and_read(game_id):
    """Of one deal: states are read by playing all their actions again, after each of them."""
    options = dict.fromkeys(short_options(game_id), 1)
    pyspiel.random_sim_test(loaded(game_id, None, options), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("game_id", engines.game_ids())
def test_open_spiels_tests_of_its_interface(game_id, monkeypatch):
    from open_spiel.integration_tests.api_test import EnforceAPIOnPartialTreeBase

    random.seed(f"api {game_id}")  # those tests draw their states from the module's own generator
    game = loaded(game_id, options=short_options(game_id))
    case = type("Case", (EnforceAPIOnPartialTreeBase,), {"game": game, "game_name": short_name(game_id)})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun == 5
    assert [text for _, text in result.errors + result.failures] == []


@pytest.mark.parametrize("game_id", engines.game_ids())
def test_every_game_is_registered(game_id):
    kind = next(kind for kind in pyspiel.registered_games() if kind.short_name == short_name(game_id))
    spec = engines.game_spec(game_id)
    assert (kind.min_num_players, kind.max_num_players) == (spec.min_players, spec.max_players)
    assert kind.long_name == spec.title
    game = pyspiel.load_game(kind.short_name)
    assert game.num_players() == spec.default_players
    assert 0 < game.max_game_length() < 2**31


def test_chance_draws_the_dealer_and_then_the_deck():
    game = loaded("thirty-one", 3, {"max_deals": 2})
    state = game.new_initial_state()
    assert state.chance_outcomes() == [(seat, 1 / 3) for seat in range(3)]
    assert state.action_to_string(1) == "dealer 1"
    state.apply_action(1)
    deck = random.Random(1).sample(range(52), 52)
    for number, card in enumerate(deck[:-1]):
        assert state.is_chance_node()
        outcomes = dict(state.chance_outcomes())
        assert sorted(outcomes) == sorted(deck[number:])
        assert set(outcomes.values()) == {1 / (52 - number)}
        state.apply_action(card)
    assert not state.is_chance_node()
    assert state.table.state.deck == tuple(deck)
    assert state.table.state.dealer == 1
    assert state.current_player() == 2


def test_later_deals_have_the_dealer_that_the_rules_say():
    game = loaded("smear-wisconsin", options={"max_deals": 2})
    state = played(game, 1, stop=lambda state: state.table.state.deals_done == 1)
    first = state.table.state.dealer
    assert sorted(dict(state.chance_outcomes())) == sorted(engines.make_game("smear-wisconsin").pack)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert state.table.state.dealer == (first + 1) % 4


@pytest.mark.parametrize("game_id", engines.game_ids())
def test_the_engines_play_the_same_game(game_id):
    state = played(loaded(game_id, options=short_options(game_id)), 3)
    record = json.loads(str(state))
    again = engines.replay(record)
    assert again.is_over
    assert state.returns() == state.rewards() == list(again.payouts)
    assert testing.fingerprint(again)["record"] == {name: value for name, value in record.items() if name != "next"}


def test_before_the_end_nothing_is_won():
    state = played(loaded("speculation"), 3, stop=is_turn)
    assert state.returns() == [0, 0, 0, 0]


def test_actions_are_named_by_what_they_amount_to():
    state = played(loaded("red-dog", 2, {"ante": 30}), 3, stop=is_turn)
    by_text = {state.action_to_string(action): action for action in state.legal_actions()}
    assert {"bet 1", "bet 10", "bet 11", "pass"} <= set(by_text)
    state.apply_action(by_text["bet 11"])
    assert state.table.state.moves[0] >> 4 == 11
    assert state.action_to_string(0, 0) == "bet 0"  # never legal: named by its label


def test_a_copy_goes_its_own_way_and_a_kept_state_comes_back():
    game = loaded("smear-six-handed", options={"max_deals": 3})
    state = played(game, 5, stop=lambda state: state.table.state.deals_done == 1 and len(state.table.drawn) == 7)
    before = str(state)
    other = state.clone()
    other.apply_action(other.legal_actions()[0])
    assert str(state) == before != str(other)
    turn = played(game, 5, stop=is_turn)
    before = str(turn)
    turn.clone().apply_action(turn.legal_actions()[0])
    assert str(turn) == before
    kept = pyspiel.serialize_game_and_state(game, state)
    game_again, again = pyspiel.deserialize_game_and_state(kept)
    assert str(game_again) == str(game)
    for one in (state, again):
        choices = random.Random(9)
        while not one.is_terminal():
            one.apply_action(choices.choice(one.legal_actions()))
    assert str(again) == str(state)


def test_what_a_seat_is_told_tells_nothing_hidden_and_forgets_nothing():
    game = loaded("thirty-one", 2, {"max_deals": 2, "start_chips": 3})
    state = played(game, 1, stop=lambda state: is_turn(state) and state.table.state.deals_done == 1)
    seat = state.current_player()
    # The last 51 events drew the deck. Swap the first card of the other seat with one at the bottom of the stock.
    history = list(state.history())
    history[-50], history[-1] = history[-1], history[-50]
    other = game.new_initial_state()
    for action in history:
        other.apply_action(action)
    assert other.observation_string(1 - seat) != state.observation_string(1 - seat)
    assert other.information_state_string(seat) == state.information_state_string(seat)
    assert other.observation_tensor(seat) == state.observation_tensor(seat)
    told = json.loads(state.information_state_string(seat))
    assert [event["type"] for event in told].count("deal") == 2
    assert json.loads(state.observation_string(seat)) == state.table.state.observation(seat)
    place, size = game.vector.layout["hand"]
    for own in (seat, 1 - seat):
        hand = {CARD_OF_TEXT[text] for text in state.table.state.observation(own)["hand"]}
        tensor = state.observation_tensor(own)[place : place + size]
        assert {card for card, there in enumerate(tensor) if there} == hand


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("", {}),
        ("max_deals:3", {"max_deals": 3}),
        ("max_deals:3;blitz:any31;three_of_a_kind:on", {"max_deals": 3, "blitz": "any31", "three_of_a_kind": True}),
    ],
)
def test_options_are_written_as_text(text, options):
    assert options_from_text(engines.game_spec("thirty-one"), text) == options


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ("players=9", "The game thirty-one takes 2 to 7 players, not 9"),
        ("options=max_deals", "'max_deals' is not written name:value"),
        ("options=max_deals:0", "Option 'max_deals': 0 is not allowed"),
        ("options=luck:7", "Option 'luck': the game has no such option"),
    ],
)
def test_bad_parameters_are_named(parameters, message):
    with pytest.raises(Exception, match=message):
        pyspiel.load_game(f"fairdeal_thirty_one({parameters})")


@pytest.mark.parametrize(
    ("game_id", "options", "least", "most"),
    [
        ("thirty-one", {"start_chips": 5}, -5, 15),
        ("smear-four-handed", {}, 0, 1),
        ("smear-four-handed", {"stake": 50, "set_penalty": 10, "max_deals": 20}, -500, 500),
    ],
)
def test_what_may_be_won(game_id, options, least, most):
    game = loaded(game_id, options=options)
    assert (game.min_utility(), game.max_utility()) == (least, most)


def test_views_that_there_are_not():
    game = loaded("thirty-one")
    public = pyspiel.IIGObservationType(False, True, pyspiel.PrivateInfoType.NONE)
    assert game.make_py_observer(public, {}) is None
    with pytest.raises(ValueError, match="no parameters of observations"):
        game.make_py_observer(public, {"colour": 1})


def test_open_spiels_environment_plays_to_the_end():
    from open_spiel.python.rl_environment import ChanceEventSampler, Environment

    environment = Environment(loaded("maverick", options={"max_deals": 1}), chance_event_sampler=ChanceEventSampler(1))
    step = environment.reset()
    while not step.last():
        seat = step.observations["current_player"]
        step = environment.step([step.observations["legal_actions"][seat][0]])
    assert sum(step.rewards) == 1
