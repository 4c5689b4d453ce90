"""What workers send, read and checked for its form: nothing of a message is used that has not passed here. Pure."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from fairdeal.matches import fields
from fairdeal.matches.fields import BadMessage

CONTRACT: Final = 1
VERDICTS: Final = frozenset(
    {
        "ok", "crash", "illegal_action", "bad_message", "output_limit", "memory_limit", "time_limit", "start_failed",
    }
)  # fmt: skip
HOST_VERDICTS: Final = frozenset({"host_lost", "sandbox_failed", "engine_error"})
_SHA256: Final = re.compile(r"[0-9a-f]{64}")
_ID_LIMIT: Final = 2**63
_TEXT: Final = 120
_DETAIL: Final = 1000
_REASON: Final = 500
_TAIL: Final = 4000


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
class WorkerReport:
    """What a worker says of itself; `tested_s_ago` is None when no self-test has passed."""

    name: str
    engine_version: str
    sandbox: str
    plays_matches: bool
    is_fit: bool
    reason: str
    remedy: str
    tested_s_ago: int | None


@dataclass(frozen=True, slots=True)
class BlockSummary:
    """A block as a worker reports it: the stored record's hash and size, and a cleaned summary of every game."""

    index: int
    record: str
    size: int
    games: list[dict[str, Any]]


def read_sender(message: object) -> Sender:
    """Read what every message from a worker begins with."""
    body = _body_of(message)
    return Sender(
        match=fields.integer(body, "match", 1, _ID_LIMIT),
        attempt=fields.integer(body, "attempt", 1, _ID_LIMIT),
        token=fields.text(body, "token", _TEXT),
        worker=fields.text(body, "worker", _TEXT),
        engine_version=fields.text(body, "engine_version", 40),
        sandbox=fields.text(body, "sandbox", 40),
    )


def read_worker(message: object) -> WorkerReport:
    """Read what a worker says of itself."""
    body = _body_of(message)
    tested = body.get("tested_s_ago")
    return WorkerReport(
        name=fields.text(body, "worker", _TEXT),
        engine_version=fields.text(body, "engine_version", 40),
        sandbox=fields.text(body, "sandbox", 40),
        # Workers of the version before do not tell it; most play.
        plays_matches=fields.boolean({"plays_matches": True, **body}, "plays_matches"),
        is_fit=fields.boolean(body, "is_fit"),
        reason=fields.text(body, "reason", _REASON, cut=True),
        remedy=fields.text(body, "remedy", _REASON, cut=True),
        tested_s_ago=None if tested is None else fields.integer(body, "tested_s_ago", 0, fields.LIMIT),
    )


def _body_of(message: object) -> Mapping[str, Any]:
    body = fields.mapping(message, "message")
    if body.get("contract") != CONTRACT:
        raise BadMessage(f"contract: expected {CONTRACT}, not {body.get('contract')!r}")
    return body


def read_blocks_done(message: Mapping[str, Any], blocks: int) -> int:
    """Read how many blocks of a match of so many are done."""
    return fields.integer(message, "blocks_done", 0, blocks + 1)


def read_failure(message: Mapping[str, Any]) -> tuple[str, str]:
    """Read verdict and reason of an attempt that failed by no bot's fault."""
    verdict = message.get("verdict")
    if not isinstance(verdict, str) or verdict not in HOST_VERDICTS:
        raise BadMessage(f"verdict: expected one of {', '.join(sorted(HOST_VERDICTS))}, not {verdict!r}")
    return verdict, read_reason(message)


def read_reason(message: Mapping[str, Any]) -> str:
    """Read why an attempt brought no result, in the worker's words; nothing where there are none."""
    reason = message.get("reason", "")
    return reason if isinstance(reason, str) else ""


def read_blocks(
    message: Mapping[str, Any], side_of: Sequence[int], seatings: Sequence[Sequence[int]], blocks: int
) -> list[BlockSummary]:
    """Read the blocks of a finished match: all of them, in order, each with every rotation seated as agreed."""
    rows = fields.list_of(message.get("blocks"), "blocks", blocks)
    return [_read_block(row, index, side_of, seatings) for index, row in enumerate(rows)]


