"""Take the README's picture: the rating tables of a running demo, as a reader sees them on a desktop.

Use: python -m ops.picture http://127.0.0.1:8000 docs/images/ratings.png
"""

from __future__ import annotations

import sys
from pathlib import Path

import httpx
from playwright.sync_api import sync_playwright

from ops.browser import FLAGS, find_browser

WIDTH, HEIGHT = 1280, 640
RULESET = "smear-four-handed/4"


def take(url: str, target: Path) -> None:
    """Write a PNG of the demo's table of Smear; raises LookupError when it is not rated yet."""
    pools = httpx.get(f"{url}/api/v1/pools/", timeout=20).raise_for_status().json()["results"]
    pool = next((row for row in pools if row["ruleset"] == RULESET), None)
    if pool is None:
        raise LookupError(f"no {RULESET} is rated at {url}; let the demo play first")
    target.parent.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=FLAGS)
        try:
            page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
            page.goto(f"{url}/ratings/{pool['id']}/")
            page.screenshot(path=target)
        finally:
            browser.close()


def main() -> int:
    """Take the picture that the arguments ask for; returns the exit status."""
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        take(sys.argv[1].rstrip("/"), Path(sys.argv[2]))
    except (LookupError, httpx.HTTPError) as error:
        print(f"picture: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
