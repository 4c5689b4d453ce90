"""The self-test's looks at seats from outside: their status, their stop and their end."""

from __future__ import annotations

import json
import os
import platform
import select
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from worker.sandbox.channel import wait
from worker.sandbox.errors import SandboxUnavailable, SeatError
from worker.sandbox.limits import Evidence
from worker.sandbox.pool import Sandbox
from worker.sandbox.seat import Seat
from worker.sandbox.selftest.check import Finding
from worker.sandbox.selftest.outside import LIMITS, Outside

PATIENCE_S: Final = 30.0
_STOPPED_S: Final = 0.03
# Longer than ending ever takes; a machine that is busy may not run us at once.
_ENDED_MS: Final = 1000.0
_TRIES: Final = 3


def look(sandbox: Sandbox, world: Outside, spinner: Seat) -> Iterator[Finding]:
    """Look at seats from outside; `spinner` runs already, with a second of CPU time."""
    seat = sandbox.start_seat(world.bundle, "spin.py", "python", LIMITS)
    try:
        first_line(seat)
        yield _status(seat)
        yield _user_map(seat)
        yield _stopping(seat)
    finally:
        seat.close()
    yield _killing(sandbox, world)
    yield _foreign_calls(sandbox, world)
    yield _memory_cap(sandbox, world)
    yield _daemons(sandbox, world)
    yield _orphans(sandbox, world)
    spinner.wait_exit(time.monotonic() + PATIENCE_S)
    evidence = spinner.close()
    within = not evidence.killed and evidence.cpu_ms < 1500
    yield Finding("cpu", within, f"ended by itself after {evidence.cpu_ms:.0f} ms of CPU time, of 1000 ms")


def first_line(seat: Seat) -> bytes | None:
    """Wait for a bot's first line; return None when it ends or says nothing."""
    try:
        return seat.read_line(time.monotonic() + PATIENCE_S)
    except SeatError:
        return None


def what_happened(evidence: Evidence) -> str:
    """Say how a bot ended."""
    last = evidence.stderr.strip().rpartition("\n")[2]
    return f"exit code {evidence.exit_code}, signal {evidence.signal}, {last!r}"


def _status(seat: Seat) -> Finding:
    """Look at the process from outside, where it cannot lie."""
    lines = Path(f"/proc/{seat.pid}/status").read_text(encoding="ascii", errors="replace").splitlines()
    facts = dict(line.split(":\t", 1) for line in lines if ":\t" in line)
    wanted = {"NoNewPrivs": "1", "Seccomp": "2", **dict.fromkeys(("CapEff", "CapPrm", "CapBnd", "CapAmb"), "0" * 16)}
    wrong = {name: facts.get(name) for name, value in wanted.items() if facts.get(name) != value}
    inner_pid = facts.get("NSpid", "").split()[-1:]
    return Finding("status", not wrong and inner_pid == ["1"], f"wrong: {wrong}" if wrong else "as the kernel says")


def _user_map(seat: Seat) -> Finding:
    rows = [tuple(map(int, row.split())) for row in Path(f"/proc/{seat.pid}/uid_map").read_text("ascii").splitlines()]
    owner = os.stat(f"/proc/{seat.pid}").st_uid
    held = len(rows) == 1 and rows[0][1] != 0 and rows[0][2] == 1 and owner != 0
    return Finding("user_map", held, f"ids inside, outside, how many: {rows}")


def _stopping(seat: Seat) -> Finding:
    deadline = time.monotonic() + PATIENCE_S
    before = seat.cpu_ns()
    while seat.cpu_ns() == before and time.monotonic() < deadline:
        time.sleep(0.001)
    ran = seat.cpu_ns() > before
    seat.stop()
    # On a busy machine it meets the signal only when its turn comes, which takes a moment of the processor.
    while _state(seat.pid) != "T" and time.monotonic() < deadline:
        time.sleep(0.001)
    at_stop = seat.cpu_ns()
    time.sleep(_STOPPED_S)
    later = seat.cpu_ns() - at_stop
    seat.resume()
    while seat.cpu_ns() == at_stop and time.monotonic() < deadline:
        time.sleep(0.001)
    resumed = seat.cpu_ns() > at_stop
    detail = f"{later / 1e6:.1f} ms of CPU time while stopped, {'went' if resumed else 'did not go'} on"
    return Finding("stopping", ran and later == 0 and resumed, detail)


def _state(pid: int) -> str:
    """Return the state of a process, by its letter in /proc."""
    return Path(f"/proc/{pid}/stat").read_text("ascii", "replace").rpartition(") ")[2][:1]


