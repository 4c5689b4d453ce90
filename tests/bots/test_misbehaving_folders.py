"""Every folder of misbehaving bots says what must become of it."""

from __future__ import annotations

import json
from pathlib import Path

FOLDERS = [path for path in (Path(__file__).resolve().parents[2] / "bots" / "misbehaving").iterdir() if path.is_dir()]
BLAMED = {"crash", "illegal_action", "bad_message", "output_limit", "memory_limit", "time_limit", "start_failed"}


def test_there_is_a_bot_for_every_fault_that_a_bot_can_have() -> None:
    assert {json.loads((folder / "expect.json").read_text())["verdict"] for folder in FOLDERS} == BLAMED


def test_each_says_why_in_a_line() -> None:
    for folder in FOLDERS:
        expected = json.loads((folder / "expect.json").read_text())
        assert set(expected) == {"verdict", "why"} and expected["why"], folder.name
        assert (folder / "main.py").is_file(), folder.name
