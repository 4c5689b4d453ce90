"""A worker that really plays: the referee with players in this process, so that records and results are true."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fairdeal.matches.models import Attempt
from fairdeal.matches.services import record_store

from tests.fairdeal.playing import FakeWorker
from worker.contract import MatchJob, read_job, to_message
from worker.referee.match import PlayedBlock, play_blocks
from worker.referee.players import RandomPlayer
from worker.referee.verdicts import BotFault, Verdict


class Breaking(RandomPlayer):
    """Play at random, and fail at a move."""

    def __init__(self, seed: bytes, moves: int) -> None:
        super().__init__(seed)
        self._left = moves

    def act(self, legal: list[str], observation: bytes, events: bytes, slow: Callable[[], None]) -> str:
        self._left -= 1
        if self._left < 0:
            raise BotFault(Verdict.CRASH, "it broke")
        return super().act(legal, observation, events, slow)


class HonestWorker(FakeWorker):
    """Answer jobs by playing them. `breaks` says after how many moves of a game an entrant fails."""

    def blocks(self, job: dict[str, Any], breaks: dict[int, int] | None = None) -> list[PlayedBlock]:
        """Play the blocks of a job; the same job gives the same games."""
        table = read_job(job, MatchJob)

        def make_player(entrant: int) -> RandomPlayer:
            seed = bytes([entrant]) * 16
            return Breaking(seed, breaks[entrant]) if breaks and entrant in breaks else RandomPlayer(seed)

        return list(play_blocks(table, make_player))

    def play_truly(
        self, job: dict[str, Any], breaks: dict[int, int] | None = None, played: list[PlayedBlock] | None = None
    ) -> Attempt:
        """Play a job to its end, records and all; `played` are its blocks where a test has them already."""
        self.progress(job)
        rows = []
        for block in played or self.blocks(job, breaks):
            record_store(
                attempt_id=job["attempt"],
                token=job["token"],
                block=block.index,
                content=block.record.content,
                sha256=block.record.sha256,
            )
            games = [to_message(game) for game in block.games]
            rows.append(
                {"index": block.index, "record": block.record.sha256, "size": block.record.size, "games": games}
            )
        words = {"outcome": "finished", "reason": "", "verdict": None, "blocks": rows}
        return self.answer({**self.sender(job), **words})