def _read_block(row: object, index: int, side_of: Sequence[int], seatings: Sequence[Sequence[int]]) -> BlockSummary:
    where = f"blocks[{index}]"
    body = fields.mapping(row, where)
    if fields.integer(body, "index", 0, fields.LIMIT, where) != index:
        raise BadMessage(f"{where}.index: expected {index}, not {body['index']!r}")
    record = body.get("record")
    if not isinstance(record, str) or not _SHA256.fullmatch(record):
        raise BadMessage(f"{where}.record: expected a SHA-256 in hex, not {record!r}")
    games = fields.list_of(body.get("games"), f"{where}.games", len(seatings))
    return BlockSummary(
        index=index,
        record=record,
        size=fields.integer(body, "size", 1, fields.LIMIT, where),
        games=[
            _read_game(game, f"{where}.games[{number}]", side_of, seatings[number]) for number, game in enumerate(games)
        ],
    )


def _read_game(row: object, where: str, side_of: Sequence[int], seating: Sequence[int]) -> dict[str, Any]:
    body = fields.mapping(row, where)
    seats = len(seating)
    if body.get("seating") != list(seating):
        raise BadMessage(f"{where}.seating: expected {list(seating)}, not {body.get('seating')!r}")
    verdicts = fields.list_of(body.get("verdicts"), f"{where}.verdicts", seats)
    for verdict in verdicts:
        if not isinstance(verdict, str) or verdict not in VERDICTS:
            raise BadMessage(f"{where}.verdicts: unknown verdict {verdict!r}")
    places = fields.integers(body.get("places"), f"{where}.places", seats)
    _check_places(places, verdicts, side_of, f"{where}.places")
    return {
        "seating": list(seating),
        "places": places,
        "totals": fields.integers(body.get("totals"), f"{where}.totals", seats),
        "payouts": fields.numbers(body.get("payouts"), f"{where}.payouts", seats),
        "deals": fields.integer(body, "deals", 0, fields.LIMIT, where),
        "verdicts": verdicts,
        "faults": _read_faults(body.get("faults"), f"{where}.faults", verdicts),
        "time": [_read_time(row, f"{where}.time") for row in fields.list_of(body.get("time"), f"{where}.time", seats)],
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
        body = fields.mapping(row, where)
        seat = fields.integer(body, "seat", 0, len(verdicts), where)
        if body.get("verdict") != verdicts[seat] or verdicts[seat] == "ok":
            raise BadMessage(f"{where}: the fault of seat {seat} does not agree with its verdict {verdicts[seat]!r}")
        faults.append(
            {
                "seat": seat,
                "verdict": verdicts[seat],
                "detail": fields.text(body, "detail", _DETAIL, where, cut=True),
                "deal": fields.integer(body, "deal", -1, fields.LIMIT, where),
                "action_index": fields.integer(body, "action_index", -1, fields.LIMIT, where),
                "evidence": _read_evidence(body.get("evidence"), f"{where}.evidence"),
            }
        )
    faulty = {seat for seat, verdict in enumerate(verdicts) if verdict != "ok"}
    if len(faults) != len(faulty) or {fault["seat"] for fault in faults} != faulty:
        raise BadMessage(f"{where}: expected one fault for each of the seats {sorted(faulty)}")
    return faults


def _read_evidence(value: object, where: str) -> dict[str, Any]:
    body = fields.mapping(value, where)
    names = ("signal", "exit_code", "cpu_ms", "wall_ms", "peak_kib")
    evidence: dict[str, Any] = {name: fields.optional_number(body, name, where) for name in names}
    tail = body.get("stderr_tail", "")
    evidence["stderr_tail"] = fields.clean(tail[-_TAIL:]) if isinstance(tail, str) else ""
    return evidence


def _read_time(row: object, where: str) -> dict[str, Any]:
    body = fields.mapping(row, where)
    values = {name: fields.optional_number(body, name, where) for name in ("moves", "cpu_ms", "max_ms")}
    # Workers of the version before do not tell them.
    values |= {name: fields.optional_number(body, name, where) or 0 for name in ("wall_ms", "peak_kib")}
    if any(value is None or value < 0 for value in values.values()):
        raise BadMessage(f"{where}: expected moves, cpu_ms and max_ms, not {row!r}")
    return values
