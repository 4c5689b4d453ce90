"""What a seat of Thirty-One sees: its own cards, all that is public, and nothing more (T15)."""

from typing import TYPE_CHECKING, Any

from engines.core.cards import CARD_TEXT, cards_of, texts
from engines.core.schema import CARD, CARDS, each_of, nullable, says
from engines.core.schema import seat as seat_schema
from engines.thirty_one.actions import DRAW_STOCK, TEXT
from engines.thirty_one.ending import STILL_IN

if TYPE_CHECKING:
    from engines.thirty_one.state import ThirtyOneState


def observe(state: "ThirtyOneState", viewer: int) -> dict[str, Any]:
    """Return the Thirty-One fields of a seat's observation."""
    is_in = [out == STILL_IN for out in state.out_in]
    seats = state.seats
    drawing = state.drawn >= 0
    turn_up = 3 * len(seats)
    return {
        "phase": _phase(state),
        "hand": texts(cards_of(state.hands[viewer])),
        "discard_pile": texts(state.pile),
        "stock_size": len(state.stock),
        "chips": list(state.totals),
        "pool": state.pool,
        "knocker": state.knocker if state.knocker >= 0 else None,
        "in": is_in,
        "on_honour": [still and not chips for still, chips in zip(is_in, state.totals, strict=True)],
        "drawn": CARD_TEXT[state.drawn] if drawing and viewer == state.turn else None,
        "drawn_from": ("stock", "discard")[state.drawn_from] if drawing else None,
        "known_cards": [texts(cards_of(known)) for known in state.known],
        "turns": state.turns,
        "last_showdown": None if state.last_showdown is None else state.last_showdown.as_json(),
        "dealt": list(seats),
        "dealt_hand": texts(state.deck[seats.index(viewer) : turn_up : len(seats)]) if viewer in seats else [],
        "turn_up": CARD_TEXT[state.deck[turn_up]] if seats else None,
        "actions": [[move & 15, TEXT[move >> 4]] for move in state.moves],
        "own_draws": _own_draws(state, viewer),
        "out_in": [None if out == STILL_IN else out for out in state.out_in],
        "totals_before": list(state.totals_before),
        "pool_before": state.pool_before,
    }


def _phase(state: "ThirtyOneState") -> str:
    if not state.in_deal:
        return "over" if state.is_over else "between_deals"
    if state.drawn >= 0:
        return "discard"
    return "turn" if state.knocker < 0 else "last_turn"


def _own_draws(state: "ThirtyOneState", viewer: int) -> list[str]:
    """List the cards that the viewer has drawn from the stock as it was dealt; once turned over it is known to all."""
    place = 3 * len(state.seats) + 1
    drawn = []
    for move in state.moves:
        if move >> 4 == DRAW_STOCK and place < len(state.deck):
            if move & 15 == viewer:
                drawn.append(CARD_TEXT[state.deck[place]])
            place += 1
    return drawn


def observation_properties(players: int) -> dict[str, Any]:
    """Return the JSON Schema of the Thirty-One fields."""
    a_seat, count = seat_schema(players), {"type": "integer", "minimum": 0}
    flags = each_of(players, {"type": "boolean"})
    action = {"type": "array", "prefixItems": [a_seat, {"enum": list(TEXT.values())}], "minItems": 2, "maxItems": 2}
    showdown = {
        "deal": count,
        "kind": {"enum": ["blitz", "showdown"]},
        "knocker": nullable(a_seat),
        "hands": each_of(players, nullable(CARDS)),
        "values": each_of(players, nullable({"type": "number"})),
        "losers": {"type": "array", "items": a_seat},
    }
    return {
        "phase": {"enum": ["turn", "last_turn", "discard", "between_deals", "over"]},
        "hand": says(CARDS, "own cards"),
        "discard_pile": {**CARDS, "description": "oldest first; only the top card after a turn-over"},
        "stock_size": says(count, "how many cards of the stock are left"),
        "chips": says(each_of(players, count), "the same as totals"),
        "pool": says(count, "chips in the pool"),
        "knocker": says(nullable(a_seat), "who has knocked"),
        "in": says(flags, "who is still in the game"),
        "on_honour": says(flags, "who is in without a chip: the next loss puts him out"),
        "drawn": {**nullable(CARD), "description": "own card, drawn but not yet followed by a discard"},
        "drawn_from": says({"enum": ["stock", "discard", None]}, "where the seat to act drew from"),
        "known_cards": {**each_of(players, CARDS), "description": "taken from the discard pile and still held"},
        "turns": says(count, "how many turns, draws with their discards, this deal has had"),
        "last_showdown": says(
            nullable(
                {"type": "object", "properties": showdown, "required": list(showdown), "additionalProperties": False}
            ),
            "hands, values and losers of the last deal that was not void, as far as they were shown",
        ),
        "dealt": {
            "type": "array",
            "items": a_seat,
            "description": "who was dealt cards, in the order of the turns; the dealer is the last",
        },
        "dealt_hand": {**CARDS, "description": "own cards of this deal as they were dealt"},
        "turn_up": {**nullable(CARD), "description": "the first card of the discard pile"},
        "actions": {"type": "array", "items": action, "description": "seat and action of this deal's moves, in order"},
        "own_draws": {**CARDS, "description": "own draws from the stock before the discards were first turned over"},
        "out_in": {**each_of(players, nullable(count)), "description": "the deal in which the seat went out"},
        "totals_before": {**each_of(players, count), "description": "chips before this deal"},
        "pool_before": says(count, "the pool before this deal"),
    }
