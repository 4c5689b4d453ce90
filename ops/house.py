"""Upload the house bots and see them accepted: `python -m ops.house http://127.0.0.1:8000 .var/demo/house.token`.

Everything goes through the API of the running site. Bots that are there already are not uploaded again.
"""

from __future__ import annotations

import secrets
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import httpx
from rich.console import Console

from bots.reference.house import HOUSE_BOTS, HouseBot
from ops.client import Client, Json
from ops.errors import ArenaError
from ops.progress import progress_bars

CHECK_DEADLINE_S = 180.0
LOOK_EVERY_S = 0.5


def upload_and_check(
    client: Client,
    console: Console,
    complaint: Callable[[], str] = str,
    bots: Sequence[HouseBot] = HOUSE_BOTS,
) -> list[Json]:
    """Upload bots of the house and wait for their checks; raises ArenaError when one is not accepted in time.

    `complaint` gives what keeps the workers from working, or nothing; then there is no point in waiting for them.
    """
    versions = []
    known = client.own_versions()
    for bot in bots:
        version = client.upload(bot, known)
        if version["state"] == "unchecked":  # no worker had time for it when it was uploaded
            version = client.post(f"versions/{version['id']}/check/", {}, key=secrets.token_hex(8))
        versions.append(version)
        did = "found" if version["bundle_sha256"] in known else "uploaded"
        console.print(f"  {did} [bold]{bot.name}[/], version {version['number']}: {bot.description.lower()}")
    deadline = time.monotonic() + CHECK_DEADLINE_S
    with progress_bars(console) as progress:
        task = progress.add_task("checking", total=len(versions))
        while True:
            versions = [_again(client, version) if _is_waiting(version) else version for version in versions]
            waiting = sum(_is_waiting(version) for version in versions)
            progress.update(task, completed=len(versions) - waiting)
            if not waiting:
                break
            if said := complaint():
                raise ArenaError(said)
            if time.monotonic() > deadline:
                raise ArenaError(
                    f"the checks did not end within {CHECK_DEADLINE_S:.0f} s; see the logs of the match workers"
                )
            time.sleep(LOOK_EVERY_S)
    for version in versions:
        if version["state"] != "active":
            raise ArenaError(f"version {version['id']} is {version['state']}: {version.get('check')}")
    return versions


def _is_waiting(version: Json) -> bool:
    return bool(version["state"] == "checking")


def _again(client: Client, version: Json) -> Json:
    return client.get(f"versions/{version['id']}/")


def main() -> int:
    """Upload to the site, with the token in the file, that the arguments name; returns the exit status."""
    console = Console()
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        client = Client(sys.argv[1].rstrip("/"), Path(sys.argv[2]).read_text().strip())
        upload_and_check(client, console)
    except (ArenaError, OSError, httpx.HTTPError) as error:
        console.print(f"fairdeal: {error}", style="red", markup=False)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
