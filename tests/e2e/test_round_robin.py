"""The whole way: house bots are uploaded, checked, played in a round-robin and rated."""

from __future__ import annotations

import gzip
import hashlib
import json

import httpx

from engines import replay
from ops.arena import Arena
from ops.client import Client
from tests.e2e.steps import finished, house_versions, start_tournament, wait_until


def test_house_bots_are_uploaded_played_and_rated(arena: Arena, client: Client) -> None:
    versions = house_versions(client)
    ids = [row["id"] for row in versions.values()]
    tournament = start_tournament(
        client,
        "The whole way",
        game="thirty-one",
        players=2,
        blocks=6,
        entries=ids,
        settings={"cycles": 2},
        seed="0b" * 32,
    )
    tournament = finished(client, tournament)

    assert hashlib.sha256(bytes.fromhex(tournament["seed"])).hexdigest() == tournament["seed_sha256"]
    assert tournament["progress"]["blocks_done"] == tournament["progress"]["blocks"] == 2 * 6 * 6
    assert sum(row["points"] for row in tournament["standings"]) == 2 * 6  # a table is worth one

    def rated() -> bool:
        pool = next((row for row in client.rows("pools/") if row["ruleset"] == "thirty-one/2"), None)
        table = client.get(f"pools/{pool['id']}/")["table"] if pool else []
        return sum(row["units"] for row in table) >= 2 * 2 * 6 * 6

    wait_until(rated, "the ledger")

    match = next(iter(client.rows("matches/", tournament=tournament["id"])))
    record = _record(arena, client, match["id"], 0)
    for game in record["games"]:
        state = replay({key: value for key, value in game.items() if key != "times"})
        assert state.is_over


def test_all_four_at_one_table_and_smear_by_sides(client: Client) -> None:
    ids = [row["id"] for row in house_versions(client).values()]
    four = start_tournament(client, "All four", game="thirty-one", players=4, blocks=3, entries=ids)
    sides = start_tournament(client, "Sides", game="smear-four-handed", players=4, blocks=2, entries=ids)
    four, sides = finished(client, four), finished(client, sides)
    assert four["progress"]["blocks"] == 3
    assert sides["progress"]["blocks"] == 6 * 2
    assert len(sides["standings"]) == len(four["standings"]) == 4


def _record(arena: Arena, client: Client, match: int, block: int) -> dict[str, object]:
    token = arena.token_file.read_text().strip()
    answer = httpx.get(
        f"{arena.url}/api/v1/matches/{match}/records/{block}/", headers={"Authorization": f"Bearer {token}"}, timeout=20
    )
    answer.raise_for_status()
    content = answer.content
    return dict(json.loads(gzip.decompress(content) if content[:2] == b"\x1f\x8b" else content))
