"""Verify the record of a game: cards dealt again from the seed, every action replayed, the result derived anew.

Nothing of a record is believed: what stands in it must follow from game, seed and the actions. Whoever has a record and
its seed can do this; the arena's auditor does the same.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engines.core.cards import CARD_OF_TEXT, texts
from engines.core.errors import EngineError, RecordError
from engines.core.game import Game
from engines.core.reading import read_records
from engines.core.record import RECORD_FORMAT
from engines.core.registry import make_game
from engines.core.rng import deck_of, first_dealer_of, seed_bytes
from engines.core.state import State

_SHOWN = 300


class Difference(EngineError):
    """Report the first thing that does not follow from the rest; `where` leads to it, outermost place first."""

    def __init__(self, reason: str, *where: str) -> None:
        self.reason, self.where = reason, where
        super().__init__(": ".join([*where, reason]))

    def within(self, place: str) -> "Difference":
        """Return the same difference as seen from farther out."""
        return Difference(self.reason, place, *self.where)


@dataclass(frozen=True, slots=True)
class FaultPoint:
    """The first action (deal and index in it, from 0) that the passive rule has chosen for a seat that failed."""

    seat: int
    deal: int
    index: int


def check_equal(what: str, found: object, expected: object) -> None:
    """Raise Difference unless what was found is what follows."""
    if found != expected or isinstance(found, bool) != isinstance(expected, bool):
        raise Difference(f"{what} is {_shown(found)}, but {_shown(expected)} follows")


def verify_game(game: Game, seed: str, record: object, faults: Iterable[FaultPoint] = ()) -> State:
    """Verify the record of a whole game of `game` from `seed` (hex); return its last state, or raise Difference.

    The cards come first: of two faults in one deal, the deck is named before an action.
    """
    if not isinstance(record, Mapping):
        raise Difference(f"a record must be an object, not {type(record).__name__}")
    check_equal("the format", record.get("format"), RECORD_FORMAT)
    check_equal("the game", record.get("game"), game.id)
    check_equal("the number of players", record.get("players"), game.players)
    check_equal("options", record.get("options", {}), game.canonical_options)
    check_equal("the seed", record.get("seed"), seed)
    state = _replayed(game, seed, record)
    if not state.is_over:
        raise Difference(f"the record ends in deal {state.deals_done}, before the game is over")
    _check_passive(game, record["deals"], faults)
    result = record.get("result")
    if not isinstance(result, Mapping):
        raise Difference("the record of a whole game must have a result")
    for name in ("totals", "places", "payouts"):
        check_equal(f"the result's {name}", result.get(name), list(getattr(state, name)))
    return state


def verify_records(raw: bytes, name: str) -> list[State]:
    """Verify a file: one game's record or a block of them, gzipped or not; return the last states, or raise Difference.

    Each record is held to the seed that stands in it. Whether that is the seed of an event, and from where on a seat
    that failed was played passively, is not in the file.
    """
    try:
        records = read_records(raw, name)
    except RecordError as error:
        raise Difference(error.reason) from None
    states = []
    for number, record in enumerate(records):
        try:
            states.append(verify_game(_game_of(record), record.get("seed"), record))
        except Difference as difference:
            raise difference.within(f"game {number}") from None
    return states


def _game_of(record: object) -> Game:
    if not isinstance(record, Mapping) or not isinstance(record.get("seed"), str):
        raise Difference("a record without the seed that its cards came from cannot be verified, only replayed")
    options = record.get("options", {})
    if not isinstance(options, Mapping):
        raise Difference(f"'options' must be an object, not {type(options).__name__}")
    try:
        seed_bytes(record["seed"])
        return make_game(record.get("game"), record.get("players"), options)  # type: ignore[arg-type]  # checked there
    except EngineError as error:
        raise Difference(str(error)) from None


def places_after_faults(places: Sequence[int], side_of: Sequence[int], faulty: Iterable[int]) -> list[int]:
    """Return the places as they count: sides with a seat that failed share the last place, the others keep their order.

    A place is one more than the number of seats before it (competition ranking).
    """
    out = {side_of[seat] for seat in faulty}
    ranks = [len(places) + 1 if side_of[seat] in out else place for seat, place in enumerate(places)]
    return [1 + sum(other < rank for other in ranks) for rank in ranks]


def _replayed(game: Game, seed: str, record: Mapping[str, Any]) -> State:
    fault: RecordError | None = None
    try:
        state = game.from_record(record)
    except RecordError as error:
        fault = error
    deals = record.get("deals")
    sound = deals if isinstance(deals, list) else []
    _check_cards(game, seed, sound if fault is None else sound[: (fault.deal or 0) + 1])
    if fault is not None:
        raise Difference(str(fault))
    return state


def _check_cards(game: Game, seed: str, deals: Sequence[object]) -> None:
    """Compare dealer and decks with those that the seed gives; who deals later follows from the replay."""
    for number, deal in enumerate(deals):
        if not isinstance(deal, Mapping):
            return  # the replay names it
        if number == 0:
            check_equal("deal 0: the dealer", deal.get("dealer"), first_dealer_of(seed, game.players))
        expected = " ".join(texts(deck_of(seed, number, game.pack)))
        check_equal(f"deal {number}: the deck", deal.get("deck"), expected)
        if deal.get("irregular"):
            raise Difference(f"deal {number}: no deal from a seed is irregular")


def _check_passive(game: Game, deals: Sequence[Mapping[str, Any]], faults: Iterable[FaultPoint]) -> None:
    """Check that every action of a seat that failed is the game's passive one, from its fault on."""
    first = {fault.seat: (fault.deal, fault.index) for fault in faults}
    if not first:
        return
    state = game.empty_state()
    for number, deal in enumerate(deals):
        state.start_deal(deal["dealer"], [CARD_OF_TEXT[text] for text in deal["deck"].split(" ")])
        for index, entry in enumerate(deal["actions"]):
            seat, _space, action = entry.partition(" ")
            since = first.get(int(seat))
            if since is not None and (number, index) >= since:
                expected = state.format(state.passive_action())
                check_equal(f"deal {number}, index {index}: the action of seat {seat}, which failed", action, expected)
            state.act(action)


def _shown(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}..."
