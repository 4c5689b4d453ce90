"""A bot at the table: a program of one's own in a process of its own, spoken to in the bot protocol.

It is run as it is, with all that the person who starts it may do: no sandbox is around it. What it gets is time by the
wall clock, generously; what it writes to standard error is shown when it fails.
"""

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any, Final

from engines.core.errors import EngineError
from engines.core.history import Event
from engines.core.rng import Stream
from engines.core.state import State

PROTOCOL: Final = 1
MOVE_SECONDS: Final = 10.0  # what a person waits for a bot without thinking that it hangs
END_SECONDS: Final = 1.0
MAX_LINE: Final = 64 * 1024
LOG_TAIL: Final = 2000  # characters of standard error shown when a bot fails
_KIT: Final = Path(__file__).resolve().parents[2] / "bots" / "sdk"


class BotFailure(EngineError):
    """Report what a bot did that no bot may do."""


def entry_of(path: Path) -> Path:
    """Return the file that is run: the path itself, or in a folder what bot.toml names, else main.py."""
    if not path.is_dir():
        entry = path
    else:
        manifest = path / "bot.toml"
        try:
            named = (
                tomllib.loads(manifest.read_text("utf-8")).get("entry", "main.py") if manifest.exists() else "main.py"
            )
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise EngineError(f"{manifest} cannot be read: {error}") from None
        entry = path / str(named)
    if not entry.is_file() or entry.suffix != ".py":
        raise EngineError(f"there is no bot at {path}: expected a Python file, or a folder with bot.toml or main.py")
    return entry.resolve()


class BotProcess:
    """Play one seat of one game through a child process; `close` ends it whatever state it is in."""

    def __init__(self, path: Path, seat: int, seconds: float = MOVE_SECONDS) -> None:
        self.path = path
        self.seat = seat
        self._seconds = seconds
        self._asked = 0
        entry = entry_of(path)
        self._log: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115  # closed in close()
        self._process = subprocess.Popen(
            [sys.executable, str(entry)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            cwd=entry.parent,
            env={**os.environ, "PYTHONPATH": _search_path()},
            start_new_session=True,
        )
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        """Hand on the lines of standard output; an empty one at its end."""
        assert self._process.stdout is not None
        with contextlib.suppress(OSError, ValueError):
            while line := self._process.stdout.readline(MAX_LINE + 1):
                self._lines.put(line)
                if len(line) > MAX_LINE:
                    break
        self._lines.put(b"")

    def start(self, state: State) -> None:
        """Tell the bot what is played and wait until it is ready."""
        game = state.game
        self._send(
            {
                "type": "start",
                "protocol": PROTOCOL,
                "game": game.id,
                "players": game.players,
                "seat": self.seat,
                "options": game.options,
                "rng": f"{_own_seed(state, self.seat):016x}",
                "clock": {"move_ms": self._seconds * 1000, "bank_ms": 0},
            }
        )
        if self._answer() != {"type": "ready"}:
            raise self._failure('did not answer {"type":"ready"} to its start')

    def choose(self, state: State, events: Sequence[Event]) -> int:
        """Ask for an action; raise BotFailure if there is no legal one in time."""
        self._asked += 1
        request = {
            "type": "act",
            "n": self._asked,
            "observation": state.observation(self.seat),
            "legal": state.legal(),
            "events": list(events),
            "clock": {"bank_ms": 0, "last_ms": 0},
        }
        self._send(request)
        answer = self._answer()
        if answer.keys() != {"n", "action"} or answer["n"] != self._asked:
            raise self._failure(f"answered {answer!r} to request {self._asked}"[:300])
        try:
            return state.parse(answer["action"])
        except EngineError as error:
            raise self._failure(str(error)[:300]) from None

    def end(self, state: State, events: Sequence[Event]) -> None:
        """Tell the bot the outcome; nothing is answered."""
        outcome = {"places": list(state.places or ()), "payouts": list(state.payouts or ())}
        with contextlib.suppress(BotFailure):
            self._send({"type": "end", "totals": list(state.totals), "events": list(events), **outcome})
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(END_SECONDS)

    def close(self) -> None:
        """Kill the process with all that it has started, and reap it."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        assert self._process.stdin is not None and self._process.stdout is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()
        self._reader.join(END_SECONDS)
        if not self._reader.is_alive():  # else something that left the group holds the pipe: closing would wait for it
            self._process.stdout.close()
        self._log.close()

    def _send(self, message: Mapping[str, Any]) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            raise self._failure("has ended before the game") from None

    def _answer(self) -> dict[str, Any]:
        try:
            line = self._lines.get(timeout=self._seconds)
        except queue.Empty:
            raise self._failure(f"did not answer within {self._seconds:g} s") from None
        if not line:
            raise self._failure("has ended before the game")
        try:
            answer = json.loads(line) if len(line) <= MAX_LINE else None
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            raise self._failure(f"answered {line[:80]!r}, which is no JSON object of at most {MAX_LINE} bytes")
        return answer

    def _failure(self, what: str) -> BotFailure:
        self._log.seek(0, os.SEEK_END)
        self._log.seek(max(0, self._log.tell() - LOG_TAIL))
        log = self._log.read().decode("utf-8", "replace").strip()
        return BotFailure(f"the bot {self.path} {what}" + (f"; its log ends:\n{log}" if log else ""))


def _own_seed(state: State, seat: int) -> int:
    """Draw 64 bits for a bot, from the game's seed but with nothing of its cards."""
    stream = Stream(state.seed or bytes(16), "terminal-bot", seat)
    return stream.below(1 << 64)


def _search_path() -> str:
    """Let the bot import the kit and the engines, as on the site."""
    places = [str(_KIT), str(_KIT.parents[1]), os.environ.get("PYTHONPATH", "")]
    return os.pathsep.join(place for place in places if place)
