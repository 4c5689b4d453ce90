"""Hostile and broken bots in real seats, in a sandbox started by whoever runs the tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.worker.sandbox.battery import CASES, Case, run_case
from worker.sandbox import Sandbox


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_bad_bot_is_contained_and_its_end_is_known(case: Case, sandbox: Sandbox, tmp_path: Path) -> None:
    run_case(case, sandbox, tmp_path / "bot")
