"""A seat: one bot's process, the lines to and from it, its clock, and what is known when it has ended."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import time
from pathlib import Path
from typing import Final

from worker.sandbox import kernel
from worker.sandbox.bot import Bot
from worker.sandbox.channel import wait
from worker.sandbox.errors import DeadlinePassed, EndOfOutput, LineTooLong, SandboxUnavailable
from worker.sandbox.evidence import read_log
from worker.sandbox.limits import Evidence, SeatLimits

_CHUNK: Final = 64 * 1024
# Answers are mostly shorter than this by far.
_COMMON: Final = 4096
# A process that has closed its output is mostly on its way out; let it say how.
_EXIT_GRACE_S: Final = 0.1
_KILL_S: Final = 10.0
# States of threads in /proc: interruptible sleep, and stopped (by itself, as we ask only while it should run).
_ASLEEP: Final = frozenset("ST")


class Seat:
    """A running bot. Deadlines are moments of `time.monotonic`; a deadline that has passed still gives one look."""

    def __init__(self, bot: Bot, limits: SeatLimits) -> None:
        self._bot = bot
        self._stdin, self._stdout = bot.stdin, bot.stdout
        self._limits = limits
        self._longest_line = limits.output_line_kib * 1024
        self._clock = kernel.process_clock(bot.cell.pid)
        self._started = time.monotonic()
        self._output = select.poll()
        self._output.register(bot.stdout, select.POLLIN)
        self._buffer = bytearray()
        self._searched = 0
        self._at_end = False
        #: Whether `stop` was the last of `stop` and `resume`.
        self.stopped = False
        self._evidence: Evidence | None = None
        self._cpu_before_ns = self._cpu_ns = bot.cpu_before_ns

    @property
    def pid(self) -> int:
        """Return the process id of the bot, as seen from here."""
        return self._bot.cell.pid

    @property
    def setup_cpu_ms(self) -> float:
        """Return the CPU time of the process before the bot's own code began: no part of the bot's clock."""
        return self._bot.cpu_before_ns / 1e6

    def write(self, data: bytes, deadline: float) -> None:
        """Send bytes; raise EndOfOutput when the bot reads no more, DeadlinePassed when it does not read in time."""
        rest = memoryview(data)
        while rest:
            try:
                rest = rest[os.write(self._stdin, rest) :]
            except BrokenPipeError:
                raise EndOfOutput("the bot has closed its input") from None
            except BlockingIOError:
                if not wait(self._stdin, select.POLLOUT, deadline):
                    raise DeadlinePassed(f"the bot left {len(rest)} bytes unread", unsent=len(rest)) from None

    def ask(self, request: bytes, patience_s: float) -> bytes | None:
        """Send a request and return the line that answers it; None when it is not soon there, whole and alone.

        Then all else is for `read_line`. Raises what `write` does.
        """
        try:
            sent = os.write(self._stdin, request)
        except BrokenPipeError:
            raise EndOfOutput("the bot has closed its input") from None
        except BlockingIOError:
            sent = 0
        if sent < len(request):
            raise DeadlinePassed("the bot has not read all of it", unsent=len(request) - sent)
        if self._buffer or not self._output.poll(patience_s * 1000):
            return None
        part = os.read(self._stdout, _COMMON)
        if part and part.find(b"\n") == len(part) - 1 <= self._longest_line:
            return part[:-1]
        self._at_end = not part
        self._buffer += part
        return None

    def read_line(self, deadline: float) -> bytes:
        """Return the next line without its end; a line begun before the output ended is none."""
        while True:
            end = self._buffer.find(b"\n", self._searched)
            if end > self._longest_line or (end < 0 and len(self._buffer) > self._longest_line):
                raise LineTooLong(f"a line of more than {self._limits.output_line_kib} KiB")
            if end >= 0:
                line = bytes(self._buffer[:end])
                del self._buffer[: end + 1]
                self._searched = 0
                return line
            self._searched = len(self._buffer)
            if self._at_end:
                raise EndOfOutput("the bot will write no more")
            if not self._await_output(deadline):
                raise DeadlinePassed("no line came in time")
            self._fill()

    def has_pending_output(self) -> bool:
        """Tell whether the bot has written what nobody has read yet."""
        if not self._buffer and not self._at_end and self._output.poll(0):
            self._fill()
        return bool(self._buffer)

    def cpu_ns(self) -> int:
        """Return the CPU time of the bot's own code so far, all threads together."""
        if self._evidence is None:
            # A process that has ended keeps its clock until it is reaped, which only close() does.
            try:  # noqa: SIM105  # asked twice a move, where a context manager costs as much as the system call
                self._cpu_ns = time.clock_gettime_ns(self._clock)
            except OSError:
                pass
        return self._cpu_ns - self._cpu_before_ns

    def is_asleep(self) -> bool:
        """Tell whether all its threads wait for something; one that could run, and is not run, does not."""
        try:
            tasks = list(Path(f"/proc/{self.pid}/task").iterdir())
            states = [(task / "stat").read_text("ascii", "replace").rpartition(") ")[2][:1] for task in tasks]
        except OSError:
            return False
        return set(states) <= _ASLEEP

    def stop(self) -> None:
        """Let the bot do nothing until `resume`; a second call does nothing."""
        if not self.stopped:
            self._signal(signal.SIGSTOP)
            self.stopped = True

    def resume(self) -> None:
        """Let the bot go on, if it is stopped."""
        if self.stopped:
            self.stopped = False
            self._signal(signal.SIGCONT)

    def wait_exit(self, deadline: float) -> bool:
        """Wait until the process has ended; tell whether it has."""
        return self._evidence is not None or wait(self._bot.cell.pidfd, select.POLLIN, deadline)

    def close(self) -> Evidence:
        """End the process if it still runs, reap all of it, and return the evidence; again: the same."""
        if self._evidence is None:
            wall_ms = (time.monotonic() - self._started) * 1000
            grace = _EXIT_GRACE_S if self._sees_end() and not self.stopped else 0.0
            killed = not self.wait_exit(time.monotonic() + grace)
            if killed:
                self._signal(signal.SIGKILL)
                if not self.wait_exit(time.monotonic() + _KILL_S):
                    raise SandboxUnavailable(
                        f"process {self._bot.cell.pid} cannot be ended", "see what it waits for: ps -o pid,stat,wchan"
                    )
            self._evidence = self._take_evidence(wall_ms, killed)
            # Nobody waits for us now; what goes wrong here is met again by whoever starts the next seat.
            with contextlib.suppress(SandboxUnavailable):
                self._bot.zygote.prepare()
        return self._evidence

    def _take_evidence(self, wall_ms: float, killed: bool) -> Evidence:
        self.cpu_ns()
        bot = self._bot
        try:
            ending = bot.zygote.reap(bot.cell.inner_pid)
            log = read_log(bot.log, self._limits.stderr_kib * 1024)
            capped = not killed and bot.cell.group is not None and bot.cell.group.has_killed()
        finally:
            bot.release()
        cpu_ms = max(0.0, ending.cpu_ms - bot.cpu_before_ns / 1e6)
        # Nothing in a namespace can kill its process 1, which a bot is: the host's administrator did, or its kernel,
        # short of memory.
        by_host = ending.signal == signal.SIGKILL and not (killed or capped or cpu_ms >= self._limits.cpu_s * 1e3)
        return Evidence(
            exit_code=ending.exit_code,
            signal=ending.signal,
            cpu_ms=cpu_ms,
            wall_ms=wall_ms,
            peak_kib=ending.peak_kib,
            stderr=log.text,
            stderr_truncated=log.truncated,
            stderr_overflow=log.overflow,
            killed=killed,
            memory_capped=capped,
            ended_by_host=by_host,
        )

    def _sees_end(self) -> bool:
        while not self._at_end and len(self._buffer) <= self._longest_line and self._fill():
            pass
        return self._at_end

    def _await_output(self, deadline: float) -> bool:
        return bool(self._output.poll(max(0.0, deadline - time.monotonic()) * 1000))

    def _fill(self) -> bool:
        """Take what is in the pipe; tell whether there was anything, the end included."""
        try:
            part = os.read(self._stdout, _CHUNK)
        except BlockingIOError:
            return False
        self._at_end = not part
        self._buffer += part
        return True

    def _signal(self, number: signal.Signals) -> None:
        if self._evidence is None:
            try:  # noqa: SIM105  # as above
                signal.pidfd_send_signal(self._bot.cell.pidfd, number)
            except ProcessLookupError:
                pass
