"""Whose fault it was: a bot's is rated, with its verdict; for a host's no bot is blamed, and the attempt fails."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engines.core.state import State
from tests.worker.desk import Desk, FakePlatform, bundle, house, match_job
from worker.sandbox import Sandbox, Seat

GOOD = house("first").bundles.popitem()[1]
SMALL = {"options": {"start_chips": 1, "max_deals": 2}, "seeds": ["00" * 16]}
# Says that it is ready, and does one thing when it is asked.
BOT = """
import ctypes, json, os, sys, time

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        print('{{"type":"ready"}}', flush=True)
    elif message["type"] == "act":
        {deed}
"""
SLEEPS = BOT.format(deed="time.sleep(600)")
BOTS = {
    "ends with a status": (BOT.format(deed="os._exit(3)"), "crash"),
    "raises an error": (BOT.format(deed="raise KeyError('hand')"), "crash"),
    "reads where nothing is": (BOT.format(deed="ctypes.string_at(0)"), "crash"),
    "closes its output": (BOT.format(deed="os.close(1); time.sleep(600)"), "crash"),
    "is no Python": ("def act(:", "start_failed"),
    "ends before it is ready": ("raise SystemExit", "start_failed"),
    "plays what is not legal": (
        BOT.format(deed="print(json.dumps({'n': 1, 'action': 'pass'}), flush=True)"),
        "illegal_action",
    ),
    "answers without sense": (BOT.format(deed="print('knock!', flush=True)"), "bad_message"),
    "takes all memory": (BOT.format(deed="bytearray(10**9)"), "memory_limit"),
    "prints without end": (BOT.format(deed="sys.stdout.write('x' * 10**7)"), "output_limit"),
    "thinks without end": (SLEEPS, "time_limit"),
}


def packed(source: str, folder: Path) -> bytes:
    (folder / "main.py").write_text(source)
    return bundle(folder)


@pytest.mark.parametrize("name", BOTS)
def test_what_a_bot_does_is_rated(name: str, tmp_path: Path, sandbox: Sandbox) -> None:
    source, verdict = BOTS[name]
    platform = FakePlatform(packed(source, tmp_path), GOOD)
    desk = Desk(tmp_path, platform, lambda: sandbox)
    limits = {"move_ms": 50, "bank_ms": 100, "start_ms": 20_000, "memory_mb": 128}
    desk.jobs.play_match(match_job(platform, **SMALL, limits=limits))
    result = desk.result()
    assert (result["outcome"], result["verdict"]) == ("finished", None)
    for game, bad in zip(result["blocks"][0]["games"], (0, 1), strict=True):
        assert (game["verdicts"][bad], game["verdicts"][1 - bad]) == (verdict, "ok")
        assert game["places"][bad] == 2


class Stage:
    """A sandbox of whose seats one is the last before the cause; `at_last` brings it about."""

    name = "warm-pool"

    def __init__(self, sandbox: Sandbox, at_last: Callable[[Sandbox, Seat], None]) -> None:
        self._sandbox, self._at_last, self._left = sandbox, at_last, 2

    def require_language(self, name: str) -> object:
        return self._sandbox.require_language(name)

    def start_seat(self, *words: Any) -> Seat:
        seat = self._sandbox.start_seat(*words)
        self._left -= 1
        if self._left == 0:
            self._at_last(self._sandbox, seat)
        return seat


def kill_a_bot(sandbox: Sandbox, seat: Seat) -> None:
    """What the kernel does on a host that is short of memory."""
    os.kill(seat.pid, signal.SIGKILL)


def kill_the_zygote(sandbox: Sandbox, seat: Seat) -> None:
    os.kill(sandbox.zygote().pid, signal.SIGKILL)


def kill_bubblewrap(sandbox: Sandbox, seat: Seat) -> None:
    """Kill the parent of the zygote."""
    status = Path(f"/proc/{sandbox.zygote().pid}/stat").read_text().rpartition(") ")[2]
    os.kill(int(status.split()[1]), signal.SIGKILL)


@pytest.mark.parametrize(
    ("cause", "verdict"),
    [(kill_a_bot, "host_lost"), (kill_the_zygote, "sandbox_failed"), (kill_bubblewrap, "sandbox_failed")],
)
def test_what_is_killed_on_the_host_blames_no_bot(
    cause: Callable[[Sandbox, Seat], None], verdict: str, tmp_path: Path, sandbox: Sandbox
) -> None:
    platform = house("random", "first")
    desk = Desk(tmp_path, platform, lambda: Stage(sandbox, cause))
    desk.jobs.play_match(match_job(platform, **SMALL))
    assert_nobody_is_blamed(desk, verdict)


def test_an_engine_that_fails_blames_no_bot(tmp_path: Path, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    platform = house("random", "first")
    desk = Desk(tmp_path, platform, lambda: sandbox)

    def fails(self: State, action: int) -> None:
        raise ZeroDivisionError("a fault of the rules")

    monkeypatch.setattr(State, "apply", fails)
    desk.jobs.play_match(match_job(platform, **SMALL))
    assert_nobody_is_blamed(desk, "engine_error")


def test_a_referee_that_was_not_run_blames_no_bot(
    tmp_path: Path, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("worker.referee.clock.GAP_LOST_S", 0.5)
    platform = FakePlatform(packed(SLEEPS, tmp_path), GOOD)
    # Somebody else stops this very process for a while, as a machine does that is put to sleep.
    script = "sleep 0.2; kill -STOP $PPID; sleep 1; kill -CONT $PPID"
    others: list[subprocess.Popen[bytes]] = []

    def stop_the_referee(sandbox: Sandbox, seat: Seat) -> None:
        others.append(subprocess.Popen(["sh", "-c", script]))

    desk = Desk(tmp_path, platform, lambda: Stage(sandbox, stop_the_referee))
    desk.jobs.play_match(match_job(platform, **SMALL))
    assert others[0].wait(20) == 0
    assert_nobody_is_blamed(desk, "host_lost")


@pytest.mark.parametrize("door", ["records", "bundles"])
def test_a_platform_that_is_broken_blames_no_bot(door: str, tmp_path: Path, sandbox: Sandbox) -> None:
    platform = house("random", "first")
    if door == "records":
        platform.refuse = 413
    else:
        platform.bundles = dict.fromkeys(platform.bundles, b"other bytes")
    desk = Desk(tmp_path, platform, lambda: sandbox)
    desk.jobs.play_match(match_job(platform, **SMALL))
    assert_nobody_is_blamed(desk, "host_lost")


def assert_nobody_is_blamed(desk: Desk, verdict: str) -> None:
    result = desk.result()
    assert (result["outcome"], result["verdict"], result["blocks"]) == ("failed", verdict, []), result["reason"]
    assert result["reason"]
