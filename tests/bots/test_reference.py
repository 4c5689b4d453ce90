"""The reference bots: frozen where ratings hang on them, legal in every game they claim, and better than chance."""

from __future__ import annotations

import hashlib
import importlib.util
import io
import itertools
import json
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from fairdeal_bot import Bot, Start
from fairdeal_bot.testing import play

import engines
from bots.reference.house import ALL_BOTS, HERE, HOUSE_BOTS, find_house_bot, house_names
from bots.reference.rules.thirty_one import ThirtyOnePlayer
from bots.reference.variants import VARIANTS

FROZEN = {
    "random": "97da05af5f471b29f16bad91cbbe14196450903686ea1ddbc00f1e1ee8f165b3",
    "first": "a0f19ad7e0bb4c88fa5ffe00c56f613653963a549bfb8dbffe9d3e9807126ba6",
    "rules": "4d06831868584167dc67eddf227f6baf2bbe375bab0ea5827f7645269318e15e",
    "rules-bold": "a6785de5c7ca4e018d3cb1c7e1d8f49783c27ad49ccdb441d721de4c8c62a821",
}
SHORT = {"speculation": {"deals": 2}, "red-dog": {"deals": 4}}
NEW = ["rules-red-dog", "rules-speculation", "rules-maverick", "search"]


@contextmanager
def module_of(name: str) -> Iterator[ModuleType]:
    """Load a house bot's entry as its bundle would, and forget it again."""
    [bot] = [bot for bot in ALL_BOTS if bot.name == name]
    folders = list(dict.fromkeys(str((HERE / file).parent) for file in bot.files))
    before = set(sys.modules)
    sys.path[:0] = folders
    try:
        spec = importlib.util.spec_from_file_location("entry", HERE / bot.files[0])
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        yield module
    finally:
        del sys.path[: len(folders)]
        for loaded in set(sys.modules) - before:
            if Path(getattr(sys.modules[loaded], "__file__", None) or "/").is_relative_to(HERE):
                del sys.modules[loaded]


def class_of(module: ModuleType) -> type[Bot]:
    [found] = [
        kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, Bot) and kind is not Bot
    ]
    return found


def table(game_id: str, players: int | None = None) -> engines.Game:
    return engines.make_game(game_id, players, SHORT.get(game_id, {"max_deals": 2}))


def test_the_bundles_that_ratings_are_anchored_to_have_not_changed() -> None:
    assert {bot.name: hashlib.sha256(bot.bundle()).hexdigest() for bot in HOUSE_BOTS} == FROZEN


def test_the_variations_differ_in_parameters_that_the_player_has() -> None:
    players = [vars(ThirtyOnePlayer(**dict(bot.parameters))) for bot in VARIANTS]
    assert all(one != other for one, other in itertools.combinations([vars(ThirtyOnePlayer()), *players], 2))
    for bot in VARIANTS:
        with zipfile.ZipFile(io.BytesIO(bot.bundle())) as bundle:
            assert sorted(bundle.namelist()) == ["bot.toml", "main.py", "parameters.json", "thirty_one.py"]
            assert json.loads(bundle.read("parameters.json")) == dict(bot.parameters)


def test_a_familys_own_bot_answers_to_the_common_name() -> None:
    found = {game: find_house_bot("rules", game) for game in engines.game_ids()}
    assert {game: bot.name for game, bot in found.items() if bot is not None} == {
        "maverick": "rules-maverick",
        "maverick-bidding": "rules-maverick",
        "red-dog": "rules-red-dog",
        "smear-four-handed": "rules",
        "speculation": "rules-speculation",
        "thirty-one": "rules",
        **{
            game: "rules-smear"
            for game in engines.game_ids()
            if game.startswith("smear-") and game != "smear-four-handed"
        },
    }
    assert find_house_bot("rules-bold", "red-dog") is None
    assert house_names("red-dog") == ["@random", "@first", "@rules-red-dog", "@search"]


@pytest.mark.parametrize(
    ("name", "game_id"), [(bot.name, game) for bot in ALL_BOTS if bot not in HOUSE_BOTS for game in bot.games]
)
def test_a_bot_plays_what_it_claims_at_the_usual_and_the_largest_table(name: str, game_id: str) -> None:
    with module_of(name) as module:
        usual = table(game_id)
        largest = usual.players if name == "search" else usual.max_players
        for players in dict.fromkeys((usual.players, largest)):
            played = play(class_of(module), table(game_id, players), seat=1, move_ms=1)
            assert played.actions


@pytest.mark.parametrize(
    ("name", "game_id", "least"), [("rules-red-dog", "red-dog", 0.6), ("rules-speculation", "speculation", 0.9)]
)
def test_rules_of_thumb_beat_chance(name: str, game_id: str, least: float) -> None:
    """Score, over others and games, of one bot among random ones with fixed cards: far more than the half."""
    game, scores = engines.make_game(game_id, 4), []
    with module_of(name) as module:
        for number in range(12):
            seat = number % 4
            places = play(class_of(module), game, seat=seat, seed=f"{number:032x}").places
            scores += [(places[seat] < place) + (places[seat] == place) / 2 for place in places]
    assert (sum(scores) - 12 / 2) / (12 * 3) > least


