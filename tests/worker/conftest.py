"""The sandbox for tests that play real bots: one for the whole run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from worker.sandbox import Sandbox


@pytest.fixture(scope="session")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sandbox]:
    """Open the sandbox; its own tests are elsewhere."""
    opened = Sandbox.open_untested(tmp_path_factory.mktemp("sandbox"))
    yield opened
    opened.close()
