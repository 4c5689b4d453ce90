"""An organiser in a browser sets up a Swiss and a double elimination, lets bots enter, starts them, watches the end."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from bots.reference.house import HOUSE_BOTS
from ops.client import Client
from tests.e2e.steps import PHONE, house_versions, sign_up

BOTS = ("rules", "random", "first")
PLAYED_MS = 180_000


def _set_up(page: Page, name: str, format_name: str, bots: tuple[str, ...], **settings: str) -> None:
    """Fill in the form for Thirty-One, one block a match; the settings of the format come when it is chosen."""
    page.goto("/tournaments/new/")
    page.get_by_role("link", name="Thirty-One").click()
    page.get_by_label("Name").fill(name)
    for bot in bots:
        page.locator("label").filter(has_text=f"house/{bot} v").get_by_role("checkbox").check()
    page.get_by_label("Players at a table").fill("2")
    page.get_by_label("Blocks a match").fill("1")
    page.get_by_label("Format", exact=True).select_option(format_name)
    expect(page.locator("input[name=settings_of]")).to_have_value(format_name)
    for label, value in settings.items():
        page.locator(f"[name=setting-{label}]").fill(value)
    page.get_by_role("button", name="Make the tournament").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)


def _watch(page: Page) -> None:
    page.get_by_role("button", name="Start the tournament").click()
    # The page moves by itself until it is over.
    expect(page.locator("header .state").first).to_have_text("finished", timeout=PLAYED_MS)


def test_an_organiser_drives_a_swiss_and_a_double_elimination(page: Page, client: Client) -> None:
    for name, version in house_versions(client, [bot for bot in HOUSE_BOTS if bot.name in BOTS]).items():
        client.post(f"versions/{version['id']}/publish/", {}, key=f"publish-{name}")
    sign_up(page, "olive")

    _set_up(page, "Friday Swiss", "swiss", (), rounds="2")
    page.get_by_role("button", name="Open for entry").click()
    for bot in BOTS:
        page.get_by_role("link", name="Enter a bot").click()
        choice = page.locator("select[name=who] option").filter(has_text=f"house/{bot} v")
        page.get_by_label("Who plays").select_option(choice.first.get_attribute("value"))
        page.get_by_role("button", name="Enter it").click()
        expect(page.get_by_text("It is entered.")).to_be_visible()
    page.get_by_role("button", name="Close entry").click()
    _watch(page)
    expect(page.locator("#standings + .scroll tbody tr")).to_have_count(len(BOTS))
    expect(page.locator("#schedule + .scroll tbody")).to_have_count(2)
    expect(page.get_by_role("link", name="games (TRF)")).to_be_visible()

    _set_up(page, "Saturday cup", "double-elimination", BOTS)
    page.get_by_role("link", name="Call it off").wait_for()
    assert page.locator("svg.bracket").count() == 3
    _watch(page)
    expect(page.locator("svg.bracket .champion").first).to_be_visible()
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.get_by_text("The same in words, round by round").click()
    expect(page.locator("table tr").filter(has_text="Grand final")).to_be_visible()
