"""Bots as plain processes: for one's own bots, on a machine without a sandbox. Same pipes, clock, log and verdicts.

A process is what `worker.sandbox` would start, but for the walls: it sees all that its author may see. What the
sandbox does for a `Seat` after its process has ended is done here by `_Host`, which stands where the zygote stands.
"""

from __future__ import annotations

import contextlib
import math
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, cast

import fairdeal_bot

import engines
from worker.sandbox import LanguageUnavailable, SandboxUnavailable, Seat, SeatLimits
from worker.sandbox.bot import Bot
from worker.sandbox.channel import close_all
from worker.sandbox.evidence import open_log
from worker.sandbox.zygote import Cell, Ending

_MIB: Final = 1024 * 1024


class PlainLauncher:
    """Start bots as processes of one's own; `close` removes what they were given."""

    name: Final = "plain processes"

    def __init__(self) -> None:
        if not hasattr(os, "pidfd_open") or not hasattr(os, "memfd_create"):
            raise SandboxUnavailable(
                "bots are played on Linux only", "use a Linux machine, container or virtual machine"
            )
        self._scratch = tempfile.TemporaryDirectory(prefix="fairdeal-run-")
        packages = Path(self._scratch.name, "packages")
        packages.mkdir()
        # What a bot may import, and nothing that happens to be installed beside it.
        for module in (engines, fairdeal_bot):
            (packages / module.__name__).symlink_to(Path(str(module.__file__)).parent)
        self._home = Path(self._scratch.name, "home")
        self._home.mkdir()
        self._packages = packages

    def require_language(self, name: str) -> None:
        """Raise LanguageUnavailable when bots in a language cannot be run here."""
        if name == "node" and shutil.which("node") is None:
            raise LanguageUnavailable("bots in 'node' cannot be run here: Node.js was not found", "install Node.js")

    def start_seat(self, bundle_dir: Path, entry: str, language: str, limits: SeatLimits) -> Seat:
        """Start a bot."""
        self.require_language(language)
        command = self._command(bundle_dir / entry, language, limits)
        opened: list[int] = []
        try:
            opened += os.pipe()
            opened += os.pipe()
            opened.append(open_log())
            stdin, to_bot, from_bot, stdout, log = opened
            process = subprocess.Popen(
                command,
                stdin=stdin,
                stdout=stdout,
                stderr=log,
                cwd=self._home,
                env=self._environment((bundle_dir / entry).parent),
                start_new_session=True,
            )
        except OSError as error:
            close_all(opened)
            raise SandboxUnavailable(
                f"a bot could not be started: {error}", "see whether its entry can be run"
            ) from error
        close_all((stdin, stdout))
        _limit(process.pid, limits)
        os.set_blocking(to_bot, False)
        os.set_blocking(from_bot, False)
        pidfd = os.pidfd_open(process.pid)
        # A plain process has no channel to the zygote, and no zygote: a Seat asks these two for nothing else.
        cell = Cell(process.pid, process.pid, pidfd, cast(Any, None), frozenset(), from_pool=False)
        return Seat(Bot(cast(Any, _Host(process)), cell, to_bot, from_bot, log, cpu_before_ns=0), limits)

    def close(self) -> None:
        """Remove the scratch folder."""
        self._scratch.cleanup()

    def _command(self, entry: Path, language: str, limits: SeatLimits) -> list[str]:
        if language == "python":
            return [sys.executable, "-S", "-s", "-P", "-B", "-X", "utf8", str(entry)]
        if language == "node":
            return [str(shutil.which("node")), f"--max-old-space-size={limits.memory_mb}", str(entry)]
        entry.chmod(0o755)  # permissions in an archive do not count
        return [str(entry)]

    def _environment(self, folder: Path) -> Mapping[str, str]:
        return {
            "PATH": "/usr/bin:/bin",
            "HOME": str(self._home),
            "TMPDIR": str(self._home),
            "LC_ALL": "C.UTF-8",
            "PYTHONPATH": os.pathsep.join([str(folder), str(self._packages)]),
            "PYTHONHASHSEED": "0",
            "OMP_NUM_THREADS": "1",
            "OPENBLAS_NUM_THREADS": "1",
        }


class _Host:
    """What a seat asks of whoever started its process."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        # Until a process is the bot's program it is a copy of this one, whose memory the kernel counts as its peak.
        self._copied_kib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    def reap(self, pid: int) -> Ending:
        """Take in the process, and end what it has left behind in its session."""
        peak_kib = _peak_kib(pid)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)
        _pid, status, used = os.wait4(pid, 0)
        self._process.returncode = code = os.waitstatus_to_exitcode(status)
        cpu_ms = (used.ru_utime + used.ru_stime) * 1e3
        if used.ru_maxrss > self._copied_kib:
            peak_kib = used.ru_maxrss
        return Ending(code if code >= 0 else None, -code if code < 0 else None, cpu_ms, peak_kib)

    def prepare(self) -> None:
        """Prepare nothing: there is no pool."""

    def release_group(self, cell: Cell) -> None:
        """Hold no memory group."""


def _peak_kib(pid: int) -> int:
    """Return the peak of a process's memory since its program began; 0 when it has ended."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("VmHWM:")), 0)


def _limit(pid: int, limits: SeatLimits) -> None:
    """Set what the kernel limits by process, as in the sandbox."""
    bounds = {
        resource.RLIMIT_DATA: limits.memory_mb * _MIB,
        resource.RLIMIT_FSIZE: limits.stderr_kib * 1024,
        resource.RLIMIT_CPU: math.ceil(limits.cpu_s),
        resource.RLIMIT_CORE: 0,
    }
    for name, value in bounds.items():
        hard = resource.prlimit(pid, name)[1]
        bound = value if hard == resource.RLIM_INFINITY else min(value, hard)
        # It may be gone already.
        with contextlib.suppress(ProcessLookupError):
            resource.prlimit(pid, name, (bound, bound))
