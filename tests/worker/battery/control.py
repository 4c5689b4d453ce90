"""The control: the same bots without a sandbox. A probe that reaches nothing here would prove nothing there."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from tests.worker.battery.arena import Arena, findings
from tests.worker.battery.canaries import NOTE, VARIABLE, Canaries
from tests.worker.battery.folders import Misbehaviour
from worker.referee import protocol

PATIENCE_S = 60
_CLOCK = {"move_ms": 100, "bank_ms": 10_000}
# What can be seen from outside, and by what name of a probe.
OBSERVED = frozenset(
    (
        *("tcp", "udp", "unix_path", "abstract", "abstract_datagram", "written_file", "filled_folder", "shm"),
        *("message_queue", "process", "others_priority", "others_cores"),
    )
)


def run_unsandboxed(bot: Misbehaviour, arena: Arena, folder: Path) -> tuple[set[str], set[str]]:
    """Run a bot as the user of bots, without walls; return what it says it reached, and what was touched.

    Raises AssertionError when it did not try all that it is there for.
    """
    canaries = arena.canaries
    facts = canaries.facts()
    facts["opponents_notes"] = str(_notes_of_an_opponent(canaries))
    bundle = bot.copy_to(folder, facts)
    for path in (bundle, *bundle.iterdir()):
        if arena.sandbox.user.changes:
            os.chown(path, arena.sandbox.user.uid, arena.sandbox.user.gid)
    done = subprocess.run(
        [*arena.python, str(bundle / bot.entry)],
        input=_game(),
        capture_output=True,
        env=arena.environment | {VARIABLE: canaries.secret},
        cwd="/tmp",
        pass_fds=(canaries.secret_descriptor(),),
        timeout=PATIENCE_S,
        check=False,
        start_new_session=True,
        **arena.sandbox.user.spawn_arguments(),
    )
    log = findings(done.stderr.decode("utf-8", "replace"))
    assert log["BROKEN"] == set(), done.stderr
    assert log["REACHED"] | log["REFUSED"] == set(bot.must_not), (done.returncode, done.stderr)
    return log["REACHED"], canaries.touched()


def _game() -> bytes:
    """Write all lines of a short game at once."""
    return (
        protocol.start_line(game="thirty-one", players=2, seat=1, options={}, rng="00" * 8, clock=_CLOCK)
        + protocol.act_line(
            n=1, legal=["knock"], observation=b"{}", events=b"[]", clock={"bank_ms": 10_000, "last_ms": 0}
        )
        + protocol.end_line(places=[1, 2], totals=[3, 0], payouts=[1.0, 0.0], events=b"[]")
    )


def _notes_of_an_opponent(canaries: Canaries) -> Path:
    note = canaries.folder / NOTE
    note.write_text(canaries.secret, encoding="ascii")
    (canaries.folder / "witness").mkdir(exist_ok=True)
    (canaries.folder / "witness" / "main.py").touch()
    return note
