"""A sandbox for the tests of this folder: real, self-tested, opened once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from worker.sandbox import Sandbox


@pytest.fixture(scope="session")
def work_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a directory that, like root's home, other users cannot pass through."""
    path = tmp_path_factory.mktemp("worker")
    path.chmod(0o700)
    return path


@pytest.fixture(scope="session")
def sandbox(work_dir: Path) -> Iterator[Sandbox]:
    """Return an open sandbox."""
    opened = Sandbox.open(work_dir)
    yield opened
    opened.close()