def test_maverick_sits_with_a_random_partner_and_still_wins() -> None:
    game = engines.make_game("maverick", options={"target": 8, "max_deals": 4})
    with module_of("rules-maverick") as module:
        won = [play(class_of(module), game, seat=1, seed=f"{number:032x}").places[1] == 1 for number in range(4)]
    assert all(won)


def red_dog(hand: str, turned: str, chips: int, pool: int) -> str:
    seen = {
        "hand": hand.split(),
        "turns": [{"removed": [], "shown": [], "turned": card} for card in turned.split()],
        "totals": [chips] * 4,
        "options": {"pass_fee": 1},
    }
    start = Start(1, "red-dog", 4, 0, {}, "00", 100, 1000)
    request: Any = SimpleNamespace(observation=seen, legal=["pass", f"bet 1..{min(chips, pool)}"])
    with module_of("rules-red-dog") as module:
        return class_of(module)(start).act(request)


def test_red_dog_bets_by_exact_odds() -> None:
    aces = "AC AD AH AS"
    assert red_dog(aces, "", 50, 20) == "bet 20"  # certain
    # 47 cards left, 13 of spades none of which can be beaten: 35 won, 12 lost but for a seen one.
    assert red_dog("AC AD AH 2C 3C", "", 47, 99) == f"bet {int((2 * 34 / 47 - 1) * 47)}"
    assert red_dog("AC AD AH 2C 3C", "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS", 47, 99) == "bet 47"
    assert red_dog("2C 2D 2H 2S", "", 50, 20) == "pass"  # a bet of 1 is lost for sure, the fee is as much


def request_of(state: engines.State, bank_ms: float = 9000.0) -> Any:
    return SimpleNamespace(
        observation=state.observation(0), legal=state.legal(), clock=SimpleNamespace(bank_ms=bank_ms, last_ms=0.0)
    )


class FakeClock:
    """CPU time that passes by so many milliseconds a look."""

    def __init__(self, step_ms: float) -> None:
        self._looks = itertools.count()
        self._step_ms = step_ms

    def process_time(self) -> float:
        return next(self._looks) * self._step_ms / 1e3


@pytest.mark.parametrize(
    ("move_ms", "step_ms", "bank_ms", "worlds"),
    [(100, 1, 9000, 68), (100, 7, 9000, 8), (3, 5, 9000, 4), (100, 1000, 9000, 4), (3, 5, 900, 1), (100, 7, 0, 8)],
)
def test_search_uses_its_share_of_the_allowance_and_no_more(
    monkeypatch: pytest.MonkeyPatch, move_ms: int, step_ms: int, bank_ms: float, worlds: int
) -> None:
    tried = []
    with module_of("search") as module:
        kind = class_of(module)
        monkeypatch.setattr(module, "time", FakeClock(step_ms))
        try_out = kind.try_out  # type: ignore[attr-defined]

        def counted(bot: Bot, *words: Any) -> None:
            tried.append(bot)
            try_out(bot, *words)

        monkeypatch.setattr(kind, "try_out", counted)
        game = engines.make_game("thirty-one", 2)
        bot = kind(Start(1, game.id, 2, 0, dict(game.options), "07", move_ms, 10_000))
        bot.start(Start(1, game.id, 2, 0, dict(game.options), "07", move_ms, 10_000))
        tried.clear()
        state = game.new_state("07" * 16, first_dealer=1)
        assert bot.act(request_of(state, bank_ms)) in state.legal()
    assert len(tried) == worlds


def test_search_finds_what_is_certain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four aces win every bet at Red Dog, and the pool should be bet; four deuces win none."""
    game = engines.make_game("red-dog", 4, {"deals": 1})
    with module_of("search") as module:
        monkeypatch.setattr(module, "time", FakeClock(0.2))
        for hand, expected in (("AC AD AH AS KC", range(3, 5)), ("2C 2D 2H 2S 3C", range(2))):
            state = game.empty_state()
            cards = hand.split()
            rest = [card for card in engines.core.cards.texts(game.pack) if card not in cards]
            order = [cards.pop() if place % 4 == 0 and cards else rest.pop() for place in range(52)]
            state.start_deal(3, [engines.core.cards.CARD_OF_TEXT[card] for card in order])
            bot = class_of(module)(Start(1, game.id, 4, 0, dict(game.options), "07", 100, 10_000))
            bot.start(Start(1, game.id, 4, 0, dict(game.options), "07", 100, 10_000))
            action = bot.act(request_of(state))
            assert (int(action.split()[1]) if action != "pass" else 0) in expected, action


def test_search_beats_chance_with_twenty_worlds_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    game = engines.make_game("maverick", options={"max_deals": 1})
    with module_of("search") as module:
        monkeypatch.setattr(module, "time", FakeClock(3))
        places = [play(class_of(module), game, seat=1, seed=f"{number:032x}").places[1] for number in range(12)]
    assert places.count(1) >= 10  # with a partner who plays at random: by chance once in fifty
