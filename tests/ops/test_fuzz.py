"""The fuzz run: it passes on every game, plays the same games from the same seed, and reports a fault."""

import sys
import time

import pytest

import engines
from engines.core.rng import seed_from_text
from engines.smear.state import SmearState
from ops import fuzz

SEED = seed_from_text("fuzz in the tests")


@pytest.mark.parametrize("game_id", engines.game_ids())
def test_no_invariant_of_a_game_breaks(game_id):
    name, done, fault = fuzz.fuzz(game_id, SEED, 1500, time.time() + 240)
    assert (name, fault) == (game_id, "")
    assert done >= 1500


def test_one_seed_plays_the_same_games():
    games = [fuzz.random_game("smear-ten-point", fuzz.Stream(SEED, "fuzz", number)).ruleset for number in (1, 1, 2)]
    assert games[0] == games[1] != games[2]
    assert fuzz.play("red-dog", SEED, 3, True) == fuzz.play("red-dog", SEED, 3, True)


def test_a_broken_invariant_is_reported_with_what_shows_it_again(monkeypatch):
    monkeypatch.setattr(SmearState, "broken_invariants", lambda state: ["a card is gone"] if state.phase == 4 else [])
    name, _done, fault = fuzz.fuzz("smear-fort-frances", SEED, 1000, time.time() + 60)
    assert name == "smear-fort-frances"
    assert "a card is gone" in fault
    assert "smear-fort-frances/4" in fault
    assert "game 0" in fault


def test_an_unknown_game_is_refused(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["fuzz", "--game", "bridge"])
    with pytest.raises(SystemExit) as stopped:
        fuzz.main()
    assert stopped.value.code == 2
    assert "smear-four-handed" in capsys.readouterr().err
