"""Every page, in light and dark, on phone and desktop: axe-core finds nothing, nothing is wider than the screen."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from fairdeal.accounts.models import User
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from tests.e2e.sights import Sight, build

# Colours do not depend on the size, nor the structure on the colours: two looks tell what four would.
LOOKS: list[tuple[str, int, int]] = [("light", 390, 844), ("dark", 1280, 900)]
# The script itself, to be given to a page once for all its looks.
AXE = Axe().axe_script
Open = Callable[[str], Page]


@pytest.fixture(scope="module", autouse=True)
def loop_is_playwrights() -> Iterator[None]:
    """Playwright keeps an event loop in this thread; Django would take it for a view's and refuse the database."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        yield


@pytest.fixture
def sights(transactional_db: None, settings: Any, tmp_path: Path, live_server: LiveServer) -> list[Sight]:
    """A site of its own in this process, with all that there is to see."""
    settings.BLOB_DIR = tmp_path / "blobs"
    settings.ROOT_URLCONF = "tests.e2e.faulty_urls"
    return build()


@pytest.fixture
def open_as(browser: Browser, live_server: LiveServer) -> Iterator[Open]:
    """Give a function that opens a browser for a reader: somebody who is logged in, or "" for nobody."""
    contexts = []

    def opened(reader: str) -> Page:
        context = browser.new_context(base_url=live_server.url, reduced_motion="reduce")
        contexts.append(context)
        if reader:
            client = Client()
            client.force_login(User.objects.get(username=reader))
            session = client.cookies["sessionid"].value
            context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
        return context.new_page()

    yield opened
    for context in contexts:
        context.close()


def faults_of(page: Page) -> list[str]:
    """Give what is wrong with the page that is open: axe-core's violations, and what is too wide."""
    faults = []
    page.evaluate(AXE)
    for scheme, width, height in LOOKS:
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.set_viewport_size({"width": width, "height": height})
        found = page.evaluate("axe.run({resultTypes: ['violations']}).then(results => results.violations)")
        faults += [f"{scheme}: {rule['id']}: {node['html'][:200]}" for rule in found for node in rule["nodes"]]
        needed = page.evaluate("document.documentElement.scrollWidth")
        if needed > width:
            faults.append(f"{needed} pixels wide on {width}")
    return faults


@pytest.mark.timeout(900)  # two looks at some fifty pages, a second or two each
def test_every_page_is_accessible_and_fits(sights: list[Sight], open_as: Open) -> None:
    faults = {}
    pages = {reader: open_as(reader) for reader in {sight.reader for sight in sights}}
    for sight in sights:
        page = pages[sight.reader]
        answer = page.goto(sight.address)
        assert answer is not None and answer.status == sight.status, sight
        if found := faults_of(page):
            faults[sight.name] = found
    assert faults == {}


def test_what_axe_and_the_ruler_are_for_is_found(open_as: Open) -> None:
    page = open_as("")
    page.set_content('<html lang="en"><title>t</title><main><h1>t</h1><img src="x"><p style="width: 800px">t</p>')
    faults = faults_of(page)
    assert any("light: image-alt" in fault for fault in faults)
    assert any("pixels wide on 390" in fault for fault in faults)


def a_zip(**files: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in files.items():
            archive.writestr(name.replace("__", "."), content)
    return buffer.getvalue()


UPLOADS = {
    "empty": ("fox.py", b"", 400),
    "no-zip": ("fox.zip", b"no zip", 400),
    "no-manifest": ("fox.zip", a_zip(main__py=""), 400),
    "syntax": ("fox.py", b"def act(:\n", 400),
    "taken": ("fox.py", b"x = 1\n", 302),
    "repeat": ("fox.py", b"x = 1\n", 409),
    "too-often": ("fox.py", b"x = 2\n", 429),
}


@pytest.mark.timeout(900)
def test_every_refusal_of_a_form_is_accessible_and_fits(sights: list[Sight], open_as: Open, settings: Any) -> None:
    # With Bob's long-named one, made when the site was, that is all he may upload.
    settings.UPLOADS_AN_HOUR = 2
    page = open_as("bob")
    faults = {}
    for name, (filename, content, status) in UPLOADS.items():
        page.goto("/upload/")
        page.locator("input[type=file]").set_input_files({"name": filename, "mimeType": "", "buffer": content})
        page.get_by_label("Name of the bot").fill("fox")
        page.locator("input[name=games][value=thirty-one]").check()
        with page.expect_response(lambda answer: answer.request.method == "POST") as posted:
            page.locator("main form button[type=submit]").click()
        page.wait_for_load_state()
        assert posted.value.status == status, name
        if found := faults_of(page):
            faults[f"upload {name}"] = found
    for path in ("/tokens/", "/tournaments/new/?game=thirty-one"):
        page.goto(path)
        page.locator("main form").last.evaluate("form => form.noValidate = true")
        page.locator("main form button[type=submit]").last.click()
        page.wait_for_load_state()
        assert page.locator(".errorlist").count() > 0, path
        if found := faults_of(page):
            faults[path] = found
    assert faults == {}
