"""What has happened in a game: the deals with their moves, and events told from them when somebody asks.

A move is one int, ``action << 4 | seat``. Playing keeps nothing but the moves; events and records are made from them.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from engines.core.cards import texts
from engines.core.errors import EngineError
from engines.core.notation import format_action

if TYPE_CHECKING:
    from engines.core.state import State

Event = dict[str, Any]
Irregular = Mapping[str, Sequence[int]]

SEAT_BITS: Final = 4
SEAT_MASK: Final = 15


def moves_of(actions: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Write down by seat the moves of these actions: looked up, they cost less than a shift and an addition."""
    return tuple([tuple([action << SEAT_BITS | seat for action in actions]) for seat in range(1 << SEAT_BITS)])


class Deal:
    """Keep what a record says of one deal, and once it is finished its row of totals."""

    __slots__ = ("dealer", "deck", "irregular", "moves", "pool", "totals")

    def __init__(
        self,
        dealer: int,
        deck: tuple[int, ...],
        moves: tuple[int, ...],
        irregular: Irregular | None,
        totals: tuple[int, ...],
        pool: int,
    ) -> None:
        self.dealer = dealer
        self.deck = deck
        self.moves = moves
        self.irregular = irregular
        self.totals = totals
        self.pool = pool

    @property
    def actions(self) -> list[tuple[int, int]]:
        """List seat and action of each move."""
        return [(move & SEAT_MASK, move >> SEAT_BITS) for move in self.moves]


def visible(events: Sequence[Event], seat: int) -> list[Event]:
    """List the events that the seat may know, without the seats' names."""
    seen = []
    for event in events:
        if "seats" not in event:
            seen.append(dict(event))
        elif seat in event["seats"]:
            seen.append({name: value for name, value in event.items() if name != "seats"})
    return seen


def record_of(state: "State") -> dict[str, Any]:
    """Write the record of a game so far: enough to replay it without random numbers."""
    if state.first_deal:
        raise EngineError("a sample has no record of the deals before it")
    game = state.game
    record: dict[str, Any] = {
        "format": 1,
        "game": game.id,
        "players": game.players,
        "options": dict(game.canonical_options),
        "deals": [_written(state, deal) for deal in state.history],
    }
    if state.seed is not None and not state.imagined:
        record["seed"] = state.seed.hex()
    if state.is_over:
        record["result"] = {
            "totals": list(state.totals),
            "places": list(state.places or ()),
            "payouts": list(state.payouts or ()),
        }
    return record


def _written(state: "State", deal: Deal) -> dict[str, Any]:
    verbs = state.game.verbs
    written: dict[str, Any] = {
        "dealer": deal.dealer,
        "deck": " ".join(texts(deal.deck)),
        "actions": [f"{seat} {format_action(verbs, action)}" for seat, action in deal.actions],
    }
    if deal.irregular:
        written["irregular"] = {name: list(values) for name, values in deal.irregular.items()}
    return written