def _killing(sandbox: Sandbox, world: Outside) -> Finding:
    """End a bot that ignores all signals; once more where it took long, as the machine may have been busy."""
    for _ in range(_TRIES):
        seat = sandbox.start_seat(world.bundle, "spin.py", "python", LIMITS)
        first_line(seat)
        begun = time.monotonic()
        evidence = seat.close()
        taken_ms = (time.monotonic() - begun) * 1000
        tells = evidence.signal == signal.SIGKILL and evidence.killed and evidence.cpu_ms > 0
        if not tells or taken_ms < _ENDED_MS:
            break
    return Finding("killing", tells and taken_ms < _ENDED_MS, f"ended in {taken_ms:.1f} ms by signal {evidence.signal}")


def _foreign_calls(sandbox: Sandbox, world: Outside) -> Finding:
    if platform.machine() != "x86_64":
        return Finding("foreign_calls", True, "no other kind of call on this machine")
    ends = []
    for way in ("int80", "x32"):
        seat = sandbox.start_seat(world.bundle, "foreign.py", "python", LIMITS)
        try:
            first_line(seat)
            seat.write(way.encode() + b"\n", time.monotonic() + PATIENCE_S)
            seat.wait_exit(time.monotonic() + PATIENCE_S)
        except SeatError:
            pass
        ends.append(seat.close().signal)
    return Finding("foreign_calls", ends == [signal.SIGSYS] * 2, f"ended by signals {ends}")


def _memory_cap(sandbox: Sandbox, world: Outside) -> Finding:
    seat = sandbox.start_seat(world.bundle, "hog.py", "python", LIMITS)
    line = first_line(seat)
    seat.wait_exit(time.monotonic() + PATIENCE_S)
    evidence = seat.close()
    if sandbox.memory_groups is not None:
        return Finding("memory_cap", evidence.memory_capped, f"exact, by {sandbox.memory_groups.description}")
    refused = line is not None and line.startswith(b"refused after ")
    return Finding("memory_cap", refused, f"by address space, no control group: {(line or b'no refusal').decode()}")


def _daemons(sandbox: Sandbox, world: Outside) -> Finding:
    """See that nothing is left in the namespace of a bot that has ended: its only process was its first."""
    seat = sandbox.start_seat(world.bundle, "daemon.py", "python", LIMITS)
    first_line(seat)
    ended = seat.wait_exit(time.monotonic() + PATIENCE_S)
    namespace = _processes_like(seat.pid)
    evidence = seat.close()
    ok = ended and evidence.exit_code == 0 and namespace <= {seat.pid}
    return Finding("daemons", ok, f"{what_happened(evidence)}, processes left: {len(namespace - {seat.pid})}")


def _processes_like(pid: int) -> set[int]:
    """Return the processes whose parent is this one."""
    found = set()
    for path in Path("/proc").iterdir():
        if path.name.isdigit():
            try:
                parent = int((path / "stat").read_text("ascii", "replace").rpartition(")")[2].split()[1])
            except OSError:
                continue
            if parent == pid:
                found.add(int(path.name))
    return found


def _orphans(sandbox: Sandbox, world: Outside) -> Finding:
    """Kill a worker, a fork of this process with a zygote and a bot of its own."""
    reading, writing = os.pipe()
    worker = os.fork()
    if worker == 0:
        try:
            seat = sandbox.start_seat(world.bundle, "spin.py", "python", LIMITS)
            os.write(writing, json.dumps([sandbox.zygote().pid, seat.pid]).encode())
            signal.pause()
        except SandboxUnavailable as error:
            os.write(writing, json.dumps(str(error)).encode())
        finally:
            os._exit(1)
    os.close(writing)
    pidfds = []
    try:
        said = json.loads(os.read(reading, 4096)) if wait(reading, select.POLLIN, time.monotonic() + PATIENCE_S) else ""
        if isinstance(said, list):
            pidfds = [os.pidfd_open(pid) for pid in said]
    except ValueError:
        said = "the test worker ended"
    finally:
        os.kill(worker, signal.SIGKILL)
        os.waitpid(worker, 0)
        os.close(reading)
    deadline = time.monotonic() + PATIENCE_S
    gone = [wait(pidfd, select.POLLIN, deadline) for pidfd in pidfds]
    for pidfd in pidfds:
        os.close(pidfd)
    return Finding("orphans", gone == [True, True], "zygote and bot went with it" if all(gone) else f"left: {said}")
