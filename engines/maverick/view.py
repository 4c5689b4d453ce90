"""What a seat of a Maverick table sees: its own cards, all that is public, and nothing more.

Before the blind bids are done that is no card at all (M4). Whether a player who does not follow could have followed is
known only when the deal is over, and so are the revokes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engines.core.cards import CARD_TEXT, SUITS, texts
from engines.core.schema import CARD, CARDS, each_of, nullable, says, seat
from engines.maverick.actions import ALL_GIVEN, BETWEEN, BLIND_BIDS, PHASES, call_text
from engines.maverick.exchange import given_by
from engines.maverick.scoring import shown_bid, winners
from engines.maverick.suits import COUNTS_SHIFT

if TYPE_CHECKING:
    from engines.maverick.state import MaverickState


def observe(state: MaverickState, viewer: int) -> dict[str, Any]:
    """Return the Maverick fields of a seat's observation."""
    moves, phase = state.moves, state.phase
    first_give = state.first_give if state.first_give >= 0 else len(moves)
    first_play = state.first_play if state.first_play >= 0 else len(moves)
    is_turned = state.dealer >= 0 and phase != BLIND_BIDS
    has_suits = is_turned and not state.redealt
    tricks, scores = _tricks(state)
    table = moves[first_play + 4 * len(tricks) :]
    return {
        "phase": "over" if state.is_over else PHASES[phase],
        "hand": texts(state.held[viewer]) if phase not in (BETWEEN, BLIND_BIDS) else [],
        "turn_up": texts(state.deck[52:]) if is_turned else [],
        "trump": SUITS[state.suits.trump] if has_suits else None,
        "adder": SUITS[state.suits.adder] if has_suits else None,
        "blind_calls": _calls(moves[:first_give]),
        "calls": _calls(moves[first_give + ALL_GIVEN : first_play]),
        "bids": [shown_bid(bid) for bid in state.bids],
        "given": [len(given_by(state, seat)) for seat in range(4)],
        "gave": texts(given_by(state, viewer)),
        "received": texts(sorted(given_by(state, (viewer - 1) & 3))) if state.given == ALL_GIVEN else [],
        "trick": _played(table),
        "lead": table[0] & 15 if table else state.turn if state.left else None,
        "tricks": tricks,
        "trick_scores": scores,
        "result": None if state.result is None else state.result.shown(),
    }


def _calls(moves: list[int]) -> list[list[int | str]]:
    return [[move & 15, call_text(move >> 4)] for move in moves]


def _played(moves: list[int]) -> list[list[int | str]]:
    return [[move & 15, CARD_TEXT[move >> 4]] for move in moves]


def _tricks(state: MaverickState) -> tuple[list[dict[str, Any]], list[int]]:
    """List the finished tricks, and add up their scores by side."""
    tricks: list[dict[str, Any]] = []
    totals = [0, 0]
    if state.first_play < 0:
        return tricks, totals
    moves, traces = state.moves, state.suits.traces
    for number, winner in enumerate(winners(state)):
        first = state.first_play + 4 * number
        cards = moves[first : first + 4]
        counts = sum([traces[move] for move in cards]) >> COUNTS_SHIFT
        score = state.rules.trick_scores[counts]
        totals[winner & 1] += score
        tricks.append({"lead": moves[first] & 15, "cards": _played(cards), "winner": winner, "score": score})
    return tricks, totals


def observation_properties() -> dict[str, Any]:
    """Return the JSON Schema of the Maverick fields."""
    a_seat = seat(4)
    number = {"type": "integer"}
    count = {"type": "integer", "minimum": 0}

    def pairs(second: dict[str, Any], most: int) -> dict[str, Any]:
        pair = {"type": "array", "prefixItems": [a_seat, second], "minItems": 2, "maxItems": 2}
        return {"type": "array", "items": pair, "maxItems": most}

    def fields(properties: dict[str, Any]) -> dict[str, Any]:
        required = list(properties)
        return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}

    cards_played = pairs(CARD, 4)
    trick = fields({"lead": a_seat, "cards": cards_played, "winner": a_seat, "score": number})
    result = fields(
        {
            "tricks": {**each_of(2, number), "description": "by side: the scores of its tricks"},
            "revokes": {**each_of(4, count), "description": "by seat: how often it did not follow though it could"},
            "made": {**each_of(2, nullable({"type": "boolean"})), "description": "by side: whether its bid was made"},
            "scores": {**each_of(2, number), "description": "by side: what was added to its total"},
        }
    )
    bid = fields({"seat": a_seat, "bid": {"enum": ["blind", "nil", "chic"]}})
    suit = nullable({"enum": list(SUITS)})
    two_cards = {**CARDS, "maxItems": 2}
    return {
        "phase": {"enum": [*PHASES, "over"]},
        "hand": {**CARDS, "description": "own cards; none before the blind bids are done"},
        "turn_up": {**two_cards, "description": "the cards out of play, in the order turned"},
        "trump": says(suit, "the trump suit, once the cards are turned"),
        "adder": says(suit, "the suit that scores, once the cards are turned"),
        "blind_calls": {**pairs({"enum": ["pass", "blind"]}, 4), "description": "the calls before cards were seen"},
        "calls": {**pairs({"enum": ["pass", "nil", "chic"]}, 4), "description": "the calls after cards were passed on"},
        "bids": {**each_of(2, nullable(bid)), "description": "by side (seats of one parity): its bid and who made it"},
        "given": {**each_of(4, {**count, "maximum": 2}), "description": "how many cards each seat has given"},
        "gave": {**two_cards, "description": "the cards given to the left neighbour, in their order"},
        "received": {**two_cards, "description": "the cards that came from the right neighbour"},
        "trick": {**cards_played, "description": "the cards of the trick on the table, in the order played"},
        "lead": says(nullable(a_seat), "who led to the trick on the table, or is to lead"),
        "tricks": {"type": "array", "items": trick, "description": "the finished tricks of this deal"},
        "trick_scores": {**each_of(2, number), "description": "by side: the scores of the finished tricks"},
        "result": says(nullable(result), "what the deal came to, once it is over"),
    }
