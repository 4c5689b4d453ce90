"""What a seat of a Smear table sees: its own cards, all that is public, and nothing more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engines.core.cards import CARD_TEXT, SUITS, cards_of, texts
from engines.core.schema import CARD, CARDS, each_of, nullable, says, seat
from engines.smear.actions import BID, PASS, PHASES
from engines.smear.moves import discarded, on_table, taken_from_stock
from engines.smear.trumps import POINTS_SHIFT

if TYPE_CHECKING:
    from engines.smear.state import SmearState


def observe(state: SmearState, viewer: int) -> dict[str, Any]:
    """Return the Smear fields of a seat's observation."""
    rules = state.rules
    points = [0] * rules.sides
    for owner, trace in enumerate(state.taken):
        points[rules.side_of[owner]] += trace >> POINTS_SHIFT
    called = state.bidder >= 0
    moves, away = state.moves, discarded(state)
    return {
        "phase": "over" if state.is_over else PHASES[state.phase],
        "hand": texts(cards_of(state.hands[viewer])),
        "bids": [[move & 15, _call_text(move >> 4)] for move in moves[: state.calls]],
        "bidder": state.bidder if called else None,
        "bid": state.bid if called else None,
        "trump": SUITS[state.trump] if state.trump >= 0 else None,
        "trick": _played(on_table(state)),
        "lead": state.lead if state.lead >= 0 else None,
        "tricks": _tricks(state),
        "taken_points": points,
        "own_discards": texts(away[viewer]),
        "hand_sizes": [hand.bit_count() for hand in state.hands],
        "discarded": [len(cards) for cards in away],
        "kitty_taken": texts(state.kitty) if viewer == state.bidder else [],
        "refill_taken": texts(taken_from_stock(state, viewer)) if rules.refills else [],
        "first_dealer": state.first_dealer if state.first_dealer >= 0 else None,
        "sets": list(state.sets),
    }


def _call_text(action: int) -> str:
    return "pass" if action == PASS else f"bid {action - BID}"


def _tricks(state: SmearState) -> list[dict[str, Any]]:
    moves, tricks = state.moves, []
    ends = [trick >> 4 for trick in state.tricks[1:]]
    ends.append(state.trick_start if state.lead >= 0 else len(moves))
    for trick, end in zip(state.tricks, ends, strict=False):
        start = trick >> 4
        tricks.append({"lead": moves[start] & 15, "cards": _played(moves[start:end]), "winner": trick & 15})
    return tricks


def _played(moves: list[int]) -> list[list[int | str]]:
    return [[move & 15, CARD_TEXT[move >> 4]] for move in moves]


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
        "phase": {"enum": [*PHASES, "over"]},
        "hand": says(CARDS, "own cards"),
        "bids": says(pairs({"type": "string", "pattern": "^(pass|bid [1-9][0-9]*)$"}), "the calls, in their order"),
        "bidder": says(nullable(a_seat), "who made the standing bid"),
        "bid": says(nullable({"type": "integer", "minimum": 1}), "the standing bid"),
        "trump": says(nullable({"enum": list(SUITS)}), "the trump suit, once it is named"),
        "trick": {**cards_played, "description": "the cards of the trick on the table, in the order played"},
        "lead": says(nullable(a_seat), "who led to the trick on the table, or is to lead"),
        "tricks": {"type": "array", "items": trick, "description": "the finished tricks of this deal"},
        "taken_points": {**each_of(sides, count), "description": "card points in the tricks of each side"},
        "own_discards": says(CARDS, "own discards, in their order"),
        "hand_sizes": says(each_of(players, count), "how many cards each seat holds"),
        "discarded": {**each_of(players, count), "description": "how many cards each seat has discarded"},
        "refill_taken": {**CARDS, "description": "the stock cards that this seat was given for its discards, in order"},
        "first_dealer": says(nullable(a_seat), "who dealt the first deal: odd cents go from its left"),
        "sets": {**each_of(sides, count), "description": "how often each side has failed its bid"},
        "kitty_taken": {**CARDS, "description": "the stock cards that this seat took as the bidder"},
    }
