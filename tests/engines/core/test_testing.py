"""The conformance suite itself: an honest game passes, and each check catches the fault that it is there for."""

import re
from dataclasses import replace

import jsonschema
import pytest

import engines
from engines import testing
from engines.cli import main
from engines.testing.schema import faults
from tests.engines.example.high_card import GAMES, HighCardGame, HighCardState, imagine

SEEDS = [f"{number:032x}" for number in range(1, 4)]


def game_with(**methods):
    """Make High Card with some methods of its state replaced."""
    state_class = type("FaultyState", (HighCardState,), {"__slots__": (), **methods})
    state_class._blank = methods.get("_blank", lambda self: state_class(self.game, self.seed))
    family = type("FaultyGame", (HighCardGame,), {"state_class": state_class})
    return replace(GAMES[0], family=family).make()


def test_an_honest_game_conforms():
    report = testing.check_game(GAMES[0].make(), SEEDS)
    assert (report.games, report.actions) == (3, 30)
    assert min(vars(report).values()) > 0
    assert testing.check_game(game_with(), SEEDS) == report


def deal_unsorted(self):
    HighCardState._deal(self)
    self.legal_now = self.legal_now[::-1]


def end_without_first_place(self, places, payouts):
    HighCardState._finish_game(self, [place + 1 for place in places], payouts)


def share_the_hands(self, other):
    other.hands = self.hands


def deal_a_bonus(self):
    """Give seat 0 what no record holds."""
    self.totals[0] = self.seed is not None
    HighCardState._deal(self)


def pay_before_looking(self, action):
    self.totals[0] += action not in self.legal_now
    HighCardState.apply(self, action)


def observe_more(**fields):
    def observe(self, seat):
        return {**HighCardState._observe(self, seat), **{name: value(self, seat) for name, value in fields.items()}}

    return observe


def tell_the_deck(self):
    HighCardState._deal(self)
    if self.told is not None:
        self._emit("hand", [0, 1], seat=0, cards=[engines.core.cards.CARD_TEXT[card] for card in self.hands[0]])


def imagine_the_truth(self, seat, rng):
    return list(self.deck), [move >> 4 for move in self.moves]


def imagine_other_cards(self, seat, rng):
    deck, actions = imagine(self.observation(1 - seat), rng)
    return deck, actions


def sample_and_pay(self, seat, rng):
    self.payouts = (1, 2)
    return HighCardState.sample(self, seat, rng)


@pytest.mark.parametrize(
    ("methods", "complaint"),
    [
        ({"_deal": deal_unsorted}, "legal actions are ascending"),
        ({"_finish_game": end_without_first_place}, "not competition places"),
        ({"broken_invariants": lambda self: ["two and two"]}, "broken after 0 actions: .*two and two"),
        ({"passive_action": lambda self: 99}, "passive action 99 is not legal"),
        ({"apply": pay_before_looking}, "a refused action has changed the state"),
        ({"_copy_into": share_the_hands}, "a clone has changed the original|differs from its original"),
        ({"_observe": observe_more(luck=lambda self, seat: 7)}, r"'luck' is not described"),
        ({"_observe": observe_more(hand=lambda self, seat: "AS KS")}, r"\$\.hand: 'AS KS' is no array"),
        (
            {"_observe": observe_more(hand=lambda self, seat: tuple(HighCardState._observe(self, seat)["hand"]))},
            "array",
        ),
        ({"_observe": observe_more(hand=lambda self, seat: HighCardState._observe(self, 0)["hand"])}, "hidden cards"),
        ({"_deal": tell_the_deck}, "tells the seat another story"),
        ({"_imagine": imagine_the_truth}, "every sample for seat 0 holds the deck as it lies"),
        ({"_imagine": imagine_other_cards}, "a sample .* looks different to the seat itself"),
        ({"sample": sample_and_pay}, "sampling, or playing on samples, has changed the original"),
    ],
)
def test_a_fault_is_caught(methods, complaint):
    with pytest.raises(testing.NonConformance, match=complaint):
        testing.check_game(game_with(**methods), SEEDS)


def test_a_record_that_does_not_hold_all_is_caught():
    with pytest.raises(testing.NonConformance, match="the record after 0 actions replays to something else"):
        testing.check_record(game_with(_deal=deal_a_bonus), SEEDS[0])


