"""The bot protocol, version 1: lines of JSON to a bot, strictly read lines from it."""

from __future__ import annotations

import hashlib
import hmac
import json
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from worker.referee.verdicts import BotFault, Verdict, printable

PROTOCOL: Final = 1
_ENCODER = msgspec.json.Encoder()


class Ready(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="ready"):
    """The answer to a start message."""


class Answer(Struct, frozen=True, forbid_unknown_fields=True):
    """The answer to a request."""

    n: Annotated[int, Meta(ge=0)]
    action: Annotated[str, Meta(max_length=200)]


# The decoder takes the last of two values for one key. A line with each key once has so many quotation marks; one with
# more is looked at twice, as there may be some in its action.
_READY_QUOTES: Final = 4
_ANSWER_QUOTES: Final = 6

_READY = msgspec.json.Decoder(Ready)
_ANSWER = msgspec.json.Decoder(Answer)


def start_line(
    *, game: str, players: int, seat: int, options: dict[str, Any], rng: str, clock: dict[str, float]
) -> bytes:
    """Write the first message of a game."""
    return _line(
        {
            "type": "start",
            "protocol": PROTOCOL,
            "game": game,
            "players": players,
            "seat": seat,
            "options": options,
            "rng": rng,
            "clock": clock,
        }
    )


def act_line(*, n: int, legal: list[str], observation: bytes, events: bytes, clock: dict[str, float]) -> bytes:
    """Write a request, of an observation and events that are JSON already.

    The order is no part of the protocol; with what is short before what is long a bot need not read all of it.
    """
    return b'{"type":"act","n":%d,"legal":%b,"observation":%b,"events":%b,"clock":%b}\n' % (
        n,
        _ENCODER.encode(legal),
        observation,
        events,
        _ENCODER.encode(clock),
    )


def end_line(*, places: list[int], totals: list[int], payouts: list[float], events: bytes) -> bytes:
    """Write the last message of a game, with events that are JSON already."""
    return _line({"type": "end", "places": places, "totals": totals, "payouts": payouts, "events": msgspec.Raw(events)})


def read_ready(line: bytes) -> None:
    """Read the answer to a start message."""
    try:
        _READY.decode(line)
        if line.count(b'"') != _READY_QUOTES:
            _refuse_duplicates(line)
    except (ValueError, RecursionError) as error:
        raise BotFault(
            Verdict.START_FAILED,
            f'the answer to start must be {{"type":"ready"}}, not {printable(line)} ({printable(str(error))})',
        ) from None


def read_answer(line: bytes, n: int) -> str:
    """Read the answer to request `n`; return the action."""
    try:
        answer = _ANSWER.decode(line)
        if line.count(b'"') != _ANSWER_QUOTES:
            _refuse_duplicates(line)
    except (ValueError, RecursionError) as error:
        raise BotFault(
            Verdict.BAD_MESSAGE,
            f'an answer must be {{"n":{n},"action":"..."}}, not {printable(line)} ({printable(str(error))})',
        ) from None
    if answer.n != n:
        when = "a late answer" if answer.n < n else "an early answer"
        raise BotFault(Verdict.BAD_MESSAGE, f"{when}: to request {answer.n}, where request {n} was open")
    return answer.action


def answered(line: bytes) -> int | None:
    """Return which request a line would be an answer to; None when it is no answer at all."""
    try:
        return _ANSWER.decode(line).n
    except (ValueError, RecursionError):
        return None


def seat_rng(rng_seed: str, block: int, rotation: int, seat: int) -> str:
    """Derive the seed of a bot in one game at one seat; it says nothing of the deal."""
    text = f"fairdeal-bot-rng-1|{block}|{rotation}|{seat}".encode()
    return hmac.new(bytes.fromhex(rng_seed), text, hashlib.sha256).hexdigest()[:16]


def _refuse_duplicates(line: bytes) -> None:
    """Raise ValueError when an object names a key twice, of a line that the decoder has taken."""

    def check(pairs: list[tuple[str, object]]) -> None:
        keys = [key for key, _value in pairs]
        if len(set(keys)) < len(keys):
            raise ValueError(f"a key stands twice: {', '.join(keys)}")

    json.loads(line, object_pairs_hook=check)


def _line(message: dict[str, Any]) -> bytes:
    return _ENCODER.encode(message) + b"\n"
