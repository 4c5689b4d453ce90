"""The verbs of Thirty-One as the actions' ints, and what a turn may begin with."""

from typing import Final

from engines.core.notation import VERB_SHIFT, Argument, Verb, format_action

VERBS: Final = (
    Verb("draw", Argument.WORD, ("stock", "discard")),
    Verb("discard", Argument.CARD),
    Verb("knock"),
    Verb("stand"),
)
DRAW_STOCK: Final = 0
DRAW_DISCARD: Final = 1
DISCARD: Final = 1 << VERB_SHIFT
KNOCK: Final = 2 << VERB_SHIFT
STAND: Final = 3 << VERB_SHIFT

OPEN: Final = (DRAW_STOCK, DRAW_DISCARD, KNOCK)
OPEN_NO_KNOCK: Final = (DRAW_STOCK, DRAW_DISCARD)
LAST: Final = (DRAW_STOCK, DRAW_DISCARD, STAND)

#: By action: how it is written.
TEXT: Final[dict[int, str]] = {
    action: format_action(VERBS, action)
    for action in (DRAW_STOCK, DRAW_DISCARD, KNOCK, STAND, *[DISCARD | card for card in range(52)])
}
ACTION_OF_TEXT: Final[dict[str, int]] = {text: action for action, text in TEXT.items()}


def discards(hand: int) -> tuple[int, ...]:
    """List the discards of a hand's cards, ascending."""
    listed = []
    while hand:
        low = hand & -hand
        listed.append(DISCARD + low.bit_length() - 1)
        hand ^= low
    return tuple(listed)
