"""The kit's helpers against the engines, which are the last word on what beats what and what a seat sees."""

from __future__ import annotations

import ast
import doctest
import io
import subprocess
import sys
from pathlib import Path
from typing import Any

import fairdeal_bot.actions
import fairdeal_bot.cards
import pytest
from fairdeal_bot import Bot, End, Request, observations, random_action
from fairdeal_bot import log as logging
from fairdeal_bot.cards import PACK, by_suit, card_of, rank, suit, unseen
from fairdeal_bot.testing import play
from fairdeal_bot.tricks import ORDERS, Trumps, played

import engines

KIT = Path(__file__).resolve().parents[2] / "bots" / "sdk"
TRICK_GAMES = [
    *((game, {}) for game in ORDERS),
    ("smear-four-handed", {"joker_tie": "second"}),
    ("smear-wisconsin-jokers", {"joker_tie": "second", "may_trump_anytime": True}),
    ("maverick", {"joker_suit": "none", "joker_counts_as_trump": False}),
]
TYPES = {
    "smear-": observations.Smear,
    "thirty-one": observations.ThirtyOne,
    "speculation": observations.Speculation,
    "red-dog": observations.RedDog,
    "maverick": observations.Maverick,
}


@pytest.mark.parametrize("module", [fairdeal_bot.actions, fairdeal_bot.cards])
def test_the_examples_hold(module: Any) -> None:
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0


def test_cards_are_those_of_the_engines() -> None:
    pack = engines.make_game("smear-fort-frances").pack
    assert sorted(PACK) == sorted(engines.core.cards.texts(pack))
    assert by_suit(["2H", "AH", "TC"]) == {"C": ["TC"], "D": [], "H": ["AH", "2H"], "S": []}
    assert (rank("BJ"), suit("LJ"), card_of("play BJ")) == (0, "", "BJ")
    assert unseen(PACK, jokers=1) == ["BJ"]
    with pytest.raises(ValueError, match="'pass' names no card"):
        card_of("pass")


@pytest.mark.parametrize(("game_id", "options"), TRICK_GAMES)
def test_tricks_go_to_whom_the_engine_gives_them(game_id: str, options: dict[str, Any]) -> None:
    game = engines.make_game(game_id, options={**options, "max_deals": 6})
    state = game.new_state("5a" * 16)
    choices = engines.Stream("5a" * 16, "choices")
    seen, tricks, jokers = state.observation(0), 0, 0
    while not state.is_over:
        before = seen
        state.apply(state.random_action(choices))
        seen = state.observation(0)
        # A finished trick is in the next observation of the same deal; the last of a deal the engine alone tells of.
        if seen["tricks"] and seen["deal"] == before["deal"] and len(seen["tricks"]) > len(before["tricks"]):
            trick = seen["tricks"][-1]
            assert Trumps(seen).winner(trick["cards"]) == trick["winner"], trick
            tricks += 1
            jokers += sum(card in ("BJ", "LJ") for _seat, card in trick["cards"]) > 1
        if seen["trump"] is not None and seen["phase"] == "play":
            assert len(set(played(seen))) == len(played(seen))
    assert tricks > 5


def test_two_jokers_in_a_trick_go_by_their_order_or_by_the_games_option() -> None:
    first = {"game": "smear-four-handed", "trump": "H", "options": {"joker_tie": "first"}}
    second = {**first, "options": {"joker_tie": "second"}}
    ordered = {"game": "maverick", "trump": "H", "options": {"joker_suit": "none"}}
    trick = [[2, "LJ"], [3, "BJ"], [0, "TH"]]
    assert [Trumps(seen).winner(trick) for seen in (first, second, ordered)] == [2, 3, 3]
    assert Trumps(ordered).suit_of("BJ") == ""
    assert Trumps(first).winners(["2H", "JH", "AC", "QH"], trick) == ["JH", "QH"]
    assert Trumps(first).best_card(trick) == "LJ"


