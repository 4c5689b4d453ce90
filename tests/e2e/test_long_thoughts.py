"""A bot thinks longer than the lease and loses nothing by it; an upload meanwhile waits for no match."""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass

from ops.arena import Arena
from ops.client import Client
from tests.e2e.conftest import QUICK_LEASES
from tests.e2e.steps import finished, house_versions, start_tournament, wait_until

THOUGHT_S = 8
# At a table of three, which no check has: the check is to be quick.
SOURCE = f"""
import json, sys, time

thinks = False
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        thinks = message["players"] == 3 and message["seat"] == 0
        print('{{"type":"ready"}}', flush=True)
    elif message["type"] == "act":
        if thinks and message["n"] == 1:
            time.sleep({THOUGHT_S})
        action = "knock" if "knock" in message["legal"] else message["legal"][0]
        print(json.dumps({{"n": message["n"], "action": action}}), flush=True)
"""


@dataclass(frozen=True)
class Upload:
    """A bot of one file."""

    name: str
    source: str

    def bundle(self) -> bytes:
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w") as archive:
            manifest = f'name = "{self.name}"\nentry = "main.py"\nlanguage = "python"\ngames = ["thirty-one"]\n'
            archive.writestr("bot.toml", manifest)
            archive.writestr("main.py", self.source)
        return buffer.getvalue()


def accepted(client: Client, upload: Upload) -> int:
    """Upload a bot and wait until it is accepted; gives the version's id."""
    pk = int(client.upload(upload)["id"])  # type: ignore[arg-type]  # no house bot, but named and bundled like one
    row = wait_until(
        lambda: (row := client.get(f"versions/{pk}/"))["state"] != "checking" and row, f"the check of {upload.name}"
    )
    assert row and row["state"] == "active", row
    return pk


def test_a_thought_longer_than_the_lease_costs_no_attempt_and_keeps_no_upload_waiting(
    arena: Arena, client: Client
) -> None:
    assert float(QUICK_LEASES["FAIRDEAL_LEASE_SECONDS"]) < THOUGHT_S
    thinker = accepted(client, Upload("thinker", SOURCE))
    others = [row["id"] for row in house_versions(client).values()][:3]
    tournament = start_tournament(
        client, "Long thoughts", game="thirty-one", players=3, blocks=1, entries=[thinker, *others]
    )

    def states() -> list[str]:
        return [row["state"] for row in client.rows("matches/", tournament=tournament["id"])]

    workers = len(arena.pids("match"))
    wait_until(lambda: states().count("running") == workers, "a match on every match worker")
    accepted(client, Upload("latecomer", SOURCE + "# the same, uploaded later\n"))
    assert set(states()) - {"finished"}, "the matches were over before the check: it cannot have waited for them"

    finished(client, tournament)
    details = [client.get(f"matches/{row['id']}/") for row in client.rows("matches/", tournament=tournament["id"])]
    assert len(details) == 4
    assert [len(row["attempts"]) for row in details] == [1] * 4
    verdicts = {
        verdict for row in details for block in row["blocks"] for game in block["games"] for verdict in game["verdicts"]
    }
    assert verdicts == {"ok"}
