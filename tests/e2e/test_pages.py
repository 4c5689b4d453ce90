"""A person in a browser: signs up, uploads the README's bot, reads its report; looks at tables on phone and desktop."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from ops.client import Client
from tests.e2e.steps import DESKTOP, PHONE, finished, house_versions, sign_up, start_tournament

README = (Path(__file__).resolve().parents[2] / "README.md").read_text()


def _upload(page: Page, path: Path, bot: str) -> None:
    page.goto("/upload/")
    page.locator("input[type=file]").set_input_files(path)
    page.get_by_label("Name of the bot").fill(bot)
    page.locator("input[name=games][value=thirty-one]").check()
    page.locator("main form button[type=submit]").last.click()


def test_a_person_uploads_the_bot_of_the_readme_and_it_is_accepted(page: Page, tmp_path: Path) -> None:
    source = re.search(r"```python\n(.*?)```", README, re.S)
    assert source is not None
    (tmp_path / "mybot.py").write_text(source[1])
    sign_up(page, "ada")
    _upload(page, tmp_path / "mybot.py", "mybot")
    expect(page.get_by_text("Started, and played without a fault")).to_be_visible(timeout=90_000)
    _upload(page, tmp_path / "mybot.py", "mybot")
    expect(page.get_by_text(re.compile("version 1|v1")).first).to_be_visible()
    expect(page).to_have_url(re.compile("/upload/"))


def test_a_bot_that_talks_nonsense_gets_a_report_that_says_so(page: Page, tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(
        "from fairdeal_bot import Bot, run\n\n\nclass Bad(Bot):\n    def act(self, request):\n"
        "        print('thinking about', request.legal)\n        return 'dance'\n\n\nrun(Bad)\n"
    )
    sign_up(page, "grace")
    _upload(page, tmp_path / "bad.py", "bad")
    expect(page.get_by_text(re.compile("illegal_action|illegal action")).first).to_be_visible(timeout=90_000)
    expect(page.get_by_text("thinking about").first).to_be_visible()


def test_pages_fit_phone_and_desktop(page: Page, client: Client) -> None:
    ids = [row["id"] for row in house_versions(client).values()]
    tournament = finished(
        client, start_tournament(client, "To look at", game="thirty-one", players=2, blocks=1, entries=ids)
    )
    match = next(iter(client.rows("matches/", tournament=tournament["id"])))
    pool = next(iter(client.rows("pools/")))
    paths = ["/", "/ratings/", f"/ratings/{pool['id']}/", "/tournaments/", f"/tournaments/{tournament['id']}/"]
    paths += [f"/matches/{match['id']}/", "/bots/house/rules/", f"/versions/{ids[0]}/", "/accounts/login/"]
    for size in (PHONE, DESKTOP):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        for path in paths:
            answer = page.goto(path)
            assert answer is not None and answer.status == 200, path
            width = page.evaluate("document.documentElement.scrollWidth")
            assert width <= size["width"], f"{path} is {width} pixels wide on {size['width']}"
