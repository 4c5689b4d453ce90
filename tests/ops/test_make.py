"""`make` alone lists what there is; `make clean` leaves what a clone has, and the settings of its user."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
IGNORED = (ROOT / ".gitignore").read_text().split()
#: Files by their ending, where the tools put them.
IN_THE_ENGINES = {"*.pyc": "engines/core/__pycache__/cards.pyc", "*.so": "engines/core/cards.so"}
TARGETS = re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(), re.M)


def _make(folder: Path, *targets: str) -> str:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    done = subprocess.run(
        ["make", *targets], cwd=folder, env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A folder with a Makefile and a little beside it, as a clone has."""
    shutil.copy(ROOT / "Makefile", tmp_path / "Makefile")
    for name in ("engines/core/cards.py", "docs/0-map.md", "ops/test.sh"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    return tmp_path


def _tree(folder: Path) -> set[Path]:
    return set(folder.rglob("*"))


def test_make_alone_lists_every_target_with_what_it_does(clone: Path) -> None:
    before = _tree(clone)
    lines = _make(clone).splitlines()
    assert [line.split()[:2] for line in lines] == [["make", target] for target in TARGETS]
    assert all(len(line.split()) > 3 for line in lines)
    assert {"demo", "run", "test", "lint", "format", "clean"} <= set(TARGETS)
    assert _tree(clone) == before


def test_clean_removes_all_that_git_ignores_but_the_users_settings(clone: Path) -> None:
    before = _tree(clone)
    for pattern in IGNORED:
        path = clone / IN_THE_ENGINES.get(pattern, pattern)
        if pattern.endswith("/"):
            path = Path(str(path).replace("*", "fairdeal")) / "deeper" / "file"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    _make(clone, "clean")
    assert _tree(clone) == before | {clone / ".env"}


def test_clean_may_be_said_twice(clone: Path) -> None:
    before = _tree(clone)
    _make(clone, "clean")
    _make(clone, "clean")
    assert _tree(clone) == before
