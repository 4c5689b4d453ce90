"""The steps that end-to-end tests are made of, each with a deadline."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from playwright.sync_api import Page, expect

from bots.reference.house import HOUSE_BOTS, HouseBot
from ops.client import Client

DEADLINE_S = 240.0
PHONE, DESKTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 900}
T = TypeVar("T")


def wait_until(look: Callable[[], T], what: str, deadline_s: float = DEADLINE_S) -> T:
    """Look until there is something; raises TimeoutError naming what was waited for."""
    end = time.monotonic() + deadline_s
    while True:
        found = look()
        if found:
            return found
        if time.monotonic() > end:
            raise TimeoutError(f"{what} did not come within {deadline_s:.0f} s")
        time.sleep(0.2)


def house_versions(client: Client, bots: Iterable[HouseBot] = HOUSE_BOTS) -> dict[str, dict[str, Any]]:
    """Upload the house bots (or find them) and wait until all are accepted; by name."""
    uploaded = {bot.name: client.upload(bot)["id"] for bot in bots}

    def settled() -> dict[str, dict[str, Any]]:
        rows = {name: client.get(f"versions/{pk}/") for name, pk in uploaded.items()}
        return {} if any(row["state"] == "checking" for row in rows.values()) else rows

    versions = wait_until(settled, "the end of the checks")
    assert {name: row["state"] for name, row in versions.items()} == dict.fromkeys(uploaded, "active")
    return versions


def start_tournament(client: Client, name: str, **fields: Any) -> dict[str, Any]:
    """Create and start a round-robin."""
    made = client.post("tournaments/", {"name": name, **fields}, key=f"create-{name.replace(' ', '-')}")
    return client.post(f"tournaments/{made['id']}/start/", {}, key=f"start-{made['id']}")


def finished(client: Client, tournament: dict[str, Any]) -> dict[str, Any]:
    """Wait until a tournament is finished; gives it."""

    def look() -> dict[str, Any] | None:
        row = client.get(f"tournaments/{tournament['id']}/")
        return row if row["state"] == "finished" else None

    found = wait_until(look, f"the end of {tournament['name']}")
    assert found is not None
    return found


def sign_up(page: Page, name: str) -> None:
    """Sign up in the browser."""
    page.goto("/accounts/signup/")
    page.get_by_label("Username").fill(name)
    for label in ("password1", "password2"):
        page.locator(f"input[name={label}]").fill("nine green bottles 7")
    page.locator("main form button[type=submit]").click()
    expect(page.get_by_text(name).first).to_be_visible()