def test_trumps_that_are_not_there_yet_are_asked_for() -> None:
    seen = {"game": "smear-six-handed", "trump": None, "options": {}}
    with pytest.raises(ValueError, match="no suit is trumps yet"):
        Trumps(seen)
    assert Trumps(seen, "D").is_trump("JH")
    with pytest.raises(ValueError, match="thirty-one is not played in tricks"):
        Trumps({**seen, "game": "thirty-one"})


@pytest.mark.parametrize("game_id", engines.game_ids())
def test_the_types_name_the_fields_of_the_engines(game_id: str) -> None:
    [kind] = [kind for start, kind in TYPES.items() if game_id.startswith(start)]
    fields = set(engines.make_game(game_id).observation_schema()["properties"])
    spare = {"refill_taken", "kitty_taken"} if kind is observations.Smear else set()
    assert set(kind.__annotations__) - spare == fields - spare


class Chooser(Bot):
    ends: list[End] = []

    def act(self, request: Request) -> str:
        assert request.observation["seat"] == self.seat
        return random_action(request.legal, self.rng)

    def end(self, end: End) -> None:
        self.ends.append(end)


@pytest.mark.parametrize("game_id", ["thirty-one", "speculation", "smear-four-handed"])
def test_a_bot_plays_in_process_and_twice_the_same(game_id: str) -> None:
    Chooser.ends = []
    short = {"deals": 1} if game_id == "speculation" else {"max_deals": 3}
    game = engines.make_game(game_id, options=short)
    first, second = (play(Chooser, game, seat=1, seed="11" * 16) for _ in range(2))
    assert first == second
    assert first.actions
    assert Chooser.ends[0].places == first.places
    assert play(Chooser, game, seat=1, seed="22" * 16) != first


def test_what_a_bot_raises_and_what_is_not_legal_comes_out_of_the_helper() -> None:
    class Wrong(Bot):
        def act(self, request: Request) -> str:
            return "knock twice"

    class Broken(Bot):
        def act(self, request: Request) -> str:
            raise KeyError("mine")

    game = engines.make_game("thirty-one", 2)
    with pytest.raises(engines.BadNotation, match="knock twice"):
        play(Wrong, game)
    with pytest.raises(KeyError, match="mine"):
        play(Broken, game)
    with pytest.raises(ValueError, match="seats are 0 to 1"):
        play(Wrong, game, seat=2)


class Unprintable:
    def __str__(self) -> str:
        raise RuntimeError("no text")


def test_a_log_never_fails_and_never_grows_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    monkeypatch.setattr(sys, "stderr", out)
    monkeypatch.setattr(logging, "_written", 0)
    logging.log("hand", ["TH"], "\ud800")
    logging.log(Unprintable())
    assert out.getvalue() == "hand ['TH'] \\ud800\n"
    try:
        raise ZeroDivisionError
    except ZeroDivisionError:
        logging.log_error("in the auction")
    assert "in the auction\nTraceback" in out.getvalue()
    for _ in range(1000):
        logging.log("x" * 1000)
    assert len(out.getvalue()) < logging.MOST_CHARACTERS + 2000
    assert out.getvalue().endswith("the log is full; nothing more is kept\n")
    monkeypatch.setattr(sys, "stderr", None)
    monkeypatch.setattr(logging, "_written", 0)
    logging.log("into nothing")


NEWER = {"slots", "kw_only", "strict"}  # words that dataclass and zip do not know in Python 3.9


def test_the_helpers_run_on_python_3_9() -> None:
    for path in sorted((KIT / "fairdeal_bot").glob("*.py")):
        tree = ast.parse(path.read_text(), feature_version=(3, 9))
        if path.stem != "messages":
            assert not {word.arg for word in ast.walk(tree) if isinstance(word, ast.keyword)} & NEWER, path
    rules = ["--isolated", "--select", "F,E9", "--target-version", "py39", "--no-cache"]
    subprocess.run([sys.executable, "-m", "ruff", "check", "--quiet", *rules, str(KIT)], check=True)
