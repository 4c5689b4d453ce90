"""Observations as JSON text say what the dicts say, for every game at every moment."""

import json

import pytest

import engines
from engines.core.rng import Stream


@pytest.mark.parametrize("game_id", engines.game_ids())
def test_the_text_is_the_dict(game_id):
    game = engines.make_game(game_id)
    state, choices = game.new_state(bytes(16)), Stream(bytes(16), "observation-json")
    for _ in range(120):
        if state.is_over:
            break
        for seat in range(game.players):
            assert json.loads(state.observation_json(seat)) == json.loads(json.dumps(state.observation(seat)))
        state.apply(state.random_action(choices))


def test_a_seat_that_does_not_exist_is_named():
    state = engines.make_game("thirty-one", 3).new_state(bytes(16))
    for look in (state.observation, state.observation_json):
        with pytest.raises(engines.EngineError, match="there is no seat 3; seats are 0 to 2"):
            look(3)
