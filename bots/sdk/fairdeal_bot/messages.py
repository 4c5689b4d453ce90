"""What the referee says, as small objects: a start, requests, an end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]


@dataclass(slots=True)
class Clock:
    """The time left: `bank_ms` beyond the allowance a move, and what the last move cost (`last_ms`)."""

    bank_ms: float
    last_ms: float


@dataclass(slots=True)
class Start:
    """The first message of a game: which game, which seat, how much time."""

    protocol: int
    game: str
    players: int
    seat: int
    options: Json
    rng: str
    move_ms: float
    bank_ms: float


@dataclass(slots=True)
class Request:
    """One decision: everything the seat may know, what is legal, and what happened since its last request."""

    n: int
    observation: Json
    legal: list[str]
    events: list[Json]
    clock: Clock


@dataclass(slots=True)
class End:
    """The last message of a game: places (1 is best), totals and payouts by seat, and the last events."""

    places: list[int]
    totals: list[Any]
    payouts: list[Any]
    events: list[Json]


def start_from(message: Json) -> Start:
    """Read a start message."""
    clock = message["clock"]
    return Start(
        protocol=message["protocol"],
        game=message["game"],
        players=message["players"],
        seat=message["seat"],
        options=message["options"],
        rng=message["rng"],
        move_ms=clock["move_ms"],
        bank_ms=clock["bank_ms"],
    )


def request_from(message: Json) -> Request:
    """Read a request to act."""
    clock = message["clock"]
    return Request(
        n=message["n"],
        observation=message["observation"],
        legal=message["legal"],
        events=message["events"],
        clock=Clock(bank_ms=clock["bank_ms"], last_ms=clock["last_ms"]),
    )


def end_from(message: Json) -> End:
    """Read an end message."""
    return End(
        places=message["places"],
        totals=message["totals"],
        payouts=message["payouts"],
        events=message["events"],
    )
