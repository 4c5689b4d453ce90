"""What a seat of a Speculation table sees: all that is public, its own sealed call, and no face-down card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engines.core.cards import CARD_TEXT, SUITS
from engines.core.notation import format_action, offer_parts
from engines.core.schema import CARD, CARDS, each_of, nullable, says, seat
from engines.speculation.actions import ANSWER, AUCTION, PHASES, SALE, TRADE, VERBS
from engines.speculation.sample import hidden_moves

if TYPE_CHECKING:
    from engines.speculation.state import SpeculationState


def observe(state: SpeculationState, viewer: int) -> dict[str, Any]:
    """Return the Speculation fields of a seat's observation."""
    phase, deck = state.phase, state.deck
    bid_stands = phase in (AUCTION, SALE) and state.bidder >= 0
    dealt = state.dealer >= 0
    return {
        "phase": "over" if state.is_over else PHASES[phase],
        "pool": state.pool,
        "chips_before": list(state.chips_before),
        "in_deal": [seat in state.seats for seat in range(state.rules.players)],
        "trump": SUITS[state.trump] if dealt else None,
        "highest": CARD_TEXT[state.highest] if dealt else None,
        "owner": state.owner if dealt else None,
        "face_up": [[CARD_TEXT[deck[place]] for place in places] for places in state.face_up],
        "face_down": [list(places) for places in state.stacks],
        "turned": [_turned(state, turned) for turned in state.turned],
        "bid": state.bid if bid_stands else None,
        "bidder": state.bidder if bid_stands else None,
        "still_calling": _seats(state.waiting) if phase == AUCTION else [],
        "to_turn": state.to_turn if phase in (TRADE, ANSWER) else None,
        "offers_made": state.offers if phase in (TRADE, ANSWER) else 0,
        "offer": _offer(state) if phase == ANSWER else None,
        "actions": _actions(state, viewer),
    }


def _seats(mask: int) -> list[int]:
    return [seat for seat in range(mask.bit_length()) if mask >> seat & 1]


def _turned(state: SpeculationState, turned: int) -> dict[str, Any]:
    place = turned >> 4 & 63
    return {"seat": turned & 15, "card": CARD_TEXT[state.deck[place]], "place": place, "after": turned >> 10}


def _offer(state: SpeculationState) -> dict[str, int]:
    owner, count, price = offer_parts(state.offer)
    return {"seat": state.offerer, "owner": owner, "count": count, "price": price}


def _actions(state: SpeculationState, viewer: int) -> list[list[Any]]:
    hidden = hidden_moves(state)
    actions: list[list[Any]] = []
    for index, move in enumerate(state.moves):
        known = index not in hidden or move & 15 == viewer
        actions.append([move & 15, format_action(VERBS, move >> 4) if known else None])
    return actions


def observation_properties(players: int) -> dict[str, Any]:
    """Return the JSON Schema of the Speculation fields."""
    a_seat = seat(players)
    count = {"type": "integer", "minimum": 0}
    place = {"type": "integer", "minimum": 0, "maximum": 51}

    def record(**fields: Any) -> dict[str, Any]:
        return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}

    action = {
        "type": "array",
        "prefixItems": [a_seat, nullable({"type": "string"})],
        "minItems": 2,
        "maxItems": 2,
    }
    turned = record(seat=a_seat, card=CARD, place=place, after={**count, "description": "actions before it"})
    return {
        "phase": {"enum": [*PHASES, "over"]},
        "pool": says(count, "chips in the pool"),
        "chips_before": {**each_of(players, count), "description": "chips before the antes of this deal"},
        "in_deal": {**each_of(players, {"type": "boolean"}), "description": "who could pay the ante of this deal"},
        "trump": says(nullable({"enum": list(SUITS)}), "the suit of the turn-up"),
        "highest": {**nullable(CARD), "description": "the highest trump face up"},
        "owner": {**nullable(a_seat), "description": "who owns it"},
        "face_up": {**each_of(players, CARDS), "description": "the face-up cards that each seat owns"},
        "face_down": {
            **each_of(players, {"type": "array", "items": place}),
            "description": "each seat's face-down cards by place in the dealing order, from 0, the top one last",
        },
        "turned": {"type": "array", "items": turned, "description": "who turned what, the turn-up first"},
        "bid": {**nullable({"type": "integer", "minimum": 1}), "description": "the standing bid; none while sealed"},
        "bidder": says(nullable(a_seat), "who made the standing bid"),
        "still_calling": {"type": "array", "items": a_seat, "description": "who has not passed, or not yet called"},
        "to_turn": {**nullable(a_seat), "description": "who was to turn the next card when the trades began"},
        "offers_made": {**count, "description": "offers made by the seat that trades, before this card"},
        "offer": says(
            nullable(record(seat=a_seat, owner=a_seat, count=count, price=count)),
            "the offer to be answered: who makes it, whose cards, how many, for how much",
        ),
        "actions": {
            "type": "array",
            "items": action,
            "description": "seat and action, oldest first; null is another seat's sealed call that is not yet opened",
        },
    }
