"""Run the self-test: the canaries with and without a sandbox, the probes inside, and looks from outside."""

from __future__ import annotations

import json
import platform
import signal
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from worker.sandbox.pool import Sandbox
from worker.sandbox.errors import SeatError
from worker.sandbox.limits import Evidence, SeatLimits
from worker.sandbox.seat import Seat
from worker.sandbox.selftest.check import Check, check
from worker.sandbox.selftest.outside import LIMITS, Outside, outside

_PATIENCE_S: Final = 30.0
_STOPPED_S: Final = 0.03
_PROBES: Final = (
    *("user", "alone", "sockets", "namespaces", "dangerous_calls", "unknown_calls", "processes", "read_only"),
    *("nobodys_files", "temporary_files", "open_files", "file_size", "threads", "memory"),
)


def run_selftest(sandbox: Sandbox, *, full: bool = False) -> list[Check]:
    """Run all checks; `full` adds those that take seconds. Raises SandboxUnavailable when no seat can be started."""
    with outside(sandbox) as world:
        return [*_canaries(sandbox, world), *_inside(sandbox, world), *_seats(sandbox, world, full)]


def _canaries(sandbox: Sandbox, world: Outside) -> Iterator[Check]:
    uid = sandbox.user.uid
    yield check("worker_user", uid != 0, f"user id {uid}" + (", changed from root" if sandbox.user.changes else ""))
    try:
        reached = world.run_unsandboxed()
    except (OSError, ValueError) as error:
        yield check("control", False, str(error))
        return
    missed = [name for name, is_reached in reached.items() if not is_reached]
    count = world.connections()
    yield check("control", not missed and count == 2, f"not reached: {missed}, connections: {count} of 2")
    seat, line = _start(sandbox, world, "canary.py")
    evidence = seat.close()
    try:
        found = [name for name, is_reached in json.loads(line or "").items() if is_reached]
        yield check("canaries", not found, f"reached: {found}")
    except ValueError:
        yield check("canaries", False, _what_happened(evidence))
    count = world.connections()
    yield check("listeners", count == 0, f"{count} connections")


def _inside(sandbox: Sandbox, world: Outside) -> Iterator[Check]:
    seat = sandbox.start_seat(world.bundle, "probe.py", "python", LIMITS)
    found: dict[str, Check] = {}
    try:
        while len(found) < len(_PROBES):
            said = json.loads(seat.read_line(time.monotonic() + _PATIENCE_S))
            found[said["probe"]] = check(said["probe"], said["ok"] is True, said["detail"])
    except (SeatError, ValueError):
        pass
    finally:
        evidence = seat.close()
    for name in _PROBES:
        yield found.get(name) or check(name, False, f"the probe gave no answer: {_what_happened(evidence)}")


def _seats(sandbox: Sandbox, world: Outside, full: bool) -> Iterator[Check]:
    seat, _line = _start(sandbox, world, "spin.py")
    try:
        yield _status(seat)
        yield _stopping(seat)
    finally:
        evidence = seat.close()
    yield check("killing", evidence.signal == signal.SIGKILL and evidence.killed, f"signal {evidence.signal}")
    if platform.machine() == "x86_64":
        ends = [_foreign(sandbox, world, way) for way in ("int80", "x32")]
        yield check("foreign_calls", ends == [signal.SIGSYS] * 2, f"ended by signals {ends}")
    if full:
        seat, _line = _start(sandbox, world, "spin.py", replace(LIMITS, cpu_s=1))
        seat.wait_exit(time.monotonic() + _PATIENCE_S)
        evidence = seat.close()
        within = not evidence.killed and evidence.cpu_ms < 2500  # with the second that starting may take
        yield check("cpu", within, f"ended by itself after {evidence.cpu_ms:.0f} ms of a limit of 1000 ms")


def _start(sandbox: Sandbox, world: Outside, entry: str, limits: SeatLimits = LIMITS) -> tuple[Seat, bytes | None]:
    """Start one of our bots and wait for its first line."""
    seat = sandbox.start_seat(world.bundle, entry, "python", limits)
    try:
        return seat, seat.read_line(time.monotonic() + _PATIENCE_S)
    except SeatError:
        return seat, None


def _status(seat: Seat) -> Check:
    """Look at the process from outside, where it cannot lie."""
    lines = Path(f"/proc/{seat.pid}/status").read_text(encoding="ascii", errors="replace").splitlines()
    facts = dict(line.split(":\t", 1) for line in lines if ":\t" in line)
    wanted = {"NoNewPrivs": "1", "Seccomp": "2", **dict.fromkeys(("CapEff", "CapPrm", "CapBnd", "CapAmb"), "0" * 16)}
    wrong = {name: facts.get(name) for name, value in wanted.items() if facts.get(name) != value}
    owner = facts.get("Uid", "0").split()[0]
    inner_pid = facts.get("NSpid", "").split()[-1:]
    return check("status", not wrong and owner != "0" and inner_pid == ["1"], f"wrong: {wrong}, user id {owner}")


def _stopping(seat: Seat) -> Check:
    deadline = time.monotonic() + _PATIENCE_S
    before = seat.cpu_ns()
    while seat.cpu_ns() == before and time.monotonic() < deadline:
        time.sleep(0.001)
    ran = seat.cpu_ns() > before
    seat.stop()
    time.sleep(_STOPPED_S)
    at_stop = seat.cpu_ns()
    time.sleep(_STOPPED_S)
    later = seat.cpu_ns() - at_stop
    return check("stopping", ran and later == 0, f"{later / 1e6:.1f} ms of CPU time while stopped")


def _foreign(sandbox: Sandbox, world: Outside, way: str) -> int | None:
    seat, _line = _start(sandbox, world, "foreign.py")
    try:
        seat.write(way.encode() + b"\n", time.monotonic() + _PATIENCE_S)
        seat.wait_exit(time.monotonic() + _PATIENCE_S)
    except SeatError:
        pass
    return seat.close().signal


def _what_happened(evidence: Evidence) -> str:
    last = evidence.stderr.strip().rpartition("\n")[2]
    return f"exit code {evidence.exit_code}, signal {evidence.signal}, {last!r}"
