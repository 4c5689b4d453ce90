"""What a seat of a Smear table sees: its own cards, all that is public, and nothing more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engines.core.cards import CARD_TEXT, SUITS, cards_of, texts
from engines.core.schema import CARD, CARDS, each_of, nullable, seat
from engines.smear.trumps import card_points

if TYPE_CHECKING:
    from engines.smear.state import SmearState

PHASES = ("auction", "trump", "discard", "play", "between", "over")


def observe(state: SmearState, viewer: int) -> dict[str, Any]:
    """Return the Smear fields of a seat's observation."""
    rules = state.rules
    points = [0] * rules.sides
    for owner, cards in enumerate(state.taken):
        points[rules.side_of[owner]] += card_points(rules.card_values, cards)
    called = state.bidder >= 0
    return {
        "phase": "over" if state.is_over else state.phase,
        "hand": texts(cards_of(state.hands[viewer])),
        "bids": [[caller, f"bid {bid}" if bid else "pass"] for caller, bid in state.calls],
        "bidder": state.bidder if called else None,
        "bid": state.bid if called else None,
        "trump": SUITS[state.trump] if state.trump >= 0 else None,
        "trick": _played(state.trick),
        "lead": state.lead if state.lead >= 0 else None,
        "tricks": [{"lead": lead, "cards": _played(cards), "winner": winner} for lead, cards, winner in state.tricks],
        "taken_points": points,
        "own_discards": texts(cards_of(state.discards[viewer])),
        "hand_sizes": [hand.bit_count() for hand in state.hands],
        "discarded": [cards.bit_count() for cards in state.discards],
        "kitty_taken": texts(state.kitty) if viewer == state.bidder else [],
    }


def _played(cards: list[tuple[int, int]] | tuple[tuple[int, int], ...]) -> list[list[int | str]]:
    return [[owner, CARD_TEXT[card]] for owner, card in cards]


def observation_properties(players: int, sides: int) -> dict[str, Any]:
    """Return the JSON Schema of the Smear fields."""
    a_seat = seat(players)
    count = {"type": "integer", "minimum": 0}

    def pairs(second: dict[str, Any]) -> dict[str, Any]:
        pair = {"type": "array", "prefixItems": [a_seat, second], "minItems": 2, "maxItems": 2}
        return {"type": "array", "items": pair, "maxItems": players}

    cards_played = pairs(CARD)
    trick = {
        "type": "object",
        "properties": {"lead": a_seat, "cards": cards_played, "winner": a_seat},
        "required": ["lead", "cards", "winner"],
        "additionalProperties": False,
    }
    return {
        "phase": {"enum": list(PHASES)},
        "hand": CARDS,
        "bids": pairs({"type": "string", "pattern": "^(pass|bid [1-9][0-9]*)$"}),
        "bidder": nullable({**a_seat, "description": "who made the standing bid"}),
        "bid": nullable({"type": "integer", "minimum": 1}),
        "trump": nullable({"enum": list(SUITS)}),
        "trick": {**cards_played, "description": "the cards of the trick on the table, in the order played"},
        "lead": nullable({**a_seat, "description": "who led to the trick on the table, or is to lead"}),
        "tricks": {"type": "array", "items": trick, "description": "the finished tricks of this deal"},
        "taken_points": {**each_of(sides, count), "description": "card points in the tricks of each side"},
        "own_discards": CARDS,
        "hand_sizes": each_of(players, count),
        "discarded": {**each_of(players, count), "description": "how many cards each seat has discarded"},
        "kitty_taken": {**CARDS, "description": "the stock cards that this seat took as the bidder"},
    }
