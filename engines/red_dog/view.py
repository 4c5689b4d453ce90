"""What a seat of Red Dog sees: its own cards, all that is public, and nothing more (RD18)."""

from typing import TYPE_CHECKING, Any

from engines.core.cards import CARD_TEXT, cards_of, texts
from engines.core.notation import format_action
from engines.core.schema import CARD, CARDS, each_of, nullable, says
from engines.core.schema import seat as seat_schema
from engines.red_dog.actions import PASS, VERBS
from engines.red_dog.hands import hand_size, shown_after
from engines.red_dog.irregular import seats_of_mask

if TYPE_CHECKING:
    from engines.red_dog.state import RedDogState


def observe(state: "RedDogState", viewer: int) -> dict[str, Any]:
    """Return the Red Dog fields of a seat's observation."""
    return {
        "phase": "turn" if state.in_deal else "over" if state.is_over else "between_deals",
        "hand": texts(cards_of(state.hands[viewer])),
        "pool": state.pool,
        "in": [not state.out_mask >> seat & 1 for seat in range(state.game.players)],
        "dealt": list(state.seats),
        "turns": _turns(state),
        "stock_size": len(state.deck) - state.top,
        "long": seats_of_mask(state.long),
        "short": seats_of_mask(state.short),
        "last_winner": state.last_winner if state.last_winner >= 0 else None,
        "out": [{"deal": deal, "seats": seats_of_mask(mask)} for deal, mask in state.out],
        "totals_before": list(state.totals_before),
        "pool_before": state.pool_before,
    }


def _turns(state: "RedDogState") -> list[dict[str, Any]]:
    """List the turns of the deal with the cards that each laid open."""
    turns = []
    deck, bets = state.deck, 0
    top = len(state.seats) * hand_size(len(state.seats))
    for move, change in zip(state.moves, state.changes, strict=True):
        seat, action = move & 15, move >> 4
        turn: dict[str, Any] = {
            "seat": seat,
            "action": format_action(VERBS, action),
            "to_pool": change,
            "removed": [],
            "turned": None,
            "won": None,
            "shown": [],
        }
        if action < PASS:
            if not bets and state.game.burn_first:
                top += 1
            at = state.turned[bets]
            turn["removed"] = texts(deck[top:at])
            turn["turned"] = CARD_TEXT[deck[at]]
            turn["won"] = change < 0
            turn["shown"] = texts(cards_of(shown_after(state.hands[seat], deck[at])))
            top = at + 1
            bets += 1
        turns.append(turn)
    return turns


def observation_properties(players: int) -> dict[str, Any]:
    """Return the JSON Schema of the Red Dog fields."""
    a_seat, count = seat_schema(players), {"type": "integer", "minimum": 0}
    seats = {"type": "array", "items": a_seat}
    turn = {
        "seat": a_seat,
        "action": {"type": "string", "pattern": "^(bet [1-9][0-9]*|pass|fold|dead)$"},
        "to_pool": {"type": "integer", "description": "chips that the pool got; below 0 for a bet won"},
        "removed": {**CARDS, "description": "stock cards that lay face up and were laid away before this bet's card"},
        "turned": nullable({**CARD, "description": "the stock card turned after a bet"}),
        "won": nullable({"type": "boolean"}),
        "shown": {**CARDS, "description": "after a bet won the lowest card that wins, after one lost the whole hand"},
    }
    return {
        "phase": {"enum": ["turn", "between_deals", "over"]},
        "hand": {**CARDS, "description": "own cards of this deal, also once they are laid away"},
        "pool": says(count, "chips in the pool"),
        "in": says(each_of(players, {"type": "boolean"}), "who is still in the game"),
        "dealt": {**seats, "description": "who was dealt cards, in the order of their turns; the dealer is the last"},
        "turns": {"type": "array", "items": _object(turn), "description": "the turns of this deal in order"},
        "stock_size": says(count, "how many cards of the stock are left"),
        "long": {**seats, "description": "seats with too many cards, whose hands are dead"},
        "short": {**seats, "description": "seats with too few cards, who may fold"},
        "last_winner": says(nullable(a_seat), "who last won a bet in this game"),
        "out": {
            "type": "array",
            "items": _object({"deal": count, "seats": seats}),
            "description": "who went out, earliest first, each ante apart, with the deal in or before which it was due",
        },
        "totals_before": {**each_of(players, count), "description": "chips before this deal's ante"},
        "pool_before": says(count, "the pool before this deal's ante"),
    }


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    required = list(properties)
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}
