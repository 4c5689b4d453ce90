"""What workers send, read and checked for its form: nothing of a message is used that has not passed here. Pure."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

CONTRACT: Final = 1
VERDICTS: Final = frozenset(
    {
        "ok", "crash", "illegal_action", "bad_message", "output_limit", "memory_limit", "time_limit", "start_failed",
    }
)  # fmt: skip
HOST_VERDICTS: Final = frozenset({"host_lost", "sandbox_failed", "engine_error"})
_SHA256: Final = re.compile(r"[0-9a-f]{64}")
_ID_LIMIT: Final = 2**63
_NUMBER_LIMIT: Final = 10**9
_TEXT: Final = 120
_DETAIL: Final = 1000
_TAIL: Final = 4000


class BadMessage(ValueError):
    """A message, or a part of one, that does not follow the contract; the text names the field."""


@dataclass(frozen=True, slots=True)
class Sender:
    """Who sends, about which attempt, and by which token."""

    match: int
    attempt: int
    token: str
    worker: str
    engine_version: str
    sandbox: str


@dataclass(frozen=True, slots=True)
class BlockSummary:
    """A block as a worker reports it: the stored record's hash and size, and a cleaned summary of every game."""

    index: int
    record: str
    size: int
    games: list[dict[str, Any]]


def read_sender(message: object) -> Sender:
    """Read what every message from a worker begins with."""
    body = _mapping(message, "message")
    if body.get("contract") != CONTRACT:
        raise BadMessage(f"contract: expected {CONTRACT}, not {body.get('contract')!r}")
    return Sender(
        match=_integer(body, "match", 1, _ID_LIMIT),
        attempt=_integer(body, "attempt", 1, _ID_LIMIT),
        token=_text(body, "token", _TEXT),
        worker=_text(body, "worker", _TEXT),
        engine_version=_text(body, "engine_version", 40),
        sandbox=_text(body, "sandbox", 40),
    )


def read_blocks_done(message: Mapping[str, Any], blocks: int) -> int:
    """Read how many blocks of a match of so many are done."""
    return _integer(message, "blocks_done", 0, blocks + 1)


def read_failure(message: Mapping[str, Any]) -> tuple[str, str]:
    """Read verdict and reason of an attempt that failed by no bot's fault."""
    verdict = message.get("verdict")
    if verdict not in HOST_VERDICTS:
        raise BadMessage(f"verdict: expected one of {', '.join(sorted(HOST_VERDICTS))}, not {verdict!r}")
    reason = message.get("reason", "")
    return str(verdict), reason if isinstance(reason, str) else ""


def read_blocks(
    message: Mapping[str, Any], side_of: Sequence[int], seatings: Sequence[Sequence[int]], blocks: int
) -> list[BlockSummary]:
    """Read the blocks of a finished match: all of them, in order, each with every rotation seated as agreed."""
    rows = _list(message.get("blocks"), "blocks", blocks)
    return [_read_block(row, index, side_of, seatings) for index, row in enumerate(rows)]


def _read_block(row: object, index: int, side_of: Sequence[int], seatings: Sequence[Sequence[int]]) -> BlockSummary:
    where = f"blocks[{index}]"
    body = _mapping(row, where)
    if _integer(body, "index", 0, _NUMBER_LIMIT, where) != index:
        raise BadMessage(f"{where}.index: expected {index}, not {body['index']!r}")
    record = body.get("record")
    if not isinstance(record, str) or not _SHA256.fullmatch(record):
        raise BadMessage(f"{where}.record: expected a SHA-256 in hex, not {record!r}")
    games = _list(body.get("games"), f"{where}.games", len(seatings))
    return BlockSummary(
        index=index,
        record=record,
        size=_integer(body, "size", 1, _NUMBER_LIMIT, where),
        games=[
            _read_game(game, f"{where}.games[{number}]", side_of, seatings[number]) for number, game in enumerate(games)
        ],
    )


def _read_game(row: object, where: str, side_of: Sequence[int], seating: Sequence[int]) -> dict[str, Any]:
    body = _mapping(row, where)
    seats = len(seating)
    if body.get("seating") != list(seating):
        raise BadMessage(f"{where}.seating: expected {list(seating)}, not {body.get('seating')!r}")
    verdicts = _list(body.get("verdicts"), f"{where}.verdicts", seats)
    for verdict in verdicts:
        if verdict not in VERDICTS:
            raise BadMessage(f"{where}.verdicts: unknown verdict {verdict!r}")
    places = _integers(body.get("places"), f"{where}.places", seats)
    _check_places(places, verdicts, side_of, f"{where}.places")
    return {
        "seating": list(seating),
        "places": places,
        "totals": _integers(body.get("totals"), f"{where}.totals", seats),
        "payouts": _numbers(body.get("payouts"), f"{where}.payouts", seats),
        "deals": _integer(body, "deals", 0, _NUMBER_LIMIT, where),
        "verdicts": verdicts,
        "faults": _read_faults(body.get("faults"), f"{where}.faults", verdicts),
        "time": [_read_time(row, f"{where}.time") for row in _list(body.get("time"), f"{where}.time", seats)],
    }


