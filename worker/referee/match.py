"""A match: every block once in each rotation of the entrants over the seats."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

import engines
from engines import EngineError, Game
from worker.contract import GameResult, MatchJob
from worker.referee.game import PlayedGame, play_game
from worker.referee.players import Player
from worker.referee.protocol import seat_rng
from worker.referee.record import BlockRecord, pack_block
from worker.referee.verdicts import HostFault, HostVerdict

# Makes the player of an entrant (its index in the job) for one seat of one game.
MakePlayer = Callable[[int], Player]


@dataclass(frozen=True)
class PlayedBlock:
    """A whole block: its results, and the record to store."""

    index: int
    games: list[GameResult]
    record: BlockRecord


def seating(entry: Literal["side", "seat"], game: Game, rotation: int) -> list[int]:
    """Say which entrant sits at each seat in a rotation.

    Side s is played by entrant (s + rotation) mod sides; or seat i by entrant (i + rotation) mod seats.
    """
    places = game.side_of if entry == "side" else tuple(range(game.players))
    size = game.sides if entry == "side" else game.players
    return [(place + rotation) % size for place in places]


def make_table(job: MatchJob) -> Game:
    """Make the game of a job; a job that the engines refuse is our fault, not a bot's."""
    try:
        game = engines.make_game(job.game, job.players, job.options)
    except EngineError as error:
        raise HostFault(HostVerdict.ENGINE_ERROR, str(error)) from error
    expected = game.sides if job.entry == "side" else game.players
    if len(job.entrants) != expected:
        raise HostFault(
            HostVerdict.ENGINE_ERROR,
            f"{game.ruleset} played by {job.entry} takes {expected} entrants, the job names {len(job.entrants)}",
        )
    return game


def play_blocks(
    job: MatchJob, make_player: MakePlayer, *, tick: Callable[[], None] = lambda: None
) -> Iterator[PlayedBlock]:
    """Play the blocks of a job one after another; raise HostFault when we fail."""
    game = make_table(job)
    for index, seed in enumerate(job.seeds):
        played: list[tuple[list[int], PlayedGame]] = []
        for rotation in range(len(job.entrants)):
            seats = seating(job.entry, game, rotation)
            rngs = [seat_rng(job.rng_seed, index, rotation, seat) for seat in range(game.players)]
            players = [make_player(entrant) for entrant in seats]
            outcome = play_game(game, seed, players, rngs, memory_mb=job.limits.memory_mb, tick=tick)
            played.append((seats, outcome))
        yield PlayedBlock(
            index=index,
            games=[_result(seats, outcome) for seats, outcome in played],
            record=pack_block(index, [outcome.record for _, outcome in played]),
        )


def _result(seats: list[int], outcome: PlayedGame) -> GameResult:
    return GameResult(
        seating=seats,
        places=outcome.places,
        totals=outcome.totals,
        payouts=outcome.payouts,
        deals=outcome.deals,
        verdicts=[str(verdict) for verdict in outcome.verdicts],
        faults=outcome.faults,
        time=outcome.time,
    )
