"""Every folder of misbehaving bots says what must become of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

MISBEHAVING = Path(__file__).resolve().parents[2] / "bots" / "misbehaving"
EXPECTED: dict[Path, dict[str, Any]] = {
    path: json.loads((path / "expect.json").read_text(encoding="utf-8"))
    for path in MISBEHAVING.iterdir()
    if path.is_dir() and path.name != "__pycache__"
}
BOTS = {path: expected for path, expected in EXPECTED.items() if "refusal" not in expected}
ARCHIVES = {path: expected for path, expected in EXPECTED.items() if "refusal" in expected}
BLAMED = {"crash", "illegal_action", "bad_message", "output_limit", "memory_limit", "time_limit", "start_failed"}
OPTIONAL = {"must_not", "control", "language", "entry", "limits", "opponent_sleeps_ms", "signal", "machine"}


def test_there_is_a_bot_for_every_fault_that_a_bot_can_have() -> None:
    assert {expected["verdict"] for expected in BOTS.values()} == BLAMED | {"ok"}


def test_each_bot_says_what_it_does_and_what_must_come_of_it() -> None:
    for path, expected in BOTS.items():
        assert {"section", "verdict", "why"} <= set(expected) <= {"section", "verdict", "why"} | OPTIONAL, path.name
        assert expected["why"], path.name
        assert (path / expected.get("entry", "main.py")).is_file(), path.name


def test_who_reaches_for_something_says_whether_it_can_be_reached_outside() -> None:
    for path, expected in BOTS.items():
        assert ("must_not" in expected) == ("control" in expected), path.name
        assert expected.get("control", "none") in ("reaches", "host", "none"), path.name


def test_each_archive_says_how_it_is_refused() -> None:
    for path, expected in ARCHIVES.items():
        assert set(expected) == {"section", "refusal", "member", "why"}, path.name
        assert (path / "build.py").is_file(), path.name


def test_there_are_as_many_as_were_promised() -> None:
    assert len(EXPECTED) >= 90
