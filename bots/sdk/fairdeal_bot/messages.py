"""What the referee says, as small objects: a start, requests, an end."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]
# A request as the referee writes it, up to its larger part; within a text the quotation marks would be escaped.
_N, _LEGAL, _LARGER_PART = b'{"type":"act","n":', b',"legal":["', b',"observation":'


@dataclass
class Clock:
    """The time left: `bank_ms` beyond the allowance a move, and what the last move cost (`last_ms`)."""

    bank_ms: float
    last_ms: float


@dataclass
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


class Request:
    """One decision: what is legal, everything the seat may know, and what happened since its last request.

    Reading JSON takes longer than many a choice, so all but `n` and `legal` is read when it is first looked at.
    """

    __slots__ = ("_message", "_unread", "legal", "n")

    def __init__(self, n: int, legal: list[str], message: Json | None, unread: bytes = b"") -> None:
        self.n = n
        self.legal = legal
        self._message = message
        self._unread = unread

    @property
    def observation(self) -> Json:
        """All that the rules let the seat know now."""
        observation: Json = self._whole()["observation"]
        return observation

    @property
    def events(self) -> list[Json]:
        """What the seat could see since its last request, in order."""
        events: list[Json] = self._whole()["events"]
        return events

    @property
    def clock(self) -> Clock:
        """The time left."""
        clock = self._whole()["clock"]
        return Clock(bank_ms=clock["bank_ms"], last_ms=clock["last_ms"])

    def _whole(self) -> Json:
        if self._message is None:
            self._message = json.loads(b'{"observation":' + self._unread)
        return self._message


@dataclass
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


def request_from(line: bytes) -> Request | None:
    """Read a request that is written as the referee writes it, and has no escapes in its first part; None if not."""
    first, found, unread = line.partition(_LARGER_PART)
    n, has_legal, texts = first[len(_N) :].partition(_LEGAL)
    if not (found and has_legal and n.isdigit() and first.startswith(_N) and texts.endswith(b'"]')) or b"\\" in first:
        return None
    legal = texts[:-2].decode().split('","')
    if texts.count(b'"') != 2 * len(legal) - 1:
        return None  # something stands behind the list
    return Request(int(n), legal, None, unread)


def end_from(message: Json) -> End:
    """Read an end message."""
    return End(
        places=message["places"],
        totals=message["totals"],
        payouts=message["payouts"],
        events=message["events"],
    )
