"""The folders of hostile archives: what each builds, and how it must be refused."""

from __future__ import annotations

import json
import runpy
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.worker.battery.folders import MISBEHAVING


@dataclass(frozen=True)
class HostileArchive:
    """A folder with a builder: the code of the refusal, and the member that must be named."""

    folder: Path
    section: str
    refusal: str
    member: str | None
    why: str

    @property
    def name(self) -> str:
        """Return the folder's name."""
        return self.folder.name

    def build(self) -> bytes:
        """Make the archive."""
        sys.path.insert(0, str(MISBEHAVING))
        try:
            made: bytes = runpy.run_path(str(self.folder / "build.py"))["build"]()
        finally:
            sys.path.remove(str(MISBEHAVING))
        return made


def hostile_archives() -> list[HostileArchive]:
    """Read all folders of archives."""
    found = []
    for path in sorted(MISBEHAVING.glob("*/build.py")):
        expected = json.loads((path.parent / "expect.json").read_text(encoding="utf-8"))
        found.append(HostileArchive(folder=path.parent, **expected))
    return found
