"""The verbs of Maverick as the actions' ints, and the phases of a deal."""

from __future__ import annotations

from typing import Final

from engines.core.history import moves_of
from engines.core.notation import VERB_SHIFT, Argument, Verb

#: Plays come first: a play's int is the card itself.
VERBS: Final = (
    Verb("play", Argument.CARD),
    Verb("give", Argument.CARD),
    Verb("pass"),
    Verb("blind"),
    Verb("nil"),
    Verb("chic"),
)
GIVE: Final = 1 << VERB_SHIFT
PASS: Final = 2 << VERB_SHIFT
BLIND: Final = 3 << VERB_SHIFT
NIL: Final = 4 << VERB_SHIFT
CHIC: Final = 5 << VERB_SHIFT

#: By card: the action that gives it.
GIVES: Final[tuple[int, ...]] = tuple(GIVE + card for card in range(54))
#: By seat, then by card: the moves.
PLAY_MOVES: Final = moves_of(range(54))
GIVE_MOVES: Final = moves_of(GIVES)
#: The bits of an action that are its card.
CARD_BITS: Final = 63
BLIND_CALLS: Final[tuple[int, ...]] = (PASS, BLIND)
CALLS: Final[tuple[int, ...]] = (PASS, NIL, CHIC)
#: By seat: the one to its left.
AFTER: Final[tuple[int, ...]] = (1, 2, 3, 0)
#: Cards given away by each seat, and by all.
GIVEN: Final = 2
ALL_GIVEN: Final = 8

BETWEEN: Final = 0
BLIND_BIDS: Final = 1
GIVING: Final = 2
BIDS: Final = 3
PLAYING: Final = 4
#: What the phases are called in observations.
PHASES: Final = ("between", "blind", "give", "bid", "play")


def call_text(action: int) -> str:
    """Name a call: a bid, or `pass`."""
    return VERBS[action >> VERB_SHIFT].name
