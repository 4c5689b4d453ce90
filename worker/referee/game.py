"""One game: asks the seats in turn, plays passively for seats that failed, and scores the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

import msgspec

from engines import BadNotation, Game, IllegalAction, State
from worker.contract import Fault, FaultEvidence, SeatTime
from worker.referee.news import News
from worker.referee.players import Player
from worker.referee.verdicts import (
    BotFault,
    HostFault,
    HostVerdict,
    Verdict,
    final_places,
    printable,
    refine,
    stderr_tail,
)
from worker.sandbox import Evidence


@dataclass(frozen=True)
class Situation:
    """What a seat was looking at when it failed: for its author."""

    observation: dict[str, Any]
    legal: list[str]


@dataclass
class PlayedGame:
    """A game played to its end; lists are by seat."""

    record: dict[str, Any]
    places: list[int]
    totals: list[int]
    payouts: list[float]
    deals: int
    verdicts: list[Verdict]
    faults: list[Fault]
    time: list[SeatTime]
    situations: dict[int, Situation] = field(default_factory=dict)


def play_game(
    game: Game,
    seed: str,
    players: Sequence[Player],
    rngs: Sequence[str],
    *,
    memory_mb: int,
    tick: Callable[[], None] = lambda: None,
) -> PlayedGame:
    """Play one game from a seed, calling `tick` before every action; raise HostFault when we fail, never for a bot."""
    table = _Table(game, seed, players, memory_mb)
    try:
        table.start(rngs)
        while not table.state.is_over:
            tick()
            table.step()
        table.announce_end()
    finally:
        # Whatever happened, no process stays behind.
        table.close_all()
    return table.result()


def _engine_fault(error: Exception) -> HostFault:
    """Name an error of an engine as our own fault."""
    return HostFault(HostVerdict.ENGINE_ERROR, f"{type(error).__name__}: {error}")


class _Table:
    """The seats of one game with what became of them."""

    def __init__(self, game: Game, seed: str, players: Sequence[Player], memory_mb: int) -> None:
        self._game = game
        self._players = players
        self._memory_mb = memory_mb
        try:
            self.state: State = game.new_state(seed)
        except Exception as error:
            raise _engine_fault(error) from error
        self._news = News(self.state)
        self._faults: dict[int, tuple[BotFault, int, int]] = {}
        self._evidence: dict[int, Evidence] = {}
        self._situations: dict[int, Situation] = {}
        self._times: list[float] = []

    def start(self, rngs: Sequence[str]) -> None:
        for seat, player in enumerate(self._players):
            try:
                player.start(
                    game=self._game.id,
                    players=self._game.players,
                    seat=seat,
                    options=dict(self._game.options),
                    rng=rngs[seat],
                )
            except BotFault as fault:
                self._drop(seat, fault)

    def step(self) -> None:
        """Play one action of the seat to act."""
        seat = self.state.current_player
        if seat is None:
            raise HostFault(HostVerdict.ENGINE_ERROR, "a game that is not over must have a player to act")
        action, ms = (None, 0.0) if seat in self._faults else self._ask(seat)
        try:
            self.state.apply(self.state.passive_action() if action is None else action)
        except Exception as error:
            raise _engine_fault(error) from error
        self._times.append(ms)

    def announce_end(self) -> None:
        """Give every seat that still plays its last observation, and the time to see it."""
        totals, payouts = list(self.state.totals), list(self.state.payouts or ())
        for seat, player in enumerate(self._players):
            if seat in self._faults:
                continue
            try:
                player.end(places=self._places(), totals=totals, payouts=payouts, events=self._news.untold(seat))
            except BotFault as fault:
                self._drop(seat, fault)

    def close_all(self) -> None:
        # A stack: where ending one process fails, the others are ended all the same.
        with ExitStack() as stack:
            for seat in reversed(self._seats()):
                stack.callback(self._close, seat, self.state.is_over)

    def result(self) -> PlayedGame:
        verdicts = [self._faults[seat][0].verdict if seat in self._faults else Verdict.OK for seat in self._seats()]
        try:
            record = self.state.record()
        except Exception as error:
            raise _engine_fault(error) from error
        record["times"] = self._times_by_deal(record)
        # The result stays what the cards said; with the verdicts anyone can apply the fault rule again.
        record.setdefault("result", {})["verdicts"] = [str(verdict) for verdict in verdicts]
        return PlayedGame(
            record=record,
            places=self._places(),
            totals=list(self.state.totals),
            payouts=list(self.state.payouts or ()),
            deals=len(record["deals"]),
            verdicts=verdicts,
            faults=[self._fault_message(seat) for seat in sorted(self._faults)],
            time=[self._time_message(seat) for seat in self._seats()],
            situations=self._situations,
        )

    def _close(self, seat: int, grace: bool) -> None:
        evidence = self._players[seat].close(grace=grace)
        if evidence is None:
            return
        self._evidence[seat] = evidence
        if evidence.stderr_overflow and seat not in self._faults:
            # It played on, but an author's log that is cut off is no log.
            self._note(seat, BotFault(Verdict.OUTPUT_LIMIT, "wrote more to stderr than its limit"))

    def _seats(self) -> range:
        return range(len(self._players))

    def _ask(self, seat: int) -> tuple[int | None, float]:
        """Ask a seat; return its action, or None when it failed, and what the action cost it."""
        player = self._players[seat]
        try:
            legal, observation, news = self.state.legal(), self._news.observation(seat), self._news.untold(seat)
        except Exception as error:
            raise _engine_fault(error) from error
        try:
            return self._read(player.act(legal, observation, news, self._rest_others), legal), player.clock.last_ms
        except BotFault as fault:
            self._situations[seat] = Situation(msgspec.json.decode(observation), legal)
            self._drop(seat, fault)
            return None, 0.0

    def _rest_others(self) -> None:
        """Let nobody think on the time of the player to act."""
        for seat, player in enumerate(self._players):
            if seat != self.state.current_player and seat not in self._faults:
                player.rest()

    def _read(self, text: str, legal: list[str]) -> int:
        try:
            return self.state.parse(text)
        except (BadNotation, IllegalAction):
            expected = printable(", ".join(legal), 400)
            raise BotFault(
                Verdict.ILLEGAL_ACTION, f"the action {printable(text)!r} is not legal; legal were: {expected}"
            ) from None
        except Exception as error:
            raise _engine_fault(error) from error

    def _drop(self, seat: int, fault: BotFault) -> None:
        """Put a seat out of the game, and see what its process leaves behind."""
        evidence = self._players[seat].close(grace=False)
        if evidence is not None:
            self._evidence[seat] = evidence
        self._note(seat, refine(fault, evidence, self._memory_mb))

    def _note(self, seat: int, fault: BotFault) -> None:
        deal = self.state.deals_done if self.state.in_deal else max(0, self.state.deals_done - 1)
        self._faults[seat] = (fault, deal, len(self.state.moves))

    def _places(self) -> list[int]:
        return final_places(self.state.places or (), self._game.side_of, set(self._faults))

    def _times_by_deal(self, record: dict[str, Any]) -> list[list[float]]:
        times = iter(self._times)
        return [[next(times) for _ in deal["actions"]] for deal in record["deals"]]

    def _time_message(self, seat: int) -> SeatTime:
        clock, found = self._players[seat].clock, self._evidence.get(seat)
        return SeatTime(
            moves=clock.moves,
            cpu_ms=round(clock.cpu_ms, 3),
            max_ms=round(clock.max_ms, 3),
            wall_ms=round(found.wall_ms, 3) if found is not None else 0.0,
            peak_kib=found.peak_kib if found is not None else 0,
        )

    def _fault_message(self, seat: int) -> Fault:
        fault, deal, index = self._faults[seat]
        found = self._evidence.get(seat)
        evidence = FaultEvidence()
        if found is not None:
            evidence = FaultEvidence(
                signal=found.signal,
                exit_code=found.exit_code,
                cpu_ms=round(found.cpu_ms, 3),
                wall_ms=round(found.wall_ms, 3),
                peak_kib=found.peak_kib,
                stderr_tail=stderr_tail(found),
            )
        return Fault(
            seat=seat, verdict=fault.verdict, detail=fault.detail, deal=deal, action_index=index, evidence=evidence
        )
