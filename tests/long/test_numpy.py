"""NumPy as an operator gives it to bots: its own libraries, its threads, under the limits of a seat."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.worker.sandbox.test_packages import said_by_bot
from worker.sandbox.packages import PACKAGES_VARIABLE

pytestmark = pytest.mark.long


def test_numpy_computes_in_a_seat(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    monkeypatch.setenv(PACKAGES_VARIABLE, "numpy")
    source = "import numpy\nprint(numpy.linalg.det(numpy.eye(50)), numpy.ones(9).sum())\n"
    assert said_by_bot(tmp_path / "work", tmp_path / "bot", source) == b"1.0 9.0"
