"""A new bot from a template, and the check of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.bots.cli.conftest import Run, one_line

NO_WALLS = ("--walls", "none")


def test_a_new_bot_is_a_folder_that_says_what_it_plays(run: Run) -> None:
    done = run("new", "My_Fox", "--game", "thirty-one", "--language", "python")
    assert done.status == 0
    assert "fairdeal check My_Fox" in done.out
    assert sorted(path.name for path in Path("My_Fox").iterdir()) == ["bot.toml", "main.py"]
    assert 'name = "my-fox"' in Path("My_Fox/bot.toml").read_text()


def test_what_is_there_is_never_written_over(run: Run) -> None:
    Path("fox").mkdir()
    Path("fox/notes").write_text("mine")
    one_line(run("new", "fox", "-g", "thirty-one", "-l", "python"), "there already")
    assert [path.name for path in Path("fox").iterdir()] == ["notes"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("new", "fox", "-l", "python"), "Add --game"),
        (("new", "fox", "-g", "chess", "-l", "python"), "There are: maverick"),
        (("new", "fox", "-g", "thirty-one"), "Add --language"),
        (("new", "fox", "-g", "thirty-one", "-l", "cobol"), "python"),
    ],
)
def test_what_is_missing_or_unknown_is_named(run: Run, words: tuple[str, ...], expected: str) -> None:
    done = run(*words)
    assert done.status == 2
    one_line(done, expected)
    assert not Path("fox").exists()


def test_a_good_bot_passes_each_step(run: Run, write: Callable[..., str]) -> None:
    done = run("check", write(), "-g", "thirty-one", *NO_WALLS)
    assert done.status == 0, done
    assert "thirty-one, 7 players against random" in done.out
    assert done.out.splitlines()[-1] == "Started, and played without a fault: thirty-one"


def test_a_bad_bot_is_shown_where_it_broke_and_its_log(run: Run, write: Callable[..., str]) -> None:
    source = (
        "import sys\nfrom fairdeal_bot import Bot, run\nclass Bad(Bot):\n    def act(self, request):\n"
        "        print('about to knock')\n        return 'knock twice'\nrun(Bad)\n"
    )
    done = run("check", write("bad.py", source), "-g", "thirty-one", "--json", *NO_WALLS)
    assert done.status == 1
    assert done.json["outcome"] == "failed"
    fault = done.json["steps"][-1]
    assert fault["verdict"] == "illegal_action"
    assert "knock twice" in fault["detail"]
    assert "about to knock" in fault["stderr"]
    assert fault["state"]["game"] == "thirty-one"
    told = run("check", "bad.py", "-g", "thirty-one", *NO_WALLS)
    assert "FAILED thirty-one, 4 players against random" in told.out
    assert "about to knock" in told.out


def test_a_bot_that_does_not_import_is_shown_with_its_traceback(run: Run, write: Callable[..., str]) -> None:
    done = run("check", write("bad.py", "import nothing_like_it\n"), "-g", "thirty-one", *NO_WALLS)
    assert done.status == 1
    assert "start_failed" in done.out
    assert "No module named 'nothing_like_it'" in done.out
    assert "Traceback" not in done.err


def test_nothing_but_the_kit_and_the_engines_can_be_imported(run: Run, write: Callable[..., str]) -> None:
    done = run(
        "check", write("bad.py", "import engines, fairdeal_bot\nimport msgspec\n"), "-g", "thirty-one", *NO_WALLS
    )
    assert "No module named 'msgspec'" in done.out


def test_a_syntax_error_is_found_before_anything_runs(run: Run, write: Callable[..., str]) -> None:
    done = run("check", write("bad.py", "x = 1\nif x\n"), "-g", "thirty-one", *NO_WALLS)
    assert done.status == 1
    assert "main.py, line 2" in done.out


@pytest.mark.parametrize(
    ("bot", "expected"),
    [
        ("gone.py", "there is no bot at gone.py"),
        ("@nobody", "@random"),
        ("empty", "neither bot.toml nor main.py"),
        ("notes.txt", "neither .py nor .zip"),
        ("fake.zip", "no bundle"),
        ("mine.py", "Add --game"),
        ("broken", "not TOML"),
        ("keys", "'color'"),
        ("tongue", "'cobol'"),
        ("entry", "there is no file 'main.py'"),
        ("chess", "there is no game 'chess'"),
        ("name", "'No Name'"),
    ],
)
def test_a_bot_that_cannot_be_used_is_one_clear_line(
    run: Run, write: Callable[..., str], bot: str, expected: str
) -> None:
    write()
    Path("notes.txt").write_text("")
    Path("fake.zip").write_bytes(b"PK\x03\x04 nothing")
    tomls = {
        "broken": "name =",
        "keys": 'name = "a"\nentry = "main.py"\nlanguage = "python"\ngames = ["thirty-one"]\ncolor = "red"\n',
        "tongue": 'name = "a"\nentry = "main.py"\nlanguage = "cobol"\ngames = ["thirty-one"]\n',
        "entry": 'name = "a"\nentry = "main.py"\nlanguage = "python"\ngames = ["thirty-one"]\n',
        "chess": 'name = "a"\nentry = "main.py"\nlanguage = "python"\ngames = ["chess"]\n',
        "name": 'name = "No Name"\nentry = "main.py"\nlanguage = "python"\ngames = ["thirty-one"]\n',
    }
    Path("empty").mkdir()
    for folder, text in tomls.items():
        Path(folder).mkdir()
        Path(folder, "bot.toml").write_text(text)
    done = run("check", bot, *NO_WALLS)
    assert done.status == 2
    one_line(done, expected)
