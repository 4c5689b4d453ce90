"""A match worker is killed in the middle of a round-robin: nothing is lost and nothing counts twice."""

from __future__ import annotations

import os
import signal
from collections import Counter

from ops.arena import Arena
from ops.client import Client
from tests.e2e.steps import finished, house_versions, start_tournament, wait_until


def test_a_killed_worker_costs_no_block_and_doubles_none(arena: Arena, client: Client) -> None:
    ids = [row["id"] for row in house_versions(client).values()]
    tournament = start_tournament(client, "Killed", game="smear-four-handed", players=4, blocks=8, entries=ids)

    def running() -> list[dict[str, object]]:
        return [row for row in client.rows("matches/", tournament=tournament["id"]) if row["state"] == "running"]

    wait_until(running, "a running match")
    victim = arena.pids("match")[0]
    # The process that plays is a child of the one that the supervisor knows: both are killed, without a word.
    os.killpg(os.getpgid(victim), signal.SIGKILL)
    tournament = finished(client, tournament)

    matches = list(client.rows("matches/", tournament=tournament["id"]))
    details = [client.get(f"matches/{row['id']}/") for row in matches]
    assert {row["state"] for row in details} == {"finished"}
    blocks = Counter((row["id"], block["index"]) for row in details for block in row["blocks"])
    assert blocks == Counter({(row["id"], index): 1 for row in details for index in range(8)})
    assert max(len(row["attempts"]) for row in details) >= 2, "the kill hit nothing: no match needed a second attempt"
