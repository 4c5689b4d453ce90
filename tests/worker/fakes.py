"""Stand-ins for tests without processes: a clock that is turned by hand, and seats that follow a script."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from worker.referee.clock import SeatClock
from worker.sandbox import DeadlinePassed, EndOfOutput, Evidence, LineTooLong


class FakeTime:
    """A monotonic clock that moves only when told."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds

    def pass_(self, seconds: float) -> None:
        self.seconds += seconds


def evidence(**changes: Any) -> Evidence:
    """Make the evidence of a process that ended well, with changes."""
    facts: dict[str, Any] = {
        "exit_code": 0,
        "signal": None,
        "cpu_ms": 1.0,
        "wall_ms": 2.0,
        "peak_kib": 9000,
        "stderr": "",
        "stderr_truncated": False,
        "stderr_overflow": False,
    }
    return Evidence(**(facts | changes))


class ScriptedSeat:
    """A seat whose bot is a function from a message to steps.

    A step is bytes (written), ("wall", s) or ("cpu", s) (time passes), ("gap", s) (the referee sleeps), or "eof".
    """

    def __init__(
        self, time: FakeTime, bot: Callable[[dict[str, Any]], list[Any]], ending: Evidence | None = None
    ) -> None:
        self.time = time
        self.bot = bot
        self.ending = ending or evidence()
        self.steps: list[Any] = []
        self.output = b""
        self.cpu = 0.0
        self.stopped = False
        self.asleep = True
        self.closed = 0
        self.received: list[dict[str, Any]] = []

    def write(self, data: bytes, deadline: float) -> None:
        assert data.endswith(b"\n") and not self.stopped
        message = json.loads(data)
        self.received.append(message)
        self.steps += self.bot(message)

    def ask(self, request: bytes, patience_s: float) -> bytes | None:
        self.write(request, 0.0)
        try:
            line = self.read_line(self.time.seconds + patience_s)
        except (DeadlinePassed, EndOfOutput, LineTooLong):
            return None  # as `read_line` will find
        if self.output:
            self.output = line + b"\n" + self.output
            return None
        return line

    def read_line(self, deadline: float) -> bytes:
        while b"\n" not in self.output:
            if len(self.output) > 65536:
                raise LineTooLong()
            if not self.steps or self.stopped:
                self.time.seconds = max(self.time.seconds, deadline)
                raise DeadlinePassed()
            self._take_step(deadline)
        line, _, self.output = self.output.partition(b"\n")
        return line

    def _take_step(self, deadline: float) -> None:
        step = self.steps[0]
        if step == "eof":
            raise EndOfOutput()
        if isinstance(step, bytes):
            self.output += step
            self.steps.pop(0)
            return
        kind, seconds = step
        if kind == "gap":
            self.steps.pop(0)
            self.time.pass_(seconds)
            raise DeadlinePassed()
        passed = min(seconds, max(0.0, deadline - self.time.seconds))
        self.time.pass_(passed)
        if kind == "cpu":
            self.cpu += passed
        if passed < seconds:
            self.steps[0] = (kind, seconds - passed)
            raise DeadlinePassed()
        self.steps.pop(0)

    def has_pending_output(self) -> bool:
        while self.steps and isinstance(self.steps[0], bytes):
            self.output += self.steps.pop(0)
        return bool(self.output)

    def cpu_ns(self) -> int:
        return round(self.cpu * 1e9)

    def is_asleep(self) -> bool:
        return self.asleep

    def stop(self) -> None:
        self.stopped = True

    def resume(self) -> None:
        self.stopped = False

    def wait_exit(self, deadline: float) -> bool:
        return True

    def close(self) -> Evidence:
        self.closed += 1
        return self.ending


class ScriptedPlayer:
    """A player in this process: a function from observation and legal actions to an action."""

    def __init__(self, choose: Callable[[dict[str, Any], list[str]], str], ending: Evidence | None = None) -> None:
        self.clock = SeatClock(100, 1000)
        self.choose = choose
        self.ending = ending
        self.told: dict[str, Any] = {}
        self.end_message: dict[str, Any] | None = None
        self.events: list[dict[str, Any]] = []
        self.acted = 0
        self.is_slow = False
        self.rested = 0
        self.closed: list[bool] = []

    def start(self, **told: Any) -> None:
        self.told = told

    def act(self, legal: list[str], observation: bytes, events: bytes, slow: Callable[[], None]) -> str:
        self.acted += 1
        self.events += json.loads(events)
        if self.is_slow:
            slow()
        return self.choose(json.loads(observation), legal)

    def rest(self) -> None:
        self.rested += 1

    def end(self, **told: Any) -> None:
        self.end_message = told
        self.events += json.loads(told["events"])

    def close(self, *, grace: bool) -> Evidence | None:
        self.closed.append(grace)
        return self.ending if len(self.closed) == 1 else None


def first_legal(observation: dict[str, Any], legal: list[str]) -> str:
    """Choose the first legal action, with the least number where there is a range; but knock, so that games end."""
    if "knock" in legal:
        return "knock"
    return " ".join(word.split("..")[0] for word in legal[0].split(" "))
