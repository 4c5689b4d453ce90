"""Verify a match from outside: every block against its seed and its record, by the engines alone. Pure.

A match is a mapping as the API gives it: `game`, `players`, `options`, `entry`, `block_count`, and `blocks`, each with
`index`, `seed`, `record` (`sha256`, `size`) and `games`. The site's auditor, `manage.py verify` and the command line of
authors all come here.
"""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import engines
from engines.core.errors import RecordError
from engines.core.reading import unpacked
from engines.verify import Difference, FaultPoint, check_equal, places_after_faults, verify_game
from fairdeal.matches import designs

RECORD_FORMAT: Final = 1
# Gives the stored bytes of a block's record by the block's index.
ReadRecord = Callable[[int], bytes]


def verify_match(match: Mapping[str, Any], read_record: ReadRecord) -> int:
    """Verify all blocks of a finished match; return their number, or raise Difference for the first that is wrong."""
    game = table_of(match)
    blocks = match["blocks"]
    check_equal("the number of blocks", len(blocks), match["block_count"])
    for index, block in enumerate(blocks):
        try:
            check_equal("the index", block["index"], index)
            if block["record"] is None or block["seed"] is None:
                raise Difference("seed and record are still closed: they open when the round has ended")
            content = read_record(index)
            check_equal("the SHA-256 of its record", hashlib.sha256(content).hexdigest(), block["record"]["sha256"])
            verify_block(game, match["entry"], index, block["seed"], read_block(content), block["games"])
        except Difference as difference:
            raise difference.within(f"block {index}") from None
    return len(blocks)


def table_of(match: Mapping[str, Any]) -> engines.Game:
    """Make the game of a match; raises Difference for one that these engines do not know."""
    try:
        return engines.make_game(match["game"], match["players"], match["options"])
    except engines.EngineError as error:
        raise Difference(f"these engines cannot play it: {error}") from error


def read_block(content: bytes) -> Mapping[str, Any]:
    """Read the document of a block, gzipped or not; raises Difference."""
    try:
        document = json.loads(unpacked(content, "the record"))
    except (RecordError, ValueError, RecursionError) as error:
        raise Difference(f"its record cannot be read: {error}") from None
    if not isinstance(document, Mapping):
        raise Difference(f"its record must be an object, not {type(document).__name__}")
    return document


def verify_block(
    game: engines.Game,
    entry_kind: str,
    index: int,
    seed: str,
    document: Mapping[str, Any],
    games: Sequence[Mapping[str, Any]],
) -> None:
    """Verify the summaries of a block's games against its record and seed; raises Difference."""
    check_equal("the record's format", document.get("format"), RECORD_FORMAT)
    check_equal("the record's block", document.get("block"), index)
    seatings = designs.rotations(entry_kind, game.side_of)
    records = document.get("games")
    check_equal("the number of games", len(games), len(seatings))
    check_equal("the number of records", len(records) if isinstance(records, list) else None, len(seatings))
    for number, (seating, record, summary) in enumerate(zip(seatings, records or (), games, strict=True)):
        try:
            check_equal("the seating", summary.get("seating"), seating)
            verify_summary(game, seed, record, summary)
        except Difference as difference:
            raise difference.within(f"game {number}") from None


def verify_summary(game: engines.Game, seed: str, record: Any, summary: Mapping[str, Any]) -> None:
    """Verify what is published of one game against its record: totals, payouts, places after the fault rule."""
    verdicts = summary["verdicts"]
    faulty = [seat for seat, verdict in enumerate(verdicts) if verdict != "ok"]
    faults = [FaultPoint(fault["seat"], fault["deal"], fault["action_index"]) for fault in summary.get("faults", ())]
    check_equal("the seats with a fault", sorted(fault.seat for fault in faults), faulty)
    state = verify_game(game, seed, record, faults)
    check_equal("the record's verdicts", record["result"].get("verdicts"), list(verdicts))
    check_equal("the totals", summary.get("totals"), list(state.totals))
    check_equal("the payouts", summary.get("payouts"), list(state.payouts or ()))
    check_equal("the number of deals", summary.get("deals"), state.deals_done)
    expected = places_after_faults(state.places or (), game.side_of, faulty)
    check_equal("the places", summary.get("places"), expected)