def test_a_state_rebuilt_from_other_cards_is_caught():
    def rebuild(cls, game, observation, rng):
        state = game.new_state(SEEDS[0])
        while len(state.moves) < len(observation["plays"]):
            state.apply(state.legal_now[0])
        return state

    with pytest.raises(testing.NonConformance, match=r"a state rebuilt from the observation .* looks different"):
        testing.check_samples(game_with(rebuild=classmethod(rebuild)), SEEDS[1])


SCHEMAS = [
    ({"type": "integer", "minimum": 1, "maximum": 3}, [0, 1, 3, 4, 2.0, 2.5, True, "2", None]),
    ({"type": "boolean"}, [True, 0, None]),
    ({"type": "number"}, [1, 1.5, False, "1"]),
    ({"type": "string", "pattern": "^(pass|bid [1-9])$"}, ["pass", "bid 3", "bid 0", 3]),
    ({"enum": ["a", None, 3]}, ["a", None, 3, "b", 4]),
    ({"const": 2}, [2, 3]),
    ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, [1, None, "x"]),
    ({"type": "array", "items": {"type": "integer"}, "minItems": 1, "maxItems": 2}, [[], [1], [1, 2, 3], ["x"], {}]),
    (
        {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}], "items": {"type": "null"}},
        [[1, "x"], ["x", 1], [1, "x", None], [1, "x", 2]],
    ),
    (
        {"type": "object", "properties": {"a": {"type": "null"}}, "required": ["a"], "additionalProperties": False},
        [{"a": None}, {}, {"a": 1}, {"a": None, "b": 1}, []],
    ),
]


@pytest.mark.parametrize(("schema", "values"), SCHEMAS)
def test_the_schema_check_agrees_with_jsonschema(schema, values):
    validator = jsonschema.Draft202012Validator(schema)
    found = [faults(schema, value) for value in values]
    assert [not listed for listed in found] == [validator.is_valid(value) for value in values]
    assert [] in found
    assert any(found)


def test_a_schema_with_a_keyword_that_nobody_checks_is_refused():
    with pytest.raises(ValueError, match="not checked: uniqueItems"):
        faults({"type": "array", "uniqueItems": True}, [])


def test_the_place_of_a_fault_is_named():
    schema = {"type": "object", "properties": {"hands": {"type": "array", "items": {"enum": ["AS"]}}}}
    assert faults(schema, {"hands": ["AS", "XX"]}) == ["$.hands[1]: 'XX' is none of the values listed"]


def test_the_command_says_that_a_game_conforms(capsys):
    assert main(["conformance", "tests.engines.example.high_card:GAMES", "--seeds", "1", "--option", "tricks=3"]) == 0
    assert re.fullmatch(r"high-card/2;tricks=3: conforms \(1 games, 6 actions, .*\)\n", capsys.readouterr().out)
    assert main(["conformance", "thirty-one", "--players", "2", "--seeds", "1", "--option", "max_deals=2"]) == 0
    assert capsys.readouterr().out.startswith("thirty-one/2;max_deals=2: conforms")


def test_the_command_says_what_is_wrong_with_a_game(capsys, tmp_path, monkeypatch):
    (tmp_path / "faulty_high_card.py").write_text(
        "from dataclasses import replace\n"
        "from tests.engines.example.high_card import GAMES, HighCardGame, HighCardState\n"
        "class State(HighCardState):\n"
        "    __slots__ = ()\n"
        "    def broken_invariants(self):\n"
        "        return ['all is well']\n"
        "class Game(HighCardGame):\n"
        "    state_class = State\n"
        "GAME = replace(GAMES[0], family=Game)\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert main(["conformance", "faulty_high_card:GAME"]) == 1
    out = capsys.readouterr().out
    assert out.startswith("high-card/2: ")
    assert "all is well" in out
    assert out.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("whist", "whist"),
        ("nowhere_at_all:GAMES", "cannot be imported"),
        ("json:GAMES", "cannot be imported"),
        ("json:dumps", "no GameSpec"),
    ],
)
def test_the_command_refuses_what_is_no_game(capsys, name, said):
    assert main(["conformance", name]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert said in captured.err
    assert captured.err.count("\n") == 1
