"""Play blocks of one line-up in processes of this machine, and hand them over in their order."""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import json
import multiprocessing
import os
import signal
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import FrameType
from typing import Any, Final, Literal, NoReturn

import engines
from bots.cli.contestants import Contestant
from bots.cli.errors import CliError, Exit
from bots.cli.launch import Walls, open_launcher, player_of
from engines.core.rng import seed_from_text
from worker.contract import GameResult, Limits, MatchJob
from worker.referee.match import play_blocks
from worker.referee.players import SeatPlayer
from worker.referee.record import pack_block
from worker.referee.verdicts import HostFault
from worker.sandbox import SandboxUnavailable

_STOP_S: Final = 5.0


@dataclass(frozen=True)
class LineUp:
    """A table: the game, who sits where, the seed of all deals, and how it is played."""

    game: engines.Game
    entry: Literal["side", "seat"]
    bots: Sequence[Contestant]
    seed: str
    limits: Limits
    walls: Walls

    @property
    def games_a_block(self) -> int:
        """Return how many games a block has: each entrant once in every place."""
        return len(self.bots)

    def job(self, block: int) -> MatchJob:
        """Make the referee's job of one block."""
        return MatchJob(
            contract=1,
            match=0,
            attempt=0,
            token="",
            platform="",
            game=self.game.id,
            players=self.game.players,
            options=dict(self.game.canonical_options),
            entry=self.entry,
            entrants=[bot.entrant for bot in self.bots],
            seeds=[_derive(self.seed, "block", block)],
            rng_seed=_derive(self.seed, "rng", block),
            limits=self.limits,
        )


@dataclass(frozen=True)
class Block:
    """A played block: its index, its games, and its record as the site stores it."""

    index: int
    games: list[GameResult]
    record: bytes


def read_seed(text: str | None) -> str:
    """Return the seed that any text stands for; None: a new one."""
    return os.urandom(16).hex() if text is None else seed_from_text(text)


def play(line_up: LineUp, blocks: int, processes: int) -> Generator[Block, None, None]:
    """Play the blocks, and give them in order; closing the iterator ends everything that still plays."""
    crew = _Crew(line_up, min(processes, blocks))
    waiting: dict[int, Block] = {}
    try:
        for index in range(blocks):
            while index not in waiting:
                block = crew.next(blocks)
                waiting[block.index] = block
            yield waiting.pop(index)
    finally:
        crew.stop()


class _Crew:
    """Processes that play a block each, and are given the next as they finish."""

    def __init__(self, line_up: LineUp, size: int) -> None:
        self._hands: dict[Connection, BaseProcess] = {}
        self._given = 0
        # Forked: what was unpacked and imported is there already, and this process has no threads yet.
        context = multiprocessing.get_context("fork")
        for _ in range(size):
            ours, theirs = context.Pipe()
            process = context.Process(target=_serve, args=(line_up, theirs, [ours, *self._hands]), daemon=True)
            process.start()
            theirs.close()
            self._hands[ours] = process
        self._idle = list(self._hands)

    def next(self, blocks: int) -> Block:
        """Wait for the next block that is done, whichever it is."""
        while self._idle and self._given < blocks:
            with contextlib.suppress(BrokenPipeError):  # it has ended: what it said on the way is read below
                self._idle.pop().send(self._given)
            self._given += 1
        ready = wait(list(self._hands))[0]
        assert isinstance(ready, Connection)
        try:
            answer = ready.recv()
        except EOFError:
            raise CliError("a process that played has ended", "Is there memory enough?", Exit.MACHINE) from None
        if isinstance(answer, CliError):
            raise answer
        self._idle.append(ready)
        assert isinstance(answer, Block)
        return answer

    def stop(self) -> None:
        """End the processes, each with the bots that it holds."""
        for process in self._hands.values():
            process.terminate()
        for connection, process in self._hands.items():
            process.join(_STOP_S)
            if process.is_alive():
                process.kill()
                process.join()
            process.close()
            connection.close()


def _serve(line_up: LineUp, orders: Connection, others: Sequence[Connection]) -> None:
    """Play the blocks that are asked for, until nobody asks any more."""
    for connection in others:
        connection.close()  # so that the end of the one process that asks shows as an end
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches every process: who asks decides
    signal.signal(signal.SIGTERM, _leave)
    try:
        with open_launcher(line_up.walls) as launcher:
            for bot in line_up.bots:
                launcher.require_language(bot.facts.language)

            def make_player(entrant: int) -> SeatPlayer:
                return player_of(launcher, line_up.bots[entrant], line_up.limits)

            while True:
                index = orders.recv()
                job = line_up.job(index)
                for played in play_blocks(job, make_player):
                    orders.send(Block(index, played.games, _renumbered(index, played.record.content)))
    except EOFError:
        return
    except (CliError, HostFault, SandboxUnavailable) as error:
        with contextlib.suppress(OSError):
            orders.send(error if isinstance(error, CliError) else _machine_error(error, line_up.walls))


def _machine_error(error: Exception, walls: Walls) -> CliError:
    do = "Mend that" if walls is Walls.NONE else "Mend that, or add --walls none"
    return CliError(str(error), f"{do}, and try again.", Exit.MACHINE)


def _leave(number: int, frame: FrameType | None) -> NoReturn:
    raise SystemExit(128 + number)


def _renumbered(index: int, record: bytes) -> bytes:
    """Give a record its place: a job of one block knows only the number 0."""
    games: list[dict[str, Any]] = json.loads(gzip.decompress(record))["games"]
    return pack_block(index, games).content


def _derive(seed: str, what: str, block: int) -> str:
    return hashlib.sha256(f"fairdeal-play-1|{seed}|{what}|{block}".encode()).hexdigest()
