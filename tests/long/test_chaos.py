"""Two hundred matches while something breaks every two seconds: each block counts once, as on a calm day.

`make chaos` runs this alone. CHAOS_SEED, CHAOS_MATCHES, CHAOS_EVERY_S and CHAOS_LEASE_S say which faults and how many;
on a machine that has others' work to do, a program must not be killed oftener than it can start.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from ops.arena import Arena, ArenaError
from ops.client import Client
from ops.services import free_port, postgres_server, redis_server
from tests.e2e.steps import house_versions, start_tournament, wait_until
from tests.long.chaos import Monkey, left_behind

pytestmark = [pytest.mark.long, pytest.mark.timeout(3600)]

MATCHES = int(os.environ.get("CHAOS_MATCHES", "200"))
SEED = int(os.environ.get("CHAOS_SEED", "1"))
# Four bots meet in six pairs a cycle.
CYCLES = -(-MATCHES // 6)
WORKERS = 4
EVERY_S = float(os.environ.get("CHAOS_EVERY_S", "2"))
LEASE_S = float(os.environ.get("CHAOS_LEASE_S", "6"))
QUICK = {"FAIRDEAL_LEASE_SECONDS": str(LEASE_S), "FAIRDEAL_SWEEP_SECONDS": "1"}
# A match that chance hits three times fails, as it should; staff has it played again.
DEADLINE_S = 45 * 60.0


@pytest.fixture
def workplace() -> Iterator[Path]:
    """A directory that the sandbox's user can reach, gone afterwards."""
    path = Path(tempfile.mkdtemp(prefix="fairdeal-chaos-"))
    path.chmod(0o755)
    yield path
    shutil.rmtree(path, ignore_errors=True)


def tournament_of(client: Client) -> dict[str, Any]:
    ids = [row["id"] for row in house_versions(client).values()]
    facts = {"game": "thirty-one", "players": 2, "blocks": 1, "settings": {"cycles": CYCLES}, "seed": "c4a05eed" * 8}
    return start_tournament(client, "Chaos", entries=ids, **facts)


def has_ended(client: Client, tournament: dict[str, Any]) -> bool:
    """Look whether all matches are over, through an API that is away now and then."""
    try:
        progress = client.get(f"tournaments/{tournament['id']}/")["progress"]
    except ArenaError:
        return False
    return bool(progress["running"] + progress["waiting"] == 0)


def ledger_of(arena: Arena, rows: int) -> list[dict[str, Any]]:
    wait_until(lambda: arena.manage("export_ledger").count("\n") >= rows, "the ledger")
    return [json.loads(line) for line in arena.manage("export_ledger").splitlines()]


def calm_ledger(directory: Path) -> list[dict[str, Any]]:
    """Play the same tournament with nothing in its way."""
    with Arena(directory, free_port(), match_workers=WORKERS, environment=QUICK) as arena:
        client = Client(arena.url, arena.token_file.read_text().strip())
        tournament = tournament_of(client)
        wait_until(lambda: has_ended(client, tournament), "the calm end", DEADLINE_S)
        client.close()
        return ledger_of(arena, 6 * CYCLES)


@pytest.mark.parametrize("kind", ["postgres and redis", "sqlite and files"])
def test_whatever_breaks_every_block_counts_once(kind: str, workplace: Path) -> None:
    with ExitStack() as servers:
        urls = ("", "")
        if kind.startswith("postgres"):
            urls = (servers.enter_context(postgres_server()), servers.enter_context(redis_server()))
        arena = Arena(workplace / "chaos", free_port(), *urls, match_workers=WORKERS, environment=QUICK)
        with arena:
            client = Client(arena.url, arena.token_file.read_text().strip())
            tournament = tournament_of(client)
            monkey = Monkey(arena, SEED, every_s=EVERY_S, lease_s=LEASE_S)
            monkey.start()
            try:
                wait_until(lambda: has_ended(client, tournament), f"the end (seed {SEED})", DEADLINE_S)
            finally:
                monkey.end()
                print(f"{kind}, seed {SEED}: {dict(monkey.done)}; could not be done: {Counter(monkey.broken)}")
            failed = list(client.rows("matches/", tournament=tournament["id"], state="failed"))
            for row in failed:
                client.post(f"matches/{row['id']}/requeue/", {}, key=f"requeue-{row['id']}")
            wait_until(lambda: has_ended(client, tournament), "the end of what failed", DEADLINE_S)
            matches = [
                client.get(f"matches/{row['id']}/") for row in client.rows("matches/", tournament=tournament["id"])
            ]
            client.close()
            ledger = ledger_of(arena, 6 * CYCLES)
            arena.manage("rerate")
            assert "0 alarms" in arena.manage("audit")
            assert "0 without a result" in arena.manage("verify", "tournament", str(tournament["id"]))
    assert monkey.done, "nothing was broken"
    attempts = [attempt["state"] for match in matches for attempt in match["attempts"]]
    print(f"{kind}: {len(matches)} matches, {Counter(attempts)}, {len(failed)} failed and were played again")
    assert len(matches) == 6 * CYCLES
    assert {match["state"] for match in matches} == {"finished"}
    assert all([block["index"] for block in match["blocks"]] == [0] for match in matches)
    assert attempts.count("finished") == len(matches)
    calm = calm_ledger(workplace / "calm")
    if failed:
        # What is played again comes later in the ledger, by design; the blocks and their scores are the same.
        assert sorted(map(scores_of, ledger)) == sorted(map(scores_of, calm))
    else:
        assert ledger == calm
    assert left_behind(workplace) == []


def scores_of(row: dict[str, Any]) -> str:
    """Give what was played and how it ended, without the places in the ledger."""
    return json.dumps([row["seed"], row["versions"], row["scores"]])
