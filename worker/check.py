"""Check a bundle: start it, play every game that it claims, and tell its author what broke, where and why."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator
from typing import Final, Literal

import engines
from engines import EngineError, Game
from worker.contract import CheckJob, CheckReport, CheckStep
from worker.referee.game import PlayedGame, play_game
from worker.referee.players import Player, RandomPlayer
from worker.referee.protocol import seat_rng
from worker.referee.verdicts import BotFault, Verdict, refine, stderr_tail

# The whole check, in the middle of a thought too; a bot that is merely slow has then shown enough, one that hangs is
# caught by its clock long before.
CHECK_WALL_S: Final = 120.0
# Every game that the bot claims gets this much for its first table, however long the others took.
LEAST_SHARE_S: Final = 10.0
# Games beside the first at the default table: other deals and other seats bring the rare phases.
PROBE_GAMES: Final = 3

# Makes a player that calls what it is given at every slice of a wait.
MakeBot = Callable[[Callable[[], None]], Player]


class _OutOfTime(Exception):
    """End a game that the check has no more time for."""


class _Timed:
    """Call `tick` until a moment has come, and end the game then."""

    def __init__(self, tick: Callable[[], None], now: Callable[[], float], end: float) -> None:
        self.now = now
        self._tick = tick
        self._end = end

    def __call__(self) -> None:
        if self.is_over:
            raise _OutOfTime
        self._tick()

    @property
    def is_over(self) -> bool:
        return self.now() > self._end


def check_bundle(
    job: CheckJob, make_bot: MakeBot, tick: Callable[[], None], now: Callable[[], float] = time.monotonic
) -> tuple[Literal["passed", "failed"], CheckReport]:
    """Run the steps until one fails, calling `tick` all the while; raise HostFault when we fail."""
    steps: list[CheckStep] = []
    for step in _steps(job, make_bot, tick, now):
        steps.append(step)
        if not step.ok:
            return "failed", CheckReport(summary=f"{step.name}: {step.verdict or step.detail}", steps=steps)
    # The start comes first, then every game's first table.
    tables = zip(job.games, steps[1:], strict=False)
    played = ", ".join(f"{game} (in part)" if step.detail else game for game, step in tables)
    return "passed", CheckReport(summary=f"Started, and played without a fault: {played}", steps=steps)


def _steps(job: CheckJob, make_bot: MakeBot, tick: Callable[[], None], now: Callable[[], float]) -> Iterator[CheckStep]:
    end = now() + CHECK_WALL_S
    games: list[Game] = []
    for game_id in job.games:
        try:
            games.append(engines.make_game(game_id))
        except EngineError as error:
            yield CheckStep(name="games", ok=False, detail=str(error))
            return
    yield _start_step(job, games[0], make_bot, tick, now)
    # First all games once, each with its share of the time; then, while there is time, larger tables and other deals.
    for number, game in enumerate(games):
        share = max(LEAST_SHARE_S, (end - now()) / (len(games) - number))
        yield _game_step(job, _against(game), game, 0, make_bot, _Timed(tick, now, now() + share))
    timed = _Timed(tick, now, end)
    for game in games:
        if game.players != game.max_players and not timed.is_over:
            table = engines.make_game(game.id, game.max_players)
            yield _game_step(job, _against(table), table, 0, make_bot, timed)
    for probe in range(1, PROBE_GAMES + 1):
        for game in games:
            if not timed.is_over:
                name = f"{game.id}, more deals and seats ({probe})"
                yield _game_step(job, name, game, probe, make_bot, timed)


def _against(game: Game) -> str:
    return f"{game.id}, {game.players} players against random"


def _start_step(
    job: CheckJob, game: Game, make_bot: MakeBot, tick: Callable[[], None], now: Callable[[], float]
) -> CheckStep:
    bot = make_bot(tick)
    started = now()
    try:
        rng = seat_rng(_seed(job, game, 0), 0, 0, 0)
        bot.start(game=game.id, players=game.players, seat=0, options=dict(game.options), rng=rng)
    except BotFault as fault:
        evidence = bot.close(grace=False)
        found = refine(fault, evidence, job.limits.memory_mb)
        log = stderr_tail(evidence) if evidence is not None else None
        return CheckStep(name="start", ok=False, verdict=found.verdict, detail=found.detail, stderr=log)
    finally:
        bot.close(grace=False)
    return CheckStep(name="start", ok=True, ms=round((now() - started) * 1e3, 1))


def _game_step(job: CheckJob, name: str, game: Game, probe: int, make_bot: MakeBot, timed: _Timed) -> CheckStep:
    """Play one game: the bot on all seats of one side, another side with every probe, random on the others."""
    seed = _seed(job, game, probe)
    side = probe % game.sides
    mine = [seat for seat in range(game.players) if game.side_of[seat] == side]
    own = {seat: make_bot(timed) for seat in mine}
    players = [own.get(seat) or RandomPlayer(_opponent(seed, seat)) for seat in range(game.players)]
    rngs = [seat_rng(seed, 0, probe, seat) for seat in range(game.players)]
    started = timed.now()
    try:
        outcome = play_game(game, seed, players, rngs, memory_mb=job.limits.memory_mb, tick=timed)
    except _OutOfTime:
        actions = sum(player.clock.moves for player in own.values())
        seconds = timed.now() - started
        if not actions and not probe:
            return CheckStep(name=name, ok=False, detail=f"it played no action of this game in {seconds:.0f} s")
        return CheckStep(name=name, ok=True, detail=f"no fault in {actions} actions of its own in {seconds:.0f} s")
    return _verdict_step(name, outcome, mine, round((timed.now() - started) * 1e3, 1))


def _verdict_step(name: str, outcome: PlayedGame, mine: list[int], ms: float) -> CheckStep:
    faults = [fault for fault in outcome.faults if fault.seat in mine]
    if not faults:
        return CheckStep(name=name, ok=True, ms=ms)
    # Partners may fail both: the first in the game is the one to mend.
    fault = min(faults, key=lambda fault: (fault.deal, fault.action_index, fault.seat))
    situation = outcome.situations.get(fault.seat)
    return CheckStep(
        name=name,
        ok=False,
        ms=ms,
        verdict=Verdict(fault.verdict),
        detail=fault.detail,
        state=situation.observation if situation else None,
        legal=situation.legal if situation else None,
        stderr=fault.evidence.stderr_tail,
    )


def _seed(job: CheckJob, game: Game, probe: int) -> str:
    """Derive the seed of a game of the check: the same bundle is checked with the same cards."""
    return hashlib.sha256(f"fairdeal-check-1|{job.bundle}|{game.ruleset}|{probe}".encode()).hexdigest()


def _opponent(seed: str, seat: int) -> bytes:
    return hashlib.sha256(f"{seed}|{seat}".encode()).digest()
