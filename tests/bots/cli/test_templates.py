"""The templates in every language: made by `fairdeal new`, built where they must be, and checked as the site does."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.bots.cli.conftest import Run

GAMES = ("-g", "red-dog", "-g", "thirty-one")
START = {
    "type": "start",
    "protocol": 1,
    "game": "red-dog",
    "players": 2,
    "seat": 0,
    "options": {},
    "rng": "00000000000000ff",
}


def make(run: Run, language: str) -> Path:
    assert run("new", "bot", *GAMES, "-l", language).status == 0
    if language == "c":
        subprocess.run(
            ["make", "-C", "bot", "CFLAGS=-O0 -std=c11 -Wall -Wextra -Werror"], check=True, capture_output=True
        )
    return Path("bot")


SLOWER = [pytest.param(language, marks=pytest.mark.long) for language in ("python", "node")]


@pytest.mark.parametrize("language", ["c", *SLOWER])
def test_a_template_passes_the_check_in_every_language(run: Run, language: str) -> None:
    done = run("check", str(make(run, language)), "--walls", "none", "--json")
    assert done.status == 0, done
    assert len(done.json["steps"]) == 11  # the start, and two games at five tables


def test_a_program_that_was_not_built_says_so(run: Run) -> None:
    assert run("new", "bot", *GAMES, "-l", "c").status == 0
    done = run("check", "bot", "--walls", "none")
    assert done.status == 2
    assert "Build the program first (make)" in done.err


@pytest.mark.parametrize("language", ["node", "c"])
def test_fields_may_come_in_any_order_and_texts_may_hold_anything(run: Run, language: str) -> None:
    """A bot reads JSON, not positions: what looks like a field inside another one is none."""
    folder = make(run, language)
    command = ["node", "bot/main.js"] if language == "node" else [str(folder / "bot")]
    decoy = {"legal": ["decoy 1"], "n": 99, "text": '"n":98,"legal":["decoy 2"]', "hand": ["TH"]}
    requests = [
        {"clock": {"move_ms": 100, "bank_ms": 0}, **START},
        {"observation": decoy, "legal": ["bet 3..3"], "events": [], "n": 1, "clock": {}, "type": "act"},
        {"type": "act", "n": 2, "legal": ["offer 4 2..2 7..7"], "observation": decoy, "events": [decoy], "clock": {}},
        {"type": "end", "places": [1, 2], "totals": [1, 0], "payouts": [1, 0], "events": []},
    ]
    lines = "".join(f"{json.dumps(request, separators=(',', ':'))}\n" for request in requests)
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=True, timeout=60)
    assert [json.loads(line) for line in done.stdout.splitlines()] == [
        {"type": "ready"},
        {"n": 1, "action": "bet 3"},
        {"n": 2, "action": "offer 4 2 7"},
    ]


@pytest.mark.parametrize("language", ["c", *SLOWER])
def test_the_same_seed_plays_the_same_game(run: Run, language: str) -> None:
    make(run, language)
    words = (
        "play",
        "bot",
        "@first",
        "-g",
        "red-dog",
        "-o",
        "deals=2",
        "-b",
        "1",
        "--seed",
        "x",
        "--walls",
        "none",
        "--json",
    )
    first, second = (run(*words).json["results"][0]["payout_a_game"] for _ in range(2))
    assert first == second
