"""Every game passes the conformance suite, at every number of players."""

import ast
from pathlib import Path

import jsonschema
import pytest

import engines
from engines import testing
from engines.core.errors import BadPlayers, EngineError
from tests.engines.chance import share

TABLES = [
    (game_id, players)
    for game_id in engines.game_ids()
    for players in range(engines.game_spec(game_id).min_players, engines.game_spec(game_id).max_players + 1)
]
# Random games and options by the million: `make fuzz`.
SEEDS = [f"{number:032x}" for number in range(1, 5)]


@pytest.fixture(params=TABLES, ids=lambda table: f"{table[0]}/{table[1]}")
def game(request):
    game_id, players = request.param
    bounds = [option.name for option in engines.game_spec(game_id).options if option.name in ("max_deals", "deals")]
    return engines.make_game(game_id, players, dict.fromkeys(bounds, share(9)))


def test_random_play(game):
    assert all(testing.check_random_play(game, seed) > 0 for seed in SEEDS[:2])


@pytest.mark.parametrize("game_id", engines.game_ids())
def test_a_game_with_default_options_ends(game_id):
    *_, last = testing.random_states(engines.make_game(game_id), SEEDS[0])
    assert last.is_over
    assert last.broken_invariants() == []


def test_illegal_actions_change_nothing(game):
    assert testing.check_illegal_changes_nothing(game, SEEDS[0]) > 100


def test_clones_are_independent(game):
    testing.check_clones(game, SEEDS[1])


def test_records_replay(game):
    testing.check_record(game, SEEDS[2])


def test_observations_hold_nothing_hidden(game):
    assert sum(testing.check_tight(game, seed) for seed in SEEDS[:2]) > 0


def test_samples_and_rebuilt_states_agree_with_what_the_seat_knows(game):
    assert testing.check_samples(game, SEEDS[3], every=29) > 0


def test_observations_keep_their_schema(game):
    validator = jsonschema.Draft202012Validator(game.observation_schema())
    validator.check_schema(game.observation_schema())
    for seat in range(game.players):
        validator.validate(game.empty_state().observation(seat))
    for count, (_, state) in enumerate(testing.looks(game, SEEDS[3], every=11)):
        for seat in {max(state.turn, 0), count % game.players}:
            validator.validate(state.observation(seat))


def test_a_game_is_a_function_of_its_seed(game):
    first, second = (game.new_state(SEEDS[0]) for _ in range(2))
    assert testing.fingerprint(first) == testing.fingerprint(second)
    assert testing.fingerprint(first) != testing.fingerprint(game.new_state(SEEDS[1]))


def test_the_first_dealer_may_be_given(game):
    last = game.players - 1
    for dealer in (0, last):
        state = game.new_state(SEEDS[0], first_dealer=dealer)
        assert state.history[0].dealer == dealer
        assert state.history[0].deck == game.new_state(SEEDS[0]).history[0].deck
    with pytest.raises(BadPlayers):
        game.new_state(SEEDS[0], first_dealer=game.players)


def test_there_is_no_such_seat(game):
    state = game.new_state(SEEDS[0])
    for seat in (-1, game.players):
        with pytest.raises(EngineError, match="no seat"):
            state.observation(seat)


class _Leaky:
    """Stands for a game or a state; a compiled class cannot be changed, so that it is wrapped."""

    def __init__(self, honest):
        self._honest = honest

    def __getattr__(self, name):
        return getattr(self._honest, name)


class _LeakyGame(_Leaky):
    def new_state(self, seed):
        return _LeakyState(self._honest.new_state(seed))

    def from_record(self, record):
        return _LeakyState(self._honest.from_record(record))

    def proved_cards(self, state):
        return self._honest.proved_cards(state._honest)


class _LeakyState(_Leaky):
    @property
    def game(self):
        return _LeakyGame(self._honest.game)

    def observation(self, seat):
        return {**self._honest.observation(seat), "spy": list(self._honest.deck)}


def test_a_spy_is_caught(game):
    """Show that the tightness check can fail: let an observation tell the deck."""
    with pytest.raises(testing.NonConformance, match="sees hidden cards"):
        testing.check_tight(_LeakyGame(game), SEEDS[0])


def test_the_engines_never_import_random():
    for path in Path(engines.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                assert all(name.name.split(".")[0] != "random" for name in node.names), path
            elif isinstance(node, ast.ImportFrom):
                assert (node.module or "").split(".")[0] != "random", path
