"""The sandbox of this process: what all its seats share, opened once and tested before it is used."""

from __future__ import annotations

import shutil
import threading
from pathlib import Path, PurePosixPath
from typing import Final

from worker.sandbox.errors import SandboxUnavailable
from worker.sandbox.identity import BotUser, bot_user
from worker.sandbox.launch import command, launch
from worker.sandbox.limits import SeatLimits
from worker.sandbox.places import find_base
from worker.sandbox.runtime import Runtime, open_runtime
from worker.sandbox.seat import Seat
from worker.sandbox.staging import Staging

LANGUAGES: Final = ("python",)
_SYSTEM_PATH: Final = "/usr/local/bin:/usr/bin:/bin"


class Sandbox:
    """Start bots, each in a bubblewrap of its own."""

    name: Final = "bwrap"

    def __init__(self, program: str, user: BotUser, base: Path, trees: Runtime) -> None:
        self.user = user
        self.base = base
        self._program = program
        self._trees = trees
        self._staging = Staging(base, user)

    @classmethod
    def open(cls, work_dir: Path, *, user: str | None = None) -> Sandbox:
        """Build what bots see and test that it holds; raise SandboxUnavailable with the first line that does not."""
        from worker.sandbox.selftest import run_selftest

        sandbox = cls.open_untested(work_dir, user=user)
        try:
            failed = next((check for check in run_selftest(sandbox) if not check.ok), None)
        except BaseException:
            sandbox.close()
            raise
        if failed is not None:
            sandbox.close()
            raise SandboxUnavailable(f"self-test: {failed.name}: {failed.detail}", failed.remedy)
        return sandbox

    @classmethod
    def open_untested(cls, work_dir: Path, *, user: str | None = None) -> Sandbox:
        """Build what bots see; for the self-test and its report only."""
        program = shutil.which("bwrap") or shutil.which("bwrap", path=_SYSTEM_PATH)
        if program is None:
            raise SandboxUnavailable("bwrap not found", "apt-get install bubblewrap")
        identity = bot_user(user)
        base = find_base(work_dir, identity)
        return cls(program, identity, base, open_runtime(base))

    @property
    def python_tree(self) -> Path:
        """Return where the interpreter that bots see lies outside."""
        return self._trees.python.path

    def start_seat(self, bundle_dir: Path, entry: str, language: str, limits: SeatLimits) -> Seat:
        """Start a bot: when this returns, its own code is about to run.

        To be called from the main thread: bots die with the thread that started them.
        """
        if threading.current_thread() is not threading.main_thread():
            raise RuntimeError("a seat must be started from the main thread: its process dies with the thread")
        if language not in LANGUAGES:
            raise SandboxUnavailable(f"bots in {language!r} cannot be run", f"languages are: {', '.join(LANGUAGES)}")
        path = PurePosixPath(entry)
        if not entry or path.is_absolute() or ".." in path.parts or "\0" in entry:
            raise ValueError(f"the entry {entry!r} is not a file inside the bundle")
        bundle = self._staging.place(bundle_dir)
        return Seat(launch(command(self._program, self._trees, bundle), entry, limits, self.user), limits)

    def close(self) -> None:
        """Give back what the sandbox holds; seats are closed by whoever started them."""
        self._staging.close()
        self._trees.release()
