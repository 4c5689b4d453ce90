"""The one place that knows where a browser is: `python3 -m ops.browser` prints it, for scripts.

Ubuntu's `chromium` is a stub for a snap, which needs a running snapd and cannot see /tmp; there `ops/bootstrap.sh` lets
Playwright install its own build below `.tools/`. The standard library only: this runs before there is an environment.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

BROWSERS = Path(__file__).resolve().parent.parent / ".tools" / "browsers"
_SYSTEM_NAMES = ("chromium", "google-chrome", "google-chrome-stable", "chromium-browser")
_PLAYWRIGHT_NAMES = ("chrome", "headless_shell", "chrome-headless-shell")
_ASK_S = 30

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


class NoBrowserError(LookupError):
    """No browser that works; the text says how to get one."""


def find_browser(below: Path = BROWSERS) -> str:
    """Give the path of a Chromium that starts and is no snap: the system's, else Playwright's below `below`."""
    for candidate in _candidates(below):
        if _works(candidate):
            return candidate
    raise NoBrowserError(
        "no Chromium was found: install the package chromium (Debian), or run ops/bootstrap.sh test, which brings one"
    )


def _candidates(below: Path) -> Iterator[str]:
    for name in _SYSTEM_NAMES:
        found = shutil.which(name)
        if found is not None:
            yield found
    for name in _PLAYWRIGHT_NAMES:
        yield from sorted(map(str, below.glob(f"*/*/{name}")), reverse=True)


def _works(path: str) -> bool:
    """Ask for the version: the stub of a snap that is not there fails, a snap that is there says that it is one."""
    try:
        done = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=_ASK_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0 and "snap" not in done.stdout.split()


def main() -> int:
    """Print the path; returns 1 when there is none."""
    try:
        print(find_browser())
    except NoBrowserError as error:
        print(f"fairdeal: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
