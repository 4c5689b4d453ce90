"""The same seeded round-robin on SQLite with files and on PostgreSQL with Redis gives the same ledger."""

from __future__ import annotations

from pathlib import Path

from ops.arena import Arena
from ops.client import Client
from ops.services import free_port, postgres_server, redis_server
from tests.e2e.conftest import QUICK_LEASES
from tests.e2e.steps import finished, house_versions, start_tournament, wait_until


def _ledger_of_a_round_robin(arena: Arena) -> str:
    with arena:
        client = Client(arena.url, arena.token_file.read_text().strip())
        ids = [row["id"] for row in house_versions(client).values()]
        finished(
            client,
            start_tournament(client, "Seeded", game="thirty-one", players=2, blocks=2, entries=ids, seed="5eed" * 16),
        )
        client.close()
        rows = 6 * 2
        wait_until(lambda: arena.manage("export_ledger").count("\n") >= rows, "the ledger")
        arena.manage("rerate")
        return arena.manage("export_ledger")


def test_sqlite_and_postgresql_give_the_same_ledger(workplace: Path) -> None:
    on_files = _ledger_of_a_round_robin(
        Arena(workplace / "sqlite", free_port(), match_workers=2, environment=QUICK_LEASES)
    )
    with postgres_server() as database_url, redis_server() as redis_url:
        on_servers = _ledger_of_a_round_robin(
            Arena(workplace / "postgres", free_port(), database_url, redis_url, 1, QUICK_LEASES)
        )
    assert on_files.count("\n") == 6 * 2
    assert on_files == on_servers
