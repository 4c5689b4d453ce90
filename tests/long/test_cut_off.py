"""Two machines play over a network of the test's own; one is cut off for half a minute, and nothing is lost by it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from ops.arena import Arena
from ops.client import Client
from ops.processes import ending_with_us, kill_tree
from ops.services import free_port, postgres_server, redis_server
from tests.e2e.steps import finished, house_versions, start_tournament, wait_until
from tests.long.hosts import PLATFORM_IP, Hosts, door

pytestmark = [pytest.mark.long, pytest.mark.timeout(1200)]

ROOT = Path(__file__).resolve().parents[2]
MACHINES = ("attic", "cellar")
CUT_OFF_S = 30.0
LEASE_S = 6
# A match of so many takes longer than the lease.
BLOCKS = 40
# Every attempt with its match, its worker's name without the process, and its state; and whose results count.
ATTEMPTS = """
import json
from fairdeal.matches.models import Attempt, Block
rows = Attempt.objects.order_by("id").values_list("match_id", "worker", "state", "reason")
counted = Block.objects.values_list("match_id", "index", "attempt__worker")
print(json.dumps({"attempts": list(rows), "blocks": list(counted)}))
"""


def has_rights() -> bool:
    return os.geteuid() == 0 and shutil.which("ip") is not None


@contextmanager
def machine(hosts: Hosts, name: str, credentials: Path, directory: Path) -> Iterator[Path]:
    """Run a worker on a host, with its one file; gives its log."""
    log = directory / f"{name}.log"
    environment = {"PATH": os.environ["PATH"], "FAIRDEAL_WORKER_DIR": str(directory / name)}
    words = [sys.executable, "-m", "worker", "run", "--queue", "matches", "--credentials", str(credentials)]
    with log.open("wb") as out:
        process = subprocess.Popen(
            ending_with_us(hosts.command(name, *words)),
            cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True,
        )  # fmt: skip
    try:
        yield log
    finally:
        kill_tree(process.pid)
        process.wait(20)


def known(arena: Arena) -> dict[str, Any]:
    return dict(json.loads(arena.manage("shell", "-v", "0", "-c", ATTEMPTS)))


def playing(arena: Arena) -> dict[str, int]:
    """Give the machines that play, each with its match."""
    rows = [row for row in known(arena)["attempts"] if row[2] == "live" and row[1]]
    return {row[1].partition(":")[0]: row[0] for row in rows}


@pytest.mark.skipif(not has_rights(), reason="namespaces of the network are made by root, with iproute2")
def test_the_matches_of_a_machine_that_is_cut_off_are_played_by_the_other() -> None:
    directory = Path(tempfile.mkdtemp(prefix="fairdeal-hosts-"))
    directory.chmod(0o755)
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, directory, ignore_errors=True)
        hosts = stack.enter_context(Hosts(MACHINES))
        stack.enter_context(hosts.inside())
        urls = stack.enter_context(postgres_server()), stack.enter_context(redis_server())
        redis_port, port = int(urls[1].rsplit(":", 1)[1].partition("/")[0]), free_port()
        for opened in (redis_port, port):
            stack.enter_context(door(opened))
        environment = {
            "FAIRDEAL_LEASE_SECONDS": str(LEASE_S),
            "FAIRDEAL_SWEEP_SECONDS": "1",
            "FAIRDEAL_PUBLIC_URL": f"http://{PLATFORM_IP}:{port}",
            "FAIRDEAL_ALLOWED_HOSTS": f"127.0.0.1,{PLATFORM_IP}",
            "FAIRDEAL_WORKER_BROKER_URL": urls[1].replace("127.0.0.1", PLATFORM_IP),
        }
        arena = stack.enter_context(Arena(directory / "arena", port, *urls, match_workers=0, environment=environment))
        logs = {}
        for name in MACHINES:
            file = directory / f"{name}.json"
            arena.manage("worker_credentials", name, "--file", str(file))
            logs[name] = stack.enter_context(machine(hosts, name, file, directory))
        client = Client(arena.url, arena.token_file.read_text().strip())
        stack.callback(client.close)
        ids = [row["id"] for row in house_versions(client).values()]
        tournament = start_tournament(
            client, "Cut off", game="smear-four-handed", players=4, blocks=BLOCKS, entries=ids
        )

        wait_until(lambda: len(playing(arena)) == len(MACHINES), "a match on each machine")
        lost = playing(arena)["attic"]
        hosts.cut("attic")
        time.sleep(CUT_OFF_S)
        during = [row for row in known(arena)["attempts"] if row[0] == lost]
        hosts.mend("attic")
        finished(client, tournament)
        after = known(arena)

        assert during[0][1].startswith("attic:") and during[0][2] == "expired", during
        assert len(during) > 1, "the match was not handed out again while the machine was away"
        played = {worker.partition(":")[0] for match, _, worker in after["blocks"] if match == lost}
        assert played == {"cellar"}
        first, *others = [row for row in after["attempts"] if row[0] == lost]
        assert first[2] == "expired", "what came late was taken"
        assert [row[2] for row in others] == ["finished"]
        expected = sorted([row["id"], block] for row in client.rows("matches/") for block in range(BLOCKS))
        assert sorted([match, index] for match, index, _ in after["blocks"]) == expected
        assert "lease lost" in logs["attic"].read_text(), "the machine was not told that its match is another's now"
        assert any(worker.startswith("attic:") for _, _, worker in after["blocks"]), "it never played again"
