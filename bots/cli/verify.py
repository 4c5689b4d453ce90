"""Check a match without believing anybody: records by the engines' own verification, then what is told of them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import engines
from engines.core.errors import EngineError
from engines.core.reading import read_records
from engines.verify import Difference, FaultPoint, check_equal, places_after_faults, verify_game
from worker.referee.match import seating


def verify_block(match: Mapping[str, Any], block: Mapping[str, Any], content: bytes) -> int:
    """Verify a block of a match (both as the API has them) against its record; return how many games it holds.

    Raises Difference that names game, deal and what differs.
    """
    check_equal("the record's SHA-256", hashlib.sha256(content).hexdigest(), block["record"]["sha256"])
    try:
        records = read_records(content, f"block {block['index']}")
        game = engines.make_game(match["game"], match["players"], match["options"])
    except EngineError as error:
        raise Difference(str(error)) from None
    check_equal("the number of games", len(records), len(block["games"]))
    for number, (record, told) in enumerate(zip(records, block["games"], strict=True)):
        try:
            check_equal("the seating", told["seating"], seating(match["entry"], game, number))
            _verify_told(game, block["seed"], record, told)
        except Difference as difference:
            raise difference.within(f"game {number}") from None
    return len(records)


def _verify_told(game: engines.Game, seed: str, record: object, told: Mapping[str, Any]) -> None:
    """Verify the record of a game, and the result that is told of it."""
    faults = [FaultPoint(fault["seat"], fault["deal"], fault["action_index"]) for fault in told["faults"]]
    state = verify_game(game, seed, record, faults)
    faulty = {seat for seat, verdict in enumerate(told["verdicts"]) if verdict != "ok"}
    expected = {
        "places": places_after_faults(state.places or (), game.side_of, faulty),
        "totals": list(state.totals),
        "payouts": list(state.payouts or ()),
    }
    for name, value in expected.items():
        check_equal(f"the {name}", told[name], value)
