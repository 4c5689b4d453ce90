"""Games played by people at the terminal: whole ones, left ones, several people, colour."""

import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import engines
from engines.cli import main
from engines.core.errors import EngineError
from engines.terminal.paint import Paint, by_suit, shows_colour
from tests.engines.terminal.table import SEED, Typist, sit_down

ROOT = Path(__file__).parents[3]
CARD = re.compile(r"\b(?:[2-9TJQKA][CDHS]|BJ|LJ)\b")


@pytest.mark.parametrize("game_id", engines.game_ids())
def test_a_person_plays_a_game_to_its_end(game_id):
    bound = {"max_deals": 3} if any(o.name == "max_deals" for o in engines.game_spec(game_id).options) else {}
    state, shown = sit_down(game_id, options=bound)
    assert state.is_over
    unit = "Chips" if state.game.has_chips else "Totals"
    assert shown.count(f"\n{unit}: ") == state.deals_done
    assert "The game is over." in shown
    for place in set(state.places):
        assert f"\n  {place}. " in shown
    assert "You have left" not in shown
    assert shown.endswith(f"The same cards again: --seed {SEED}\n")


@pytest.mark.parametrize("typed", ["", "q\n", "QUIT\n", "nonsense\n", "1\n"])
def test_a_game_is_left_with_q_or_at_the_end_of_the_input(typed):
    state, shown = sit_down("thirty-one", typed)
    assert not state.is_over
    assert "You have left the game; it stays unfinished." in shown


def test_a_wrong_entry_is_asked_again_and_changes_nothing():
    state, shown = sit_down("smear-four-handed", "\nfrob\nplay AS\nbid 9\n?\nq\n", humans=(0, 1, 2, 3))
    assert state.moves == []
    for reason in ("'frob' is no action", "You cannot play now", "allowed: bid 2..4", "Type the number"):
        assert reason in shown


def test_only_the_own_cards_are_shown():
    state, shown = sit_down("smear-four-handed", "")
    before, _, after = shown.partition("You have left")
    own = set(state.observation(0)["hand"])
    assert own
    assert set(CARD.findall(before)) == own
    assert not CARD.findall(after)


def test_people_who_share_a_screen_see_it_one_after_the_other():
    _, shown = sit_down("red-dog", "\npass\n\npass\n", humans=(0, 1), players=2, options={"deals": 1})
    screens = re.split(r"(?=Seat \d is to act\. When only its player)", shown)[1:]
    assert sorted(screen[:6] for screen in screens) == ["Seat 0", "Seat 1"]
    hands = [set(re.findall(CARD, screen)) for screen in screens]
    assert all(len(hand) == 5 for hand in hands)
    assert not hands[0] & hands[1]


def test_what_is_played_does_not_depend_on_who_looks():
    """The random seats draw from the seed alone, so two sittings of the same person are the same game."""
    records = [sit_down("thirty-one")[0].record() for _ in range(2)]
    assert records[0] == records[1]
    assert engines.replay(records[0]).record()["deals"] == records[0]["deals"]


@pytest.mark.parametrize(("humans", "bots", "named"), [((4,), {}, "seat 4"), ((0,), {0: "x.py"}, "not both")])
def test_seats_that_there_are_not_are_refused(humans, bots, named):
    with pytest.raises(EngineError, match=named):
        sit_down("thirty-one", "", humans=humans, bots=bots)


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_colour_is_for_terminals_that_want_it():
    assert shows_colour(Terminal(), {"TERM": "xterm"})
    assert not shows_colour(Terminal(), {"TERM": "xterm", "NO_COLOR": "1"})
    assert shows_colour(Terminal(), {"TERM": "xterm", "NO_COLOR": ""})  # set but empty: no wish
    assert not shows_colour(Terminal(), {"TERM": "dumb"})
    assert not shows_colour(io.StringIO(), {"TERM": "xterm"})


def test_red_suits_are_red_and_black_ones_plain():
    assert Paint(True).cards("TH 2C QD AS BJ") == "\033[31mTH\033[0m 2C \033[31mQD\033[0m AS \033[35mBJ\033[0m"
    assert Paint(False).cards("TH 2C") == "TH 2C"


def test_a_hand_is_sorted_by_suit():
    assert by_suit(["2S", "BJ", "AH", "TC", "KC", "3H"]) == "KC TC   AH 3H   2S   BJ"


def test_no_escape_is_written_where_there_is_no_terminal():
    assert "\033" not in sit_down("thirty-one")[1]


def test_ctrl_c_leaves_the_game(monkeypatch):
    def interrupted(self, size=-1):
        raise KeyboardInterrupt

    monkeypatch.setattr(Typist, "readline", interrupted)
    state, shown = sit_down("thirty-one")
    assert not state.is_over
    assert "You have left the game" in shown


def test_the_command_plays_with_a_person_and_saves_the_record(tmp_path):
    path = tmp_path / "record.json"
    command = [sys.executable, "-m", "engines", "play", "thirty-one", "--human", "0", "--save", str(path)]
    done = subprocess.run(command, input="knock\n", capture_output=True, text=True, cwd=ROOT, check=True)
    assert "You have seat 0." in done.stdout
    assert "\033" not in done.stdout
    record = json.loads(path.read_text())
    assert record["game"] == "thirty-one"
    assert engines.replay(record).record()["deals"] == record["deals"]


def test_new_cards_are_dealt_where_no_seed_is_given(capsys, monkeypatch):
    seeds = set()
    for _ in range(2):
        monkeypatch.setattr("sys.stdin", io.StringIO(""))
        assert main(["play", "thirty-one", "--human", "0"]) == 0
        seeds.add(re.search(r"--seed (\S+)", capsys.readouterr().out)[1])
    assert len(seeds) == 2


FIRST = "bots/reference/first"


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ((), "--seed"),
        (("--human", "0", "--record"), "--save"),
        (("--human", "9"), "seat 9"),
        (("--seed", "s", "--bot", "0=README.md"), "expected a Python file"),
        (("--seed", "s", "--bot", f"0={FIRST}", "--bot", f"0={FIRST}"), "two bots have one seat"),
        (("--seed", "s", "--option", "blitz=any31", "--option", "blitz=AK10"), "given twice"),
    ],
)
def test_the_command_refuses_with_one_line(capsys, arguments, named):
    assert main(["play", "thirty-one", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert named in captured.err
