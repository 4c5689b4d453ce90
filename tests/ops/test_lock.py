"""One arena at a time on a data folder: a second one is told so and touches nothing; a dead one's lock is gone."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ops.arena import ROOT, Arena
from ops.errors import ArenaError
from ops.lock import name_supervisor
from ops.services import free_port

HOLD = """
import sys
from pathlib import Path
from ops.arena import Arena
arena = Arena(Path(sys.argv[1]), int(sys.argv[2]))
arena.claim()
print("claimed", flush=True)
sys.stdin.read()
"""


def _contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def _demo(folder: Path, port: int) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "ops.demo"], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False,
        env={**os.environ, "FAIRDEAL_DATA_DIR": str(folder), "PORT": str(port), "COLUMNS": "80"},
    )  # fmt: skip


def test_a_second_demo_on_the_same_folder_says_so_in_a_line_and_touches_nothing(tmp_path: Path) -> None:
    first = Arena(tmp_path, free_port())
    first.claim()
    first.socket_path.write_text("the first one's")
    before = _contents(tmp_path)
    second = _demo(tmp_path, free_port())
    assert second.returncode == 1, second.stderr
    (line,) = second.stdout.splitlines()
    for word in (f"already runs in {tmp_path}", f"process {os.getpid()}", first.url, "stop it first"):
        assert word in line
    assert _contents(tmp_path) == before


def test_a_stopped_arena_gives_the_folder_back(tmp_path: Path) -> None:
    first, second = Arena(tmp_path, free_port()), Arena(tmp_path, free_port())
    first.claim()
    with pytest.raises(ArenaError):
        second.claim()
    first.stop()
    second.claim()
    second.stop()


def test_a_killed_arena_gives_the_folder_back(tmp_path: Path) -> None:
    port = str(free_port())
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path), port], cwd=ROOT,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as holder:  # fmt: skip
        assert holder.stdout is not None
        assert holder.stdout.readline() == "claimed\n"
        arena = Arena(tmp_path, free_port())
        with pytest.raises(ArenaError, match=f"process {holder.pid}, at http://127.0.0.1:{port}"):
            arena.claim()
        holder.send_signal(signal.SIGKILL)
    arena.claim()
    arena.stop()


def test_a_supervisor_that_outlives_its_arena_is_the_one_named(tmp_path: Path) -> None:
    first = Arena(tmp_path, free_port())
    first.claim()
    assert first._lock is not None
    with subprocess.Popen(["sleep", "60"], stdin=first._lock) as supervisor:
        name_supervisor(first._lock, supervisor.pid, first.url)
        said = (tmp_path / "arena.lock").read_text()
        (tmp_path / "arena.lock").write_text(said.replace(f" {os.getpid()} ", " 999999999 "))
        first._lock.close()
        with pytest.raises(ArenaError, match=f"process {supervisor.pid}, at {first.url}"):
            Arena(tmp_path, free_port()).claim()
        supervisor.kill()
