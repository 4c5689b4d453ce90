"""Packages that an operator gives to bots beside the standard library."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.worker.sandbox.support import soon, start
from worker.sandbox import Sandbox, SandboxUnavailable, SeatLimits
from worker.sandbox.packages import PACKAGES_VARIABLE


def said_by_bot(work_dir: Path, folder: Path, source: str) -> bytes:
    """Open a sandbox under the settings of the moment, and return a bot's first line."""
    opened = Sandbox.open_untested(work_dir)
    try:
        seat = start(opened, folder, source, SeatLimits())
        try:
            return seat.read_line(soon())
        finally:
            seat.close()
    finally:
        opened.close()


def test_a_package_that_is_named_can_be_imported_and_others_cannot(
    monkeypatch: pytest.MonkeyPatch, work_dir: Path, tmp_path: Path
) -> None:
    site = tmp_path / "site"
    for name in ("card_tables", "other_tables"):
        (site / name).mkdir(parents=True)
        (site / name / "__init__.py").write_text("from pathlib import Path\nWORD = Path('x').name\n", encoding="ascii")
    monkeypatch.setattr(sys, "path", [*sys.path, str(site)])
    source = (
        "import importlib.util, sys\nloaded = 'card_tables' in sys.modules\nimport card_tables\n"
        "print(loaded, card_tables.__file__, importlib.util.find_spec('other_tables'))\n"
    )
    monkeypatch.setenv(PACKAGES_VARIABLE, "card_tables")
    said = said_by_bot(work_dir, tmp_path / "bot", source)
    assert said == b"True /opt/fairdeal/packages/card_tables/__init__.py None"


@pytest.mark.parametrize("name", ["no_such_package", "../etc", "json.decoder"])
def test_a_package_that_is_not_installed_is_named(name: str, monkeypatch: pytest.MonkeyPatch, work_dir: Path) -> None:
    monkeypatch.setenv(PACKAGES_VARIABLE, name)
    with pytest.raises(SandboxUnavailable, match=name):
        Sandbox.open_untested(work_dir)