def _check_places(places: list[int], verdicts: Sequence[str], side_of: Sequence[int], where: str) -> None:
    """Places are by competition ranking, one for all seats of a side, and faulty sides are last."""
    if any(place != 1 + sum(other < place for other in places) for place in places):
        raise BadMessage(
            f"{where}: {places} is no ranking in which a place is one more than the number of seats before"
        )
    for seat, place in enumerate(places):
        if any(places[other] != place for other in range(len(places)) if side_of[other] == side_of[seat]):
            raise BadMessage(f"{where}: {places} gives the seats of one side different places")
        if verdicts[seat] != "ok" and place != max(places):
            raise BadMessage(f"{where}: seat {seat} failed and has place {place}; expected the last one")


def _read_faults(value: object, where: str, verdicts: Sequence[str]) -> list[dict[str, Any]]:
    if not isinstance(value, list) or len(value) > len(verdicts):
        raise BadMessage(f"{where}: expected a list of at most {len(verdicts)} faults")
    faults = []
    for row in value:
        body = _mapping(row, where)
        seat = _integer(body, "seat", 0, len(verdicts), where)
        if body.get("verdict") != verdicts[seat] or verdicts[seat] == "ok":
            raise BadMessage(f"{where}: the fault of seat {seat} does not agree with its verdict {verdicts[seat]!r}")
        evidence = _mapping(body.get("evidence"), f"{where}.evidence")
        faults.append(
            {
                "seat": seat,
                "verdict": verdicts[seat],
                "detail": _text(body, "detail", _DETAIL, where, cut=True),
                "deal": _integer(body, "deal", -1, _NUMBER_LIMIT, where),
                "action_index": _integer(body, "action_index", -1, _NUMBER_LIMIT, where),
                "evidence": {
                    **{name: _optional_number(evidence, name, where) for name in ("signal", "exit_code", "cpu_ms", "wall_ms", "peak_kib")},
                    "stderr_tail": str(evidence.get("stderr_tail", ""))[-_TAIL:].replace("\x00", "\ufffd"),
                },
            }
        )  # fmt: skip
    faulty = {seat for seat, verdict in enumerate(verdicts) if verdict != "ok"}
    if sorted(fault["seat"] for fault in faults) != sorted(faulty):
        raise BadMessage(f"{where}: expected one fault for each of the seats {sorted(faulty)}")
    return faults


def _read_time(row: object, where: str) -> dict[str, Any]:
    body = _mapping(row, where)
    values = {name: _optional_number(body, name, where) for name in ("moves", "cpu_ms", "max_ms")}
    if any(value is None or value < 0 for value in values.values()):
        raise BadMessage(f"{where}: expected moves, cpu_ms and max_ms, not {row!r}")
    return values


def _mapping(value: object, where: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise BadMessage(f"{where}: expected an object, not {type(value).__name__}")
    return value


def _list(value: object, where: str, length: int) -> list[Any]:
    if not isinstance(value, list) or len(value) != length:
        found = f"{len(value)} elements" if isinstance(value, list) else type(value).__name__
        raise BadMessage(f"{where}: expected a list of {length}, not {found}")
    return value


def _integer(body: Mapping[str, Any], name: str, low: int, end: int, where: str = "") -> int:
    value = body.get(name)
    if type(value) is not int or not low <= value < end:
        raise BadMessage(f"{where}.{name}: expected an integer from {low} to {end - 1}, not {value!r}".lstrip("."))
    return value


def _integers(value: object, where: str, length: int) -> list[int]:
    rows = _list(value, where, length)
    if any(type(row) is not int or abs(row) >= _NUMBER_LIMIT for row in rows):
        raise BadMessage(f"{where}: expected integers, not {rows!r}")
    return rows


def _numbers(value: object, where: str, length: int) -> list[int | float]:
    rows = _list(value, where, length)
    if any(not _is_number(row) for row in rows):
        raise BadMessage(f"{where}: expected numbers, not {rows!r}")
    return rows


def _optional_number(body: Mapping[str, Any], name: str, where: str) -> int | float | None:
    value = body.get(name)
    if value is not None and not _is_number(value):
        raise BadMessage(f"{where}.{name}: expected a number, not {value!r}")
    return value


def _is_number(value: object) -> bool:
    return type(value) in (int, float) and math.isfinite(value) and abs(value) < 10**15  # type: ignore[arg-type,operator]  # one of the two


def _text(body: Mapping[str, Any], name: str, limit: int, where: str = "", *, cut: bool = False) -> str:
    value = body.get(name)
    if not isinstance(value, str) or (len(value) > limit and not cut):
        raise BadMessage(f"{where}.{name}: expected text of at most {limit} characters".lstrip("."))
    # PostgreSQL stores no NUL in a text.
    return value[:limit].replace("\x00", "\ufffd")
