"""Hostile and broken bots, each with what must come of it; run as root by pytest and as an ordinary user by itself."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.worker.sandbox.support import children, soon, start
from worker.sandbox import DeadlinePassed, EndOfOutput, Evidence, LineTooLong, Sandbox, Seat

SHORT = 0.3


@dataclass(frozen=True)
class Case:
    """A bot, what happens on its pipes, and what its evidence must say."""

    name: str
    source: str
    act: Callable[[Seat], None]
    judge: Callable[[Evidence], bool]


def says(*lines: str) -> Callable[[Seat], None]:
    """Expect lines."""

    def act(seat: Seat) -> None:
        for line in lines:
            got = seat.read_line(soon()).decode()
            assert got == line, (got, line)

    return act


def last_says(*lines: str) -> Callable[[Seat], None]:
    """Expect lines, then the end."""

    def act(seat: Seat) -> None:
        says(*lines)(seat)
        exits(seat)

    return act


def raises(error: type[Exception], *, within: float = 20.0, after: tuple[str, ...] = ()) -> Callable[[Seat], None]:
    """Expect lines, then an error instead of a line."""

    def act(seat: Seat) -> None:
        says(*after)(seat)
        try:
            line = seat.read_line(soon(within))
        except error:
            return
        raise AssertionError(f"expected {error.__name__}, got {line!r}")

    return act


def refuses_to_read(error: type[Exception]) -> Callable[[Seat], None]:
    """Expect that more than a pipe holds cannot be written."""

    def act(seat: Seat) -> None:
        says("ready")(seat)
        try:
            seat.write(b"x" * 1_000_000 + b"\n", soon(SHORT if error is DeadlinePassed else 20.0))
        except error:
            return
        raise AssertionError(f"expected {error.__name__}")

    return act


def unasked(seat: Seat) -> None:
    """Expect output beyond the first line."""
    seat.read_line(soon())
    deadline = soon()
    while not seat.has_pending_output() and time.monotonic() < deadline:
        pass
    assert seat.has_pending_output()


def exits(seat: Seat) -> None:
    """Expect the end."""
    assert seat.wait_exit(soon())


def ended(code: int | None = None, number: int | None = None) -> Callable[[Evidence], bool]:
    """Expect an exit code, or a signal that was not ours."""
    return lambda evidence: (evidence.exit_code, evidence.signal, evidence.killed) == (code, number, False)


def killed(evidence: Evidence) -> bool:
    """Expect that the bot ran until we ended it."""
    return evidence.killed and evidence.signal == signal.SIGKILL


def out_of_memory(evidence: Evidence) -> bool:
    """Expect a memory error at the limit; what is resident counts the interpreter too."""
    return evidence.stderr.rstrip().endswith("MemoryError") and evidence.peak_kib < 96 * 1024 and ended(1)(evidence)


def flooded(evidence: Evidence) -> bool:
    """Expect a log cut at its limit."""
    kept = len(evidence.stderr)
    return evidence.stderr_overflow and evidence.stderr_truncated and 65_536 <= kept < 65_700


TRY = """
import os, sys
def attempt(action, *arguments):
    try:
        action(*arguments)
    except (OSError, RuntimeError) as error:
        return type(error).__name__
    return "done"
