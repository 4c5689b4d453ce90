"""The same seeded round-robin on SQLite with files and on PostgreSQL with Redis gives the same ledger."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from bots.reference.house import HOUSE_BOTS, HouseBot
from ops.arena import Arena
from ops.client import Client
from ops.services import free_port
from tests.e2e.conftest import QUICK_LEASES
from tests.e2e.steps import finished, house_versions, start_tournament, wait_until

# Nobody else plays these options: the pool is this round-robin's own, also in an arena that others play in.
OPTIONS = {"start_chips": 2}
RULESET = "thirty-one/2;start_chips=2"
BOTS = [replace(bot, games=("thirty-one",)) for bot in HOUSE_BOTS]
ROWS = 6 * 2


def _ledger_of_a_round_robin(arena: Arena, client: Client, bots: Iterable[HouseBot]) -> str:
    entries = [row["id"] for row in house_versions(client, bots).values()]
    finished(
        client,
        start_tournament(
            client, "Seeded", game="thirty-one", players=2, options=OPTIONS, blocks=2, entries=entries, seed="5eed" * 16
        ),
    )

    def ledger() -> str:
        return arena.manage("export_ledger", "--pool", RULESET)

    wait_until(lambda: any(row["ruleset"] == RULESET for row in client.rows("pools/")), "the pool")
    wait_until(lambda: ledger().count("\n") >= ROWS, "the ledger")
    arena.manage("rerate")
    return ledger()


def test_sqlite_and_postgresql_give_the_same_ledger(arena: Arena, client: Client, workplace: Path) -> None:
    with Arena(workplace / "sqlite", free_port(), match_workers=2, environment=QUICK_LEASES) as small:
        on_files_client = Client(small.url, small.token_file.read_text().strip())
        on_files = _ledger_of_a_round_robin(small, on_files_client, BOTS)
        on_files_client.close()
    on_servers = _ledger_of_a_round_robin(arena, client, HOUSE_BOTS)
    assert on_files.count("\n") == ROWS
    assert on_files == on_servers
