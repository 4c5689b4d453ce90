"""The PettingZoo environments: that project's own tests, and that what is played is the engines' game."""

import jsonschema
import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import engines
from engines.adapters.pettingzoo import env
from tests.engines.adapters.short import TABLES, name_of, short_options


def made(table):
    game_id, players, options = table
    return env(game_id, players=players, options=options)


def play(environment, seed=None, choose=None):
    """Play one game; return its fixed actions, the texts they stood for, and the sum of the rewards by agent."""
    environment.reset(seed=seed)
    actions, texts, paid = [], [], dict.fromkeys(environment.possible_agents, 0.0)
    for number, agent in enumerate(environment.agent_iter()):
        observation, reward, terminated, _, info = environment.last()
        paid[agent] += reward
        if terminated:
            environment.step(None)
            continue
        legal = np.flatnonzero(observation["action_mask"])
        action = int(legal[number % len(legal)])
        actions.append(action)
        texts.append(info["actions"][action])
        environment.step(action)
    return actions, texts, paid


# Besides a dict, which is how PettingZoo's own games with a mask are observed, nothing may be warned of.
@pytest.mark.filterwarnings(
    "error", "ignore:Observation space for each agent probably should be", "ignore:Observation is not a NumPy array"
)
@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_pettingzoos_own_tests(table):
    api_test(made(table))
    seed_test(lambda: made(table))


@pytest.mark.parametrize("game_id", engines.game_ids())
def test_the_engines_play_the_same_game(game_id):
    environment = env(game_id, options=short_options(game_id))
    _, texts, paid = play(environment, seed=7)
    state = engines.make_game(game_id, options=short_options(game_id)).new_state(environment.unwrapped.game_seed)
    for text in texts:
        state.act(text)
    assert state.is_over
    assert list(paid.values()) == list(state.payouts)


def test_the_agent_to_act_gets_its_observation_and_the_texts_of_its_actions():
    environment = env("speculation", players=3, options={"deals": 1})
    game = environment.unwrapped.game
    validator = jsonschema.Draft202012Validator(game.observation_schema())
    environment.reset(seed=3)
    for agent in environment.agent_iter():
        observation, _, terminated, _, info = environment.last()
        seat = environment.possible_agents.index(agent)
        assert info["observation"] == environment.unwrapped.game_state.observation(seat)
        validator.validate(info["observation"])
        assert list(info["actions"]) == list(np.flatnonzero(observation["action_mask"]))
        if terminated:
            environment.step(None)
            continue
        others = [name for name in environment.agents if name != agent]
        assert all(not environment.observe(name)["action_mask"].any() for name in others)
        environment.step(environment.action_space(agent).sample(observation["action_mask"]))


def test_a_seed_fixes_the_games_that_follow():
    one, other = (env("smear-wisconsin", options={"max_deals": 1}) for _ in range(2))
    games = [play(one, seed=5), play(one), play(one)]
    assert games == [play(other, seed=5), play(other), play(other)]
    assert len({tuple(texts) for _, texts, _ in games}) == 3
    assert play(one, seed=5) == games[0]
    one.reset(seed=5)
    other.reset(seed=6)
    assert one.unwrapped.game_seed != other.unwrapped.game_seed


def test_without_a_seed_no_two_environments_play_the_same():
    one, other = (env("thirty-one") for _ in range(2))
    one.reset()
    other.reset()
    assert one.unwrapped.game_seed != other.unwrapped.game_seed


def test_an_action_that_is_not_legal_is_refused_with_what_is():
    environment = env("smear-four-handed")
    environment.reset(seed=1)
    _, _, _, _, info = environment.last()
    with pytest.raises(ValueError, match=r"0 is not legal for player_\d now; legal: .*\(bid 2\)"):
        environment.step(0)
    assert environment.last()[4] == info
    with pytest.raises(AssertionError, match="action is not in action space"):
        environment.step(100_000)


def test_a_game_that_ends_as_dealt_is_passed_over():
    environment = env("thirty-one", players=7, options={"max_deals": 1, "blitz": "any31"})
    game, table = environment.unwrapped.game, environment.unwrapped
    environment.reset(seed=0)
    for _ in range(230):
        environment.reset()
        assert not any(environment.terminations.values())
        assert environment.unwrapped.game_state.legal_actions()
    passed = [number for number in range(table._played) if game.new_state(table._seed_of(number)).is_over]
    assert table._played == 231 + len(passed)
    assert passed


def test_rendering():
    environment = env("thirty-one", players=2, render_mode="ansi")
    environment.reset(seed=1)
    assert environment.render() == f"Thirty-One, deal 1: totals [3, 3], {environment.agent_selection} is to act"
    with pytest.raises(ValueError, match="'human' is not known; known: ansi"):
        env("thirty-one", render_mode="human")
