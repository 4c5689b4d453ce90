"""The zygote of a worker from outside: started in one bubblewrap, asked for forks, and to reap them."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import time
from collections import deque
from dataclasses import dataclass
from typing import Final, NamedTuple

from worker.sandbox.cgroups import MemoryGroup, MemoryGroups
from worker.sandbox.channel import Channel, open_pair, wait
from worker.sandbox.errors import SandboxUnavailable
from worker.sandbox.evidence import harmless, open_log
from worker.sandbox.identity import BotUser
from worker.sandbox.spawn import remedy_for, sizes, spawn

# Starting takes some hundred milliseconds, a fork a few; a machine that needs so long is not fit to play.
START_S: Final = 15.0
ANSWER_S: Final = 10.0


@dataclass
class Cell:
    """A fork of the zygote that waits for its order: its process as seen from here and from the zygote."""

    pid: int
    inner_pid: int
    pidfd: int
    control: Channel
    cores: frozenset[int]
    # Whether it was ready, so that the pool lacks one now.
    from_pool: bool = True
    group: MemoryGroup | None = None


class Ending(NamedTuple):
    """How a process ended, as its parent learns it."""

    exit_code: int | None
    signal: int | None
    cpu_ms: float
    peak_kib: int


class Zygote:
    """A running zygote, and the cells that it has ready."""

    def __init__(self, command: list[str], user: BotUser, size: int, groups: MemoryGroups | None) -> None:
        """Start it; raise SandboxUnavailable with what bubblewrap or the zygote said when it cannot be."""
        self.owner = os.getpid()
        self.groups = groups
        self._ready: deque[Cell] = deque()
        self._cores = frozenset(os.sched_getaffinity(0))
        self._complaints = open_log()
        self._channel, theirs = open_pair()
        try:
            self._bwrap = spawn(command, theirs, self._complaints, user)
        except BaseException:
            self._channel.close()
            os.close(self._complaints)
            raise
        finally:
            os.close(theirs)
        try:
            hello = self._channel.receive(time.monotonic() + START_S)
        except SandboxUnavailable as error:
            self._bwrap.kill()
            self._bwrap.wait()
            said = self._said() or error.reason
            self._release()
            raise SandboxUnavailable(f"a sandbox could not be set up: {said}", remedy_for(said)) from error
        self.pid = hello.pid
        # What it has mapped itself is not what a fork of it takes.
        self.address_space, self.data = sizes(self.pid)
        self._pidfd = os.pidfd_open(self.pid)
        for _ in range(size):
            self._channel.send(b"W")

    @property
    def is_alive(self) -> bool:
        """Tell whether it can still be asked."""
        # Its end of the channel closes before it is gone.
        return self._pidfd >= 0 and not wait(self._pidfd, select.POLLIN, 0.0) and not self._channel.is_cut()

    def ready(self) -> int:
        """Return how many cells are ready."""
        while self._channel.is_readable(0.0):
            self._receive(time.monotonic())
        return len(self._ready)

    def await_ready(self, count: int, deadline: float) -> None:
        """Wait until so many cells are ready; raise SandboxUnavailable when they are not in time."""
        while self.ready() < count:
            self._receive(deadline)
        self.prepare()

    def take(self) -> Cell:
        """Return a cell, forked now if none is ready, on the cores that this process may use."""
        deadline = time.monotonic() + ANSWER_S
        cores = frozenset(os.sched_getaffinity(0))
        if cores != self._cores:
            os.sched_setaffinity(self.pid, cores)
            self._cores = cores
        is_empty = not self.ready()
        if is_empty:
            self._channel.send(b"F")
            while not self._ready:
                self._receive(deadline)
        cell = self._ready.popleft()
        cell.from_pool = not is_empty
        try:
            self._greet(cell, deadline)
            if cell.cores != cores:
                os.sched_setaffinity(cell.pid, cores)
        except BaseException:
            self.discard(cell)
            raise
        return cell

    def prepare(self) -> None:
        """Do ahead what the cells that are ready will need to become bots; for a moment when nobody waits for one."""
        self.ready()
        for cell in list(self._ready):
            if not cell.pid and cell.control.is_readable(0.0):
                try:
                    self._greet(cell, time.monotonic())
                except SandboxUnavailable:
                    self._ready.remove(cell)
                    self.discard(cell)
                    raise

    def replace(self, cell: Cell) -> None:
        """Ask for another in the place of one that was ready, for when nothing else is to be done."""
        if cell.from_pool:
            self._channel.send(b"W")

    def reap(self, inner_pid: int) -> Ending:
        """Take in a process that has ended; raise SandboxUnavailable when the zygote has ended itself."""
        deadline = time.monotonic() + ANSWER_S
        try:
            self._channel.send(f"R {inner_pid}".encode())
            answer = self._receive(deadline)
            while answer is None:
                answer = self._receive(deadline)
        except SandboxUnavailable as error:
            raise SandboxUnavailable(f"the zygote has ended: {self._said() or error.reason}", error.remedy) from error
        pid, status, cpu_us, peak_kib = map(int, answer.split())
        if pid != inner_pid:
            raise SandboxUnavailable(f"asked for process {inner_pid}, the zygote reaped {pid}", "restart the worker")
        code = os.waitstatus_to_exitcode(status)
        return Ending(code if code >= 0 else None, -code if code < 0 else None, cpu_us / 1000, peak_kib)

    def discard(self, cell: Cell) -> None:
        """End a cell that will be no bot."""
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(cell.pidfd, signal.SIGKILL)
        wait(cell.pidfd, select.POLLIN, time.monotonic() + ANSWER_S)
        cell.control.close()
        os.close(cell.pidfd)
        with contextlib.suppress(SandboxUnavailable):
            self.reap(cell.inner_pid)
        self.release_group(cell)

    def release_group(self, cell: Cell) -> None:
        """Give back the group of a process that has ended."""
        if self.groups is not None and cell.group is not None:
            self.groups.give_back(cell.group)
            cell.group = None

    def close(self) -> None:
        """End it with all its forks; a second call does nothing."""
        if self._pidfd < 0:
            return
        if self.owner == os.getpid():
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._pidfd, signal.SIGKILL)
            self._bwrap.wait()
        os.close(self._pidfd)
        self._pidfd = -1
        self._release()

    def _greet(self, cell: Cell, deadline: float) -> None:
        """Learn that a cell is walled off and which process it is, and put it in a memory group."""
        if cell.pid:
            return
        hello = cell.control.receive(deadline)
        if hello.kind != "H":
            raise SandboxUnavailable(f"a cell could not be walled off: {hello.text}", remedy_for(hello.text))
        cell.pid = hello.pid
        if self.groups is not None:
            cell.group = self.groups.take()
            try:
                cell.group.enclose(cell.pid)
            except OSError as error:
                raise SandboxUnavailable(
                    f"a cell could not be put in {self.groups.description}: {error}", "delegate the group to the worker"
                ) from error

    def _receive(self, deadline: float) -> str | None:
        """Receive one message: keep a new cell, return the answer to a reap."""
        packet = self._channel.receive(deadline)
        if packet.kind == "C":
            control, pidfd = packet.descriptors
            self._ready.append(Cell(0, int(packet.text), pidfd, Channel(control), self._cores))
            return None
        if packet.kind == "R":
            return packet.text
        raise SandboxUnavailable(f"the zygote says: {packet.text}", "run: python -m worker sandbox-check")

    def _said(self) -> str:
        return harmless(os.pread(self._complaints, 4096, 0)).strip()

    def _release(self) -> None:
        self._channel.close()
        os.close(self._complaints)
        for cell in self._ready:
            cell.control.close()
            os.close(cell.pidfd)
            self.release_group(cell)
        self._ready.clear()
