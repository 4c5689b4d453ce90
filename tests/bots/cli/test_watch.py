"""Records told in the terminal."""

from __future__ import annotations

import json
from pathlib import Path

import click
import pytest

import engines
from bots.cli.commands import watch
from tests.bots.cli.conftest import Run, one_line


@pytest.fixture
def record(run: Run) -> str:
    """Write the record of a game of two deals, and return its name."""
    state = engines.make_game("thirty-one", 2, {"max_deals": 2}).new_state("07" * 16)
    choices = engines.Stream("07" * 16, "choices")
    while not state.is_over:
        state.apply(state.random_action(choices))
    Path("game.json").write_text(json.dumps(state.record()))
    return "game.json"


def test_a_record_is_told_from_all_seats(run: Run, record: str) -> None:
    told = run("watch", record)
    assert told.status == 0
    assert "Seat 0 has" in told.out
    assert "Seat 1 has" in told.out
    assert "Deal 1:" in told.out
    assert "Deal 2:" in told.out
    assert "The game is over." in told.out


def test_or_from_one_seat_which_sees_no_more_than_it_may(run: Run, record: str) -> None:
    own = run("watch", record, "--seat", "0")
    assert "You have" in own.out
    assert "Seat 1 has" not in own.out
    events = run("watch", record, "--seat", "0", "--json").json["events"]
    assert [event["seat"] for event in events if event["type"] == "hand"] == [0, 0]


def test_step_by_step_a_key_each(run: Run, record: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = run("watch", record).out
    actions = sum(len(deal["actions"]) for deal in json.loads(Path(record).read_text())["deals"])
    asked: list[str] = []
    keys = iter("\n" * 1000)

    def key() -> str:
        asked.append(next(keys))
        return asked[-1]

    monkeypatch.setattr(click, "getchar", key)
    monkeypatch.setattr(watch.sys.stdin, "isatty", lambda: True, raising=False)
    assert run("watch", record, "--step").out == whole
    assert len(asked) > actions / 2
    del asked[:]
    keys = iter("d\nq")
    stopped = run("watch", record, "--step").out
    assert len(asked) == 3
    assert "Deal 2:" in stopped  # d went on to it, q left it
    assert "The game is over." not in stopped


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--number", "7"), "--number is from 0 to 0"),
        (("--seat", "9"), "Seats are 0 to 1"),
        (("--step",), "nobody is at the keyboard"),
    ],
)
def test_what_cannot_be_watched_is_named(run: Run, record: str, words: tuple[str, ...], expected: str) -> None:
    done = run("watch", record, *words)
    assert done.status == 2
    one_line(done, expected)


def test_a_record_that_breaks_the_rules_is_named_with_its_place(run: Run, record: str) -> None:
    document = json.loads(Path(record).read_text())
    document["deals"][1]["actions"][0] = f"{document['deals'][1]['actions'][0][0]} stand"
    Path("bad.json").write_text(json.dumps(document))
    done = run("watch", "bad.json")
    assert done.status == 2
    one_line(done, "deal 1, index 0", "stand")


def test_a_file_that_is_no_record_or_not_there_is_named(run: Run) -> None:
    Path("text.json").write_text("hello")
    one_line(run("watch", "text.json"), "text.json is not a JSON document")
    one_line(run("watch", "gone.json"), "gone.json: No such file")
