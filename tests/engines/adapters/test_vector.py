"""Observations as numbers: fixed size, each field where the layout says, nothing that a float cannot hold."""

import math

import pytest

import engines
from engines import testing
from engines.adapters.vector import LIMIT, ObservationVector, _part
from engines.core.cards import CARD_OF_TEXT
from engines.core.errors import EngineError
from tests.engines.adapters.short import TABLES, name_of

SEED = "0b" * 16


def fields_of(vector, observation):
    """Split the vector of an observation by field."""
    numbers = vector.of(observation)
    return {name: numbers[place : place + size] for name, (place, size) in vector.layout.items()}


def written(schema, value, verbs=()):
    """Return what a value becomes under a schema."""
    part = _part(schema, verbs)
    out = [0.0] * part.size
    part.add(value, out, 0)
    return out


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_every_observation_fits(table):
    game_id, players, options = table
    game = engines.make_game(game_id, players, options)
    vector = ObservationVector(game)
    assert sum(size for _, size in vector.layout.values()) == vector.size
    assert set(vector.layout) == set(game.observation_schema()["properties"]) - {"game", "players", "options"}
    for _, state in testing.looks(game, SEED, 5):
        for seat in range(game.players):
            numbers = vector.of(state.observation(seat))
            assert len(numbers) == vector.size
            assert all(math.isfinite(number) and abs(number) <= LIMIT for number in numbers)
            assert fields_of(vector, state.observation(seat))["seat"] == [
                float(own == seat) for own in range(game.players)
            ]


def test_cards_chips_and_seats_of_thirty_one():
    game = engines.make_game("thirty-one", 3)
    state, vector = game.new_state(SEED), ObservationVector(game)
    observation = state.observation(2)
    fields = fields_of(vector, observation)
    held = {CARD_OF_TEXT[text] for text in observation["hand"]}
    assert [card for card, there in enumerate(fields["hand"]) if there] == sorted(held)
    assert sum(fields["hand"]) == 3
    assert fields["totals"] == [3, 3, 3]
    assert fields["to_act"] == [float(seat == state.current_player) for seat in range(3)]
    assert fields["knocker"] == [0, 0, 0]
    assert fields["stock_size"] == [52 - 9 - 1]


def test_who_played_which_card_in_smear():
    game = engines.make_game("smear-fort-frances")
    vector = ObservationVector(game)
    for _, state in testing.looks(game, SEED, 1):
        observation = state.observation(0)
        if len(observation["trick"]) == 3:
            break
    trick = fields_of(vector, observation)["trick"]
    assert len(trick) == 4 * 54
    assert [place for place, there in enumerate(trick) if there] == sorted(
        seat * 54 + CARD_OF_TEXT[card] for seat, card in observation["trick"]
    )


def test_turns_of_red_dog_are_kept_apart_by_seat():
    game = engines.make_game("red-dog", 3)
    state, vector = game.new_state(SEED), ObservationVector(game)
    first, second = state.turn, (state.turn + 1) % 3
    state.act("bet 2")
    state.act("pass")
    turns = fields_of(vector, state.observation(0))["turns"]
    size = (len(turns) - 1) // 4
    blocks = [turns[1 + seat * size : 1 + (seat + 1) * size] for seat in range(4)]
    assert turns[0] == 2
    # A block: the seat, four verbs, a count, the amount, ...
    assert blocks[first][:9] == [*[float(seat == first) for seat in range(3)], 1, 0, 0, 0, 0, 2]
    assert blocks[second][:9] == [*[float(seat == second) for seat in range(3)], 0, 1, 0, 0, 0, 0]
    assert blocks[3] == blocks[second]  # the last one once more
    assert sum(abs(number) for number in blocks[3 - first - second]) == 0


def test_offers_as_text_become_verb_count_and_price():
    game = engines.make_game("speculation", 2)
    schema = game.observation_schema()["properties"]["actions"]
    size = len(game.verbs) + 3  # null or not, the verbs, count and price
    out = written(schema, [[1, "offer 0 2 30"], [1, None], [0, "bid 7"]], game.verbs)
    assert out[:size] == [1, 0, 1, 0, 0, 0, 0, 0, 0, 7]
    assert out[size:] == [1, 0, 0, 0, 0, 1, 0, 0, 2, 30]


def test_null_is_told_from_zero():
    count = {"anyOf": [{"type": "integer", "minimum": 0}, {"type": "null"}]}
    assert written(count, None) == [0, 0]
    assert written(count, 0) == [1, 0]
    word = {"enum": ["stock", "discard", None]}
    assert (written(word, None), written(word, "discard")) == ([0, 0], [0, 1])


def test_large_numbers_are_cut_off():
    game = engines.make_game("red-dog", 2)
    vector = ObservationVector(game)
    observation = game.new_state(SEED).observation(0)
    observation["totals"] = [10**9, -(10**9)]
    assert fields_of(vector, observation)["totals"] == [LIMIT, -LIMIT]


@pytest.mark.parametrize("schema", [{}, {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "integer"}]}])
def test_a_schema_without_a_way_is_named(schema):
    with pytest.raises(EngineError, match=r"integer|describes"):
        _part(schema, ())
