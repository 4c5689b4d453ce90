"""A whole arena for the end-to-end tests: PostgreSQL, Redis, web, platform workers, beat and two match workers."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright
from xdist.scheduler import LoadFileScheduling

from ops.arena import Arena
from ops.browser import FLAGS, find_browser
from ops.client import Client
from ops.services import free_port, postgres_server, redis_server
from tests.e2e.steps import DESKTOP

# Short leases, so that what a dead worker had in hand is played again within seconds.
QUICK_LEASES = {"FAIRDEAL_LEASE_SECONDS": "6", "FAIRDEAL_SWEEP_SECONDS": "1"}

# These start what they need themselves. All other files share the arena, so that it is started once.
WITHOUT_THE_ARENA = {"test_accessibility.py", "test_compose.py", "test_demo.py"}

# Every wait of these tests has a deadline of its own; this is for what hangs elsewhere, the demo's play included.
TIMEOUT_S = 1200
# Matches are played beside the browser, on the same cores: a page may take its time.
EXPECT_MS = 30_000


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark the tests of this folder."""
    item.add_marker(pytest.mark.e2e)
    item.add_marker(pytest.mark.timeout(TIMEOUT_S))


class ArenaScheduling(LoadFileScheduling):
    """Give a file to one process, and all files that share the arena to the same one: it is started once."""

    def _split_scope(self, nodeid: str) -> str:
        file = Path(super()._split_scope(nodeid)).name
        return file if file in WITHOUT_THE_ARENA else "arena"


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ArenaScheduling:
    """Spread the tests over processes, the largest share first."""
    return ArenaScheduling(config, log)


@pytest.fixture(scope="session")
def workplace() -> Iterator[Path]:
    """A directory that the sandbox's user can reach, gone afterwards."""
    path = Path(tempfile.mkdtemp(prefix="fairdeal-e2e-"))
    path.chmod(0o755)
    yield path
    shutil.rmtree(path)


@pytest.fixture(scope="session")
def arena(workplace: Path) -> Iterator[Arena]:
    """The arena on PostgreSQL and Redis that most tests share."""
    with postgres_server() as database_url, redis_server() as redis_url:
        made = Arena(
            workplace / "arena", free_port(), database_url, redis_url, match_workers=2, environment=QUICK_LEASES
        )
        with made:
            yield made


@pytest.fixture(scope="session")
def client(arena: Arena) -> Iterator[Client]:
    """The house's API client of the shared arena."""
    made = Client(arena.url, arena.token_file.read_text().strip())
    yield made
    made.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Headless Chromium, the one that bootstrap brought or found."""
    expect.set_options(timeout=EXPECT_MS)
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=find_browser(), args=FLAGS)
        yield made
        made.close()


@pytest.fixture
def page(browser: Browser, arena: Arena) -> Iterator[Page]:
    """A page of the shared arena on a desk; no script of it may fail."""
    context = browser.new_context(base_url=arena.url, viewport=DESKTOP)  # type: ignore[arg-type]
    made = context.new_page()
    problems: list[str] = []
    made.on("console", lambda message: problems.append(message.text) if _is_problem(message) else None)
    made.on("pageerror", lambda error: problems.append(str(error)))
    yield made
    context.close()
    assert problems == []


def _is_problem(message: ConsoleMessage) -> bool:
    """Tell an error of the page from the browser's note that a form was refused."""
    return message.type == "error" and "409 (Conflict)" not in message.text
