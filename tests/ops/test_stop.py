"""Stopping an arena: a second Ctrl-C does not break it, and a supervisor that does not end leaves nothing behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ops import arena as arena_module
from ops.arena import ROOT, Arena
from ops.services import free_port

# An arena whose supervisor ignores SIGTERM, and has a program in a group of its own that has a child and does too.
STUBBORN = """
import os, signal, subprocess, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
program = "import subprocess, time; print(subprocess.Popen(['sleep', '600']).pid, flush=True); time.sleep(600)"
child = subprocess.Popen([sys.executable, "-c", program], start_new_session=True, stdout=subprocess.PIPE, text=True)
print(os.getpid(), child.pid, child.stdout.readline().strip(), flush=True)
time.sleep(600)
"""
# A program that is interrupted once, and again while it stops; it must end its stopping, and say so once.
INTERRUPTED = """
import os, signal, subprocess, sys
from pathlib import Path
from ops.arena import Arena
from ops.run import wait_for_the_end
from ops.signals import interrupt_once

class Supervisor:
    pid = 0
    def terminate(self):
        os.kill(os.getpid(), signal.SIGINT)
        os.kill(os.getpid(), signal.SIGTERM)
    def wait(self, seconds):
        os.kill(os.getpid(), signal.SIGINT)
        print("waited", flush=True)

if sys.argv[2] == "interrupted":
    interrupt_once()
arena = Arena(Path(sys.argv[1]), say=lambda text: print(text, flush=True))
arena.prepare = arena.start = lambda: None
arena._supervisor = Supervisor()
with arena:
    if sys.argv[2] == "interrupted":
        signal.signal(signal.SIGALRM, lambda *_: os.kill(os.getpid(), signal.SIGINT))
        signal.setitimer(signal.ITIMER_REAL, 0.01)
        wait_for_the_end()
print("ended")
"""


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


@pytest.mark.parametrize("how", ["interrupted", "by itself"])
def test_signals_during_the_stop_change_nothing(tmp_path: Path, how: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, str(tmp_path), how], cwd=ROOT, capture_output=True, text=True, timeout=60,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["Stopping.", "waited", "ended"]


def test_a_supervisor_that_does_not_end_is_killed_with_all_its_programs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arena_module, "STOP_DEADLINE_S", 0.5)
    said: list[str] = []
    arena = Arena(tmp_path, free_port(), say=said.append)
    supervisor = subprocess.Popen([sys.executable, "-c", STUBBORN], stdout=subprocess.PIPE, start_new_session=True)
    assert supervisor.stdout is not None
    pids = [int(word) for word in supervisor.stdout.readline().split()]
    assert len(pids) == 3
    arena._supervisor = supervisor
    try:
        arena.stop()
        assert said == ["Stopping."]
        assert [pid for pid in pids if _runs(pid)] == []
    finally:
        for pid in filter(_runs, pids):
            os.kill(pid, signal.SIGKILL)
        supervisor.stdout.close()
