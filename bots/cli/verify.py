"""Check a match without believing anybody: cards dealt again from the seed, every action replayed, results compared."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import engines
from engines.core.cards import texts
from engines.core.errors import EngineError
from engines.core.reading import read_records
from engines.core.rng import deck_of, first_dealer_of
from worker.referee.match import seating
from worker.referee.verdicts import final_places


class Difference(Exception):
    """Report the first thing that is not what follows from the rest."""


def verify_block(match: Mapping[str, Any], block: Mapping[str, Any], content: bytes) -> int:
    """Verify a block of a match (both as the API has them) against its record; return how many games it holds.

    Raises Difference that names game, deal and what differs.
    """
    _same("the record's SHA-256", hashlib.sha256(content).hexdigest(), block["record"]["sha256"])
    try:
        records = read_records(content, f"block {block['index']}")
        game = engines.make_game(match["game"], match["players"], match["options"])
    except EngineError as error:
        raise Difference(str(error)) from None
    _same("the number of games", len(records), len(block["games"]))
    for number, (record, told) in enumerate(zip(records, block["games"], strict=True)):
        try:
            _same("the seating", told["seating"], seating(match["entry"], game, number))
            verify_game(game, block["seed"], record, told)
        except Difference as difference:
            raise Difference(f"game {number}: {difference}") from None
    return len(records)


def verify_game(game: engines.Game, seed: str, record: Mapping[str, Any], told: Mapping[str, Any]) -> None:
    """Verify one game's record, and the result that is told of it (`places`, `totals`, `payouts`, `verdicts`)."""
    facts = {"game": game.id, "players": game.players, "options": game.canonical_options}
    for name, expected in facts.items():
        _same(f"the {name} of the record", record.get(name), expected)
    try:
        state = game.from_record(record)
    except EngineError as error:
        raise Difference(str(error)) from None
    for number, deal in enumerate(record["deals"]):
        if number == 0:
            _same("deal 0: the dealer", deal["dealer"], first_dealer_of(seed, game.players))
        _same(f"deal {number}: the deck", deal["deck"], " ".join(texts(deck_of(seed, number, game.pack))))
        if deal.get("irregular"):
            raise Difference(f"deal {number}: no deal from a seed is irregular")
    if not state.is_over:
        raise Difference(f"the record ends in deal {state.deals_done}, before the game is over")
    faulty = {seat for seat, verdict in enumerate(told["verdicts"]) if verdict != "ok"}
    _same("the places", told["places"], final_places(state.places or (), game.side_of, faulty))
    _same("the totals", told["totals"], list(state.totals))
    _same("the payouts", told["payouts"], list(state.payouts or ()))


def _same(what: str, found: object, expected: object) -> None:
    if found != expected:
        raise Difference(f"{what}: {_short(found)}, where {_short(expected)} follows")


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 200 else f"{text[:200]}..."
