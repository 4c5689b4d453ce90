"""What a seat of a Smear table sees: its own cards, all that is public, and nothing more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engines.core.cards import SUITS, listed
from engines.core.schema import CARD, CARDS, each_of, nullable, says, seat
from engines.core.texts import cards_text, number_or_null, numbers_text, plays_text
from engines.smear.actions import BID, PASS, PHASES
from engines.smear.moves import discarded, finished, kitty, on_table, taken_from_stock
from engines.smear.trumps import POINTS_SHIFT

if TYPE_CHECKING:
    from engines.smear.state import SmearState


class Shown:
    """Keep as JSON text what changes no more in a deal whose cards are played: most of what is shown of it."""

    __slots__ = ("called", "thrown", "tricks")

    def __init__(self, state: SmearState) -> None:
        self.called = _called_text(state)
        #: By viewer, once it has looked: its own discards, and the fields from the discards of all to the refill.
        self.thrown: list[tuple[str, str] | None] = [None] * state.rules.players
        #: The finished tricks.
        self.tricks: list[str] = []

    def thrown_text(self, state: SmearState, viewer: int) -> tuple[str, str]:
        """Return what is shown of the discards and of what came for them."""
        found = self.thrown[viewer]
        if found is None:
            self.thrown[viewer] = found = _thrown_text(state, viewer)
        return found

    def tricks_text(self, state: SmearState) -> str:
        """Return what is shown of the finished tricks."""
        texts, winners = self.tricks, state.winners
        if len(texts) < len(winners):
            for number, trick in enumerate(finished(state)):
                if number >= len(texts):
                    texts.append(f'{{"lead":{trick[0] & 15},"cards":{plays_text(trick)},"winner":{winners[number]}}}')
        return ",".join(texts)


def observe_text(state: SmearState, viewer: int) -> str:
    """Return the Smear fields of a seat's observation as JSON text, without the braces around them."""
    phase = "over" if state.is_over else PHASES[state.phase]
    tricks = ""
    if state.first_play < 0:
        called = _called_text(state)
        own, all_thrown = _thrown_text(state, viewer)
    else:
        shown = state.shown
        if shown is None:
            state.shown = shown = Shown(state)
        called = shown.called
        own, all_thrown = shown.thrown_text(state, viewer)
        tricks = shown.tricks_text(state)
    return (
        f'"phase":"{phase}","hand":{cards_text(listed(state.hands[viewer], state.rules.suit_lists))},{called}'
        f',"trick":{plays_text(on_table(state))},"lead":{number_or_null(state.lead)},"tricks":[{tricks}]'
        f',"taken_points":{numbers_text([trace >> POINTS_SHIFT for trace in state.taken])},"own_discards":{own}'
        f',"hand_sizes":{numbers_text([hand.bit_count() for hand in state.hands])},{all_thrown}'
        f',"first_dealer":{number_or_null(state.first_dealer)},"sets":{numbers_text(state.sets)}'
    )


def _called_text(state: SmearState) -> str:
    trump = f'"{SUITS[state.trump]}"' if state.trump >= 0 else "null"
    bid = str(state.bid) if state.bidder >= 0 else "null"
    calls = ",".join([_call_text(move) for move in state.moves[: state.calls]])
    return f'"bids":[{calls}],"bidder":{number_or_null(state.bidder)},"bid":{bid},"trump":{trump}'


def _thrown_text(state: SmearState, viewer: int) -> tuple[str, str]:
    away = discarded(state)
    in_kitty = kitty(state) if viewer == state.bidder else ()
    refill = taken_from_stock(state, viewer) if state.rules.refills else []
    return cards_text(away[viewer]), (
        f'"discarded":{numbers_text([len(cards) for cards in away])}'
        f',"kitty_taken":{cards_text(in_kitty)},"refill_taken":{cards_text(refill)}'
    )


def _call_text(move: int) -> str:
    action = move >> 4
    return f'[{move & 15},"pass"]' if action == PASS else f'[{move & 15},"bid {action - BID}"]'


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
