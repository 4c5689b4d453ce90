"""The folders of misbehaving bots: what each does, and what must come of it."""

from __future__ import annotations

import json
import platform
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

MISBEHAVING = Path(__file__).resolve().parents[3] / "bots" / "misbehaving"


@dataclass(frozen=True)
class Misbehaviour:
    """A bot's folder and its `expect.json`; README.md there says what the fields mean."""

    folder: Path
    section: str
    verdict: str
    why: str
    must_not: tuple[str, ...] = ()
    control: str | None = None
    language: str = "python"
    entry: str = "main.py"
    limits: dict[str, int] = field(default_factory=dict)
    opponent_sleeps_ms: int = 0
    signal: str | None = None
    machine: str | None = None

    @property
    def name(self) -> str:
        """Return the folder's name."""
        return self.folder.name

    def copy_to(self, target: Path, facts: dict[str, Any]) -> Path:
        """Make the bundle: the bot, what such bots share, and the facts of its canaries."""
        shutil.copytree(self.folder, target, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(MISBEHAVING / "kit.py", target)
        (target / "facts.json").write_text(json.dumps(facts), encoding="utf-8")
        for path in (target, *target.iterdir()):
            path.chmod(0o755)
        return target


def misbehaviours() -> list[Misbehaviour]:
    """Read all folders of bots that can be run on this kind of machine; those of archives are another matter."""
    found = []
    for path in sorted(MISBEHAVING.glob("*/expect.json")):
        expected = json.loads(path.read_text(encoding="utf-8"))
        if "refusal" not in expected and expected.get("machine", platform.machine()) == platform.machine():
            must_not = tuple(expected.pop("must_not", ()))
            found.append(Misbehaviour(folder=path.parent, must_not=must_not, **expected))
    return found