"""

CASES = [
    Case("exit code", "raise SystemExit(42)", exits, ended(code=42)),
    Case("crash", "1 / 0", exits, lambda evidence: evidence.stderr.endswith("by zero\n") and ended(code=1)(evidence)),
    Case("segmentation fault", "import ctypes; ctypes.string_at(0)", exits, ended(number=signal.SIGSEGV)),
    Case("syntax error", "def", exits,
         lambda evidence: "SyntaxError" in evidence.stderr and "boot" not in evidence.stderr),
    Case("abort", "import os; os.abort()", exits, lambda evidence: evidence.exit_code != 0 and not evidence.killed),
    Case("fork bomb", TRY + "print([attempt(os.fork) for _ in range(3)])\nwhile True: attempt(os.fork)",
         says("['BlockingIOError', 'BlockingIOError', 'BlockingIOError']"), killed),
    Case("memory bomb", "held = []\nwhile True: held.append(bytearray(1 << 20))", exits, out_of_memory),
    Case("one big allocation", "bytearray(1 << 40)", exits, out_of_memory),
    Case("flood without lines", "while True: print('x' * 65536, end='')", raises(LineTooLong), killed),
    Case("flood of lines", "while True: print('x')", unasked, killed),
    Case("one long line", "print('x' * 65537)\nwhile True: pass", raises(LineTooLong), killed),
    Case("longest line", "print('x' * 65536)", says("x" * 65536), lambda evidence: not evidence.stderr),
    Case("stderr flood", "import sys\nwhile True: sys.stderr.write('x' * 4096)", exits, flooded),
    Case("stderr flood that goes on", TRY + "while attempt(os.write, 2, b'x' * 65536) == 'done': pass\nprint('full')",
         says("full"), flooded),
    Case("hang", "while True: pass", raises(DeadlinePassed, within=SHORT), killed),
    Case("sleep", "import time; time.sleep(1000)", raises(DeadlinePassed, within=SHORT), killed),
    Case("part of a line, then hang", "print('{', end='', flush=True)\nwhile True: pass",
         raises(DeadlinePassed, within=SHORT), killed),
    Case("part of a line, then the end", "print('{', end='')", raises(EndOfOutput), ended(code=0)),
    Case("closes stdout", "import os, time\nprint('ready')\nos.close(1)\ntime.sleep(1000)",
         raises(EndOfOutput, after=("ready",)), killed),
    Case("closes stdin", "import os, time\nos.close(0)\nprint('ready')\ntime.sleep(1000)",
         refuses_to_read(EndOfOutput), killed),
    Case("never reads", "import time\nprint('ready')\ntime.sleep(1000)", refuses_to_read(DeadlinePassed), killed),
    Case("ignores signals", "import signal, time\nfor n in range(1, 32):\n    if n not in (9, 19): "
         "signal.signal(n, signal.SIG_IGN)\nprint('ready')\nwhile True: time.sleep(1)", says("ready"), killed),
    Case("kills everybody", TRY + "print(attempt(os.kill, -1, 9))\nwhile True: pass",
         says("ProcessLookupError"), killed),
    Case("stops itself", "import os, signal\nprint('ready')\nos.kill(1, signal.SIGSTOP)\nwhile True: pass",
         says("ready"), killed),
    Case("reads secrets", TRY + "print({attempt(open, p) for p in ('/etc/shadow', '/root/.ssh', '/proc/1/environ',"
         " '/etc/passwd', '/bot/../home')})", last_says("{'FileNotFoundError'}"), ended(code=0)),
    Case("writes its own code", TRY + "print('done' in (attempt(open, __file__, 'a'), "
         "attempt(os.chmod, __file__, 0o777)))", last_says("False"), ended(code=0)),
    Case("network", TRY + "import socket\nprint({attempt(socket.socket, f, t) for f in (1, 2, 10, 16, 17, 40) "
         "for t in (1, 2, 3)})", last_says("{'PermissionError'}"), ended(code=0)),
    Case("raises its limits", "import resource as r\nr.setrlimit(r.RLIMIT_AS, (-1, -1))", exits,
         lambda evidence: evidence.stderr.endswith("ValueError: not allowed to raise maximum limit\n")),
    Case("dirty log", r"import sys; sys.stderr.buffer.write(b'\x1b[2J\x00\xff\xed\xa0\x80 \xe2\x80\xae ok\n')", exits,
         lambda evidence: evidence.stderr == "\\x1b[2J\\x00\\xff\\xed\\xa0\\x80 \\u202e ok\n"),
    Case("deep recursion", "import sys\nsys.setrecursionlimit(10**8)\ndef f(): f()\nf()", exits,
         lambda evidence: not evidence.killed and evidence.exit_code != 0),
]  # fmt: skip


def run_case(case: Case, sandbox: Sandbox, folder: Path) -> None:
    """Run a case; raise AssertionError when it is not as it must be, or when a process is left."""
    before = children()
    seat = start(sandbox, folder, case.source)
    try:
        case.act(seat)
    finally:
        evidence = seat.close()
    assert case.judge(evidence), evidence
    assert seat.close() is evidence
    left = children().keys() - before.keys()
    assert not left, children()
