"""The sandbox of this process: what all its seats share, opened once and tested before it is used."""

from __future__ import annotations

import os
import shutil
import threading
from pathlib import Path, PurePosixPath
from typing import Final

from worker.sandbox import languages, runtime
from worker.sandbox.bot import become, memory_of, order_for
from worker.sandbox.cgroups import MemoryGroups, find_memory_groups
from worker.sandbox.errors import SandboxUnavailable
from worker.sandbox.identity import BotUser, bot_user
from worker.sandbox.languages import Language, Languages, find_languages
from worker.sandbox.limits import SeatLimits
from worker.sandbox.places import find_base
from worker.sandbox.runtime import Runtime, open_runtime
from worker.sandbox.seat import Seat
from worker.sandbox.staging import Staging
from worker.sandbox.zygote import Zygote

# As many as sit at most tables: the next game finds them ready.
POOL_SIZE: Final = 8
_SYSTEM_PATH: Final = "/usr/local/bin:/usr/bin:/bin"


class Sandbox:
    """Start bots, each a walled-off fork of this process's zygote."""

    name: Final = "warm-pool"

    def __init__(self, program: str, user: BotUser, base: Path, trees: Runtime, found: Languages) -> None:
        self.user = user
        self.base = base
        self.memory_groups: MemoryGroups | None = find_memory_groups()
        self._program = program
        self._trees = trees
        self._languages = found
        self._staging = Staging(base)
        self._zygote: Zygote | None = None

    @classmethod
    def open(cls, work_dir: Path, *, user: str | None = None) -> Sandbox:
        """Build what bots see and test that it holds; raise SandboxUnavailable with the first line that does not."""
        sandbox = cls.open_untested(work_dir, user=user)
        try:
            sandbox.test()
        except BaseException:
            sandbox.close()
            raise
        return sandbox

    @classmethod
    def open_untested(cls, work_dir: Path, *, user: str | None = None) -> Sandbox:
        """Build what bots see; for the self-test and its report only."""
        program = shutil.which("bwrap") or shutil.which("bwrap", path=_SYSTEM_PATH)
        if program is None:
            raise SandboxUnavailable("bwrap not found", "apt-get install bubblewrap")
        identity = bot_user(user)
        base = find_base(work_dir, identity)
        return cls(program, identity, base, open_runtime(base), find_languages(identity))

    @property
    def python_tree(self) -> Path:
        """Return where the interpreter that bots see lies outside."""
        return self._trees.python.path

    def test(self) -> None:
        """Run the self-test; raise SandboxUnavailable with the first line that does not hold."""
        from worker.sandbox.selftest import run_selftest

        failed = next((check for check in run_selftest(self) if not check.ok), None)
        if failed is not None:
            raise SandboxUnavailable(f"self-test: {failed.name}: {failed.detail}", failed.remedy)

    def require_language(self, name: str) -> Language:
        """Return a language; raise LanguageUnavailable when bots in it cannot be run here."""
        return self._languages.find(name)

    def zygote(self) -> Zygote:
        """Return the zygote of this very process, started if there is none, or only one that has ended."""
        if self._zygote is None or self._zygote.owner != os.getpid() or not self._zygote.is_alive:
            if self._zygote is not None and self._zygote.owner != os.getpid():
                self.memory_groups = find_memory_groups()  # those of the process that forked us are in use
            self._close_zygote()
            self._zygote = Zygote(self.command(), self.user, POOL_SIZE, self.memory_groups)
        return self._zygote

    def start_seat(self, bundle_dir: Path, entry: str, language: str, limits: SeatLimits) -> Seat:
        """Start a bot: when this returns, its own code is about to run.

        To be called from the main thread: bots die with the thread that started the zygote.
        """
        if threading.current_thread() is not threading.main_thread():
            raise RuntimeError("a seat must be started from the main thread: its process dies with the thread")
        found = self.require_language(language)
        path = PurePosixPath(entry)
        if not entry or path.is_absolute() or ".." in path.parts or "\0" in entry:
            raise ValueError(f"the entry {entry!r} is not a file inside the bundle")
        bundle = self._staging.place(bundle_dir)
        zygote = self.zygote()
        cell = zygote.take()
        order = order_for(bundle, entry, found, limits, zygote)
        try:
            bot = become(zygote, cell, order, memory_of(zygote, found, limits))
        except BaseException:
            zygote.discard(cell)
            raise
        zygote.replace(cell)
        return Seat(bot, limits)

    def close(self) -> None:
        """End every bot, and give back what the sandbox holds."""
        self._close_zygote()
        if self.memory_groups is not None:
            self.memory_groups.close()
        self._staging.close()
        self._trees.release()

    def command(self) -> list[str]:
        """Return the command line of the zygote, up to its own arguments."""
        devices = [word for name in runtime.DEVICES for word in ("--dev-bind", f"/dev/{name}", f"/dev/{name}")]
        files = [word for inside, path in self._languages.files.items() for word in ("--ro-bind", str(path), inside)]
        return [
            self._program,
            *("--unshare-all", "--unshare-user", "--unshare-cgroup"),
            *("--die-with-parent", "--new-session", "--as-pid-1"),
            # What it takes to make namespaces for bots; the bots keep neither.
            *("--cap-drop", "ALL", "--cap-add", "CAP_SYS_ADMIN", "--cap-add", "CAP_SETPCAP"),
            *("--uid", "65534", "--gid", "65534", "--hostname", "bot"),
            *("--ro-bind", str(self._trees.python.path), "/"),
            *devices,
            *("--ro-bind", str(self._trees.library.path), runtime.LIBRARY),
            *("--size", "65536", "--tmpfs", languages.PLACE, *files, "--remount-ro", languages.PLACE),
            # Shown to the zygote alone, which takes it away before it forks anybody.
            *("--bind", "/proc", "/boot"),
            *("--ro-bind", str(self._staging.path), "/bot"),
            *("--chdir", "/", "--clearenv"),
            *("--setenv", "LC_ALL", "C.UTF-8", "--setenv", "LD_LIBRARY_PATH", runtime.LIBRARY_PATH),
            # Sets of strings are walked in the same order in every run; threads share one heap, or each maps 64 MB.
            *("--setenv", "PYTHONHASHSEED", "0", "--setenv", "MALLOC_ARENA_MAX", "2"),
            *("--setenv", "OPENBLAS_NUM_THREADS", "1", "--setenv", "OMP_NUM_THREADS", "1"),
            *(runtime.PYTHON, "-S", "-s", "-P", "-B", "-X", "utf8", runtime.ZYGOTE),
        ]

    def _close_zygote(self) -> None:
        if self._zygote is not None:
            self._zygote.close()
            self._zygote = None
