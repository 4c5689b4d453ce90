"""Play for the referee benchmark: one process on one core, asked over standard input for slices of games.

The first line names the contestant, ``[kind, core, game]``; each further line is a number of seconds to play, or with
"shares" after it a slice in which every part is timed. One line of JSON answers each.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import engines
from benchmarks.referee_shares import Shares
from worker.contract import Limits
from worker.referee.game import play_game
from worker.referee.players import SeatPlayer
from worker.sandbox import Sandbox, SeatLimits

ROOT: Final = Path(__file__).resolve().parent.parent
BOT: Final = """
from fairdeal_bot import Bot, run

class Last(Bot):
    def act(self, request):
        return " ".join([word.partition("..")[0] for word in request.legal[-1].split(" ")])

run(Last)
"""
MEMORY_MB: Final = 256


class PipeSeat:
    """A bot without a sandbox: a plain process with pipes that is neither stopped nor measured."""

    def __init__(self, bundle: Path) -> None:
        path = os.pathsep.join([str(ROOT / "bots" / "sdk"), str(ROOT)])
        self._process = subprocess.Popen(
            [sys.executable, "-S", "-s", "-P", "-B", str(bundle / "main.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            env={**os.environ, "PYTHONPATH": path},
        )
        self._buffer = b""
        self.stopped = False

    def write(self, data: bytes, deadline: float) -> None:
        """Send bytes."""
        stdin = self._process.stdin
        if stdin is None:
            raise RuntimeError("no pipe")
        stdin.write(data)

    def ask(self, request: bytes, patience_s: float) -> bytes:
        """Send a request, and wait for the line that answers it."""
        self.write(request, 0.0)
        return self.read_line(0.0)

    def read_line(self, deadline: float) -> bytes:
        """Return the next line."""
        stdout = self._process.stdout
        if stdout is None:
            raise RuntimeError("no pipe")
        line, end, rest = self._buffer.partition(b"\n")
        while not end:
            part = os.read(stdout.fileno(), 65536)
            if not part:
                raise RuntimeError("the bot has ended")
            line, end, rest = (line + part).partition(b"\n")
        self._buffer = rest
        return line

    def has_pending_output(self) -> bool:
        """See nothing of what nobody asked for."""
        return False

    def cpu_ns(self) -> int:
        """Measure nothing."""
        return 0

    def stop(self) -> None:
        """Let it run."""

    def resume(self) -> None:
        """Let it run."""

    def wait_exit(self, deadline: float) -> bool:
        """Wait for its end."""
        self._process.wait(timeout=10)
        return True

    def close(self) -> None:
        """End it."""
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()
        self._process.kill()
        self._process.wait()


class Steady:
    """Measure of every game the time from the first request to the last answer."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._first = self._last = 0.0

    def player(self, launch: Callable[[], Any], limits: Limits) -> SeatPlayer:
        """Return a player whose acts are seen."""
        player = SeatPlayer(launch, limits)
        act = player.act

        def timed(*args: Any, **named: Any) -> str:
            self._first = self._first or time.perf_counter()
            answer = act(*args, **named)
            self._last = time.perf_counter()
            return answer

        player.act = timed  # type: ignore[method-assign]
        return player

    def end_game(self) -> None:
        """Add the game that has ended."""
        self.seconds += self._last - self._first
        self._first = 0.0


def slice_of(kind: str, game: engines.Game, launch: Callable[[], Any], seconds: float) -> dict[str, float]:
    """Play games for so long; return decisions, games, and seconds over all and steady."""
    steady, limits = Steady(), Limits(memory_mb=MEMORY_MB)
    decisions = games = 0
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds:
        seed = os.urandom(16).hex()
        if kind == "engine":
            decisions += _play_alone(game, seed)
        else:
            players = [steady.player(launch, limits) for _ in range(game.players)]
            played = play_game(game, seed, players, ["0" * 16] * game.players, memory_mb=MEMORY_MB)
            if played.faults:
                raise SystemExit(f"a bot of the benchmark failed: {played.faults[0]}")
            decisions += sum(seat.moves for seat in played.time)
            steady.end_game()
        games += 1
    over_all = time.perf_counter() - begun
    return {
        "decisions": decisions,
        "games": games,
        "seconds": over_all,
        "steady": over_all if kind == "engine" else steady.seconds,
    }


def _play_alone(game: engines.Game, seed: str) -> int:
    state, count, chance = game.new_state(seed), 0, random.random
    while not state.is_over:
        legal = state.legal_actions()
        state.apply(legal[int(chance() * len(legal))])
        count += 1
    return count


def main() -> None:
    """Answer slices until the input ends."""
    kind, core, game_id = json.loads(sys.stdin.readline())
    game = engines.make_game(game_id)
    with tempfile.TemporaryDirectory() as name:
        bundle = Path(name) / "bot"
        bundle.mkdir(mode=0o755)
        (bundle / "main.py").write_text(BOT, encoding="ascii")
        sandbox = Sandbox.open(Path(name) / "work") if kind == "sandbox" else None
        os.sched_setaffinity(0, {core})

        def launch() -> Any:
            if sandbox is None:
                return PipeSeat(bundle)
            return sandbox.start_seat(bundle, "main.py", "python", SeatLimits(memory_mb=MEMORY_MB))

        try:
            print(json.dumps("ready"), flush=True)
            for line in sys.stdin:
                seconds, *what = json.loads(line)
                if what:
                    with Shares() as shares:
                        slice_of(kind, game, launch, seconds)
                    print(json.dumps(shares.parts()), flush=True)
                else:
                    print(json.dumps(slice_of(kind, game, launch, seconds)), flush=True)
        finally:
            if sandbox is not None:
                sandbox.close()


if __name__ == "__main__":
    main()
