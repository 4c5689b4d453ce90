"""Run the self-test: the canaries with and without a sandbox, the probes inside, and looks from outside."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from typing import Final

from worker.sandbox.errors import SeatError
from worker.sandbox.limits import Evidence
from worker.sandbox.pool import Sandbox
from worker.sandbox.seat import Seat
from worker.sandbox.selftest import seats
from worker.sandbox.selftest.check import Check, Finding, lines
from worker.sandbox.selftest.outside import LIMITS, Outside, outside
from worker.sandbox.selftest.seats import PATIENCE_S, first_line, what_happened

_PROBES: Final = (
    *("user", "alone", "sockets", "namespaces", "dangerous_calls", "unknown_calls", "processes", "read_only"),
    *("nobodys_files", "opponents_files", "temporary_files", "open_files", "file_size", "threads", "memory"),
)


def run_selftest(sandbox: Sandbox) -> list[Check]:
    """Run all lines, in about two seconds. Raises SandboxUnavailable when no seat can be started."""
    with outside(sandbox) as world, ExitStack() as stack:
        # It takes a second, on another core where there is one.
        spinner = sandbox.start_seat(world.bundle, "spin.py", "python", replace(LIMITS, cpu_s=1))
        stack.callback(spinner.close)
        other = sandbox.start_seat(world.opponent, "echo.py", "python", LIMITS)
        stack.callback(other.close)
        opponent = _Opponent(other)
        findings = []
        for part in (_outside(sandbox, world), _inside(sandbox, world), seats.look(sandbox, world, spinner)):
            for finding in part:
                findings.append(finding)
                opponent.ask()
        findings.append(opponent.finding())
    return lines(findings)


class _Opponent:
    """Another bot, which must answer whatever happens beside it."""

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        self._asked = self._answered = 0
        self._is_ready = first_line(seat) == b"ready"

    def ask(self) -> None:
        """Ask for an answer."""
        self._asked += 1
        try:
            self._seat.write(f"{self._asked:06}\n".encode(), time.monotonic() + PATIENCE_S)
            answer = self._seat.read_line(time.monotonic() + PATIENCE_S)
        except SeatError:
            return
        self._answered += answer == f"{self._asked:06}"[::-1].encode()

    def finding(self) -> Finding:
        """Say whether it did."""
        ok = self._is_ready and self._asked == self._answered
        return Finding("opponent", ok, f"{self._answered} answers of {self._asked}")


def _outside(sandbox: Sandbox, world: Outside) -> Iterator[Finding]:
    uid = sandbox.user.uid
    changed = ", changed from root" if sandbox.user.changes else ""
    yield Finding("worker_user", uid != 0, f"user id {uid}{changed}")
    try:
        reached = world.run_unsandboxed()
    except (OSError, ValueError) as error:
        yield Finding("control", False, str(error))
        return
    missed = [name for name, is_reached in reached.items() if not is_reached]
    count = world.connections()
    yield Finding(
        "control",
        not missed and count == 2,
        f"not reached: {missed}, {count} connections of 2" if missed or count != 2 else f"{len(reached)} ways out",
    )
    seat = sandbox.start_seat(world.bundle, "canary.py", "python", LIMITS)
    line = first_line(seat)
    evidence = seat.close()
    try:
        found = [name for name, is_reached in json.loads(line or "")["reached"].items() if is_reached]
        yield Finding("canaries", not found, f"reached: {found}")
    except (ValueError, KeyError):
        yield Finding("canaries", False, what_happened(evidence))
    count = world.connections()
    yield Finding("listeners", count == 0, f"{count} connections")


def _inside(sandbox: Sandbox, world: Outside) -> Iterator[Finding]:
    seat = sandbox.start_seat(world.bundle, "probe.py", "python", LIMITS)
    found: set[str] = set()
    evidence: Evidence | None = None
    try:
        while len(found) < len(_PROBES):
            said = json.loads(seat.read_line(time.monotonic() + PATIENCE_S))
            found.add(said["probe"])
            yield Finding(said["probe"], said["ok"] is True, said["detail"])
    except (SeatError, ValueError):
        pass
    finally:
        evidence = seat.close()
    for name in _PROBES:
        if name not in found:
            yield Finding(name, False, f"{name}: the probe gave no answer: {what_happened(evidence)}")
