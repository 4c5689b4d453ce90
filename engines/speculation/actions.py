"""The verbs of Speculation as the actions' ints, the phases of a deal, and the legal actions of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engines.core.choices import Block, Choices
from engines.core.notation import OFFER_COUNT_SHIFT, OFFER_SEAT_SHIFT, VERB_SHIFT, Argument, Verb

VERBS: Final = (
    Verb("pass"),
    Verb("bid", Argument.NUMBER),
    Verb("sell"),
    Verb("keep"),
    Verb("offer", Argument.OFFER),
    Verb("accept"),
    Verb("refuse"),
)
PASS: Final = 0
BID: Final = 1 << VERB_SHIFT
SELL: Final = 2 << VERB_SHIFT
KEEP: Final = 3 << VERB_SHIFT
OFFER: Final = 4 << VERB_SHIFT
ACCEPT: Final = 5 << VERB_SHIFT
REFUSE: Final = 6 << VERB_SHIFT

BETWEEN: Final = 0
AUCTION: Final = 1
SALE: Final = 2
TRADE: Final = 3
ANSWER: Final = 4
#: What the phases are called in observations.
PHASES: Final = ("between_deals", "auction", "sale", "trade", "answer")

ONLY_PASS: Final = (PASS,)
SALE_ANSWERS: Final = (SELL, KEEP)
OFFER_ANSWERS: Final = (ACCEPT, REFUSE)

_PASS_BLOCK: Final = (PASS, 1, 1, 1)
_COUNT_STEP: Final = 1 << OFFER_COUNT_SHIFT
_ONE_FOR_ONE: Final = OFFER | _COUNT_STEP | 1


def legal_bids(low: int, chips: int) -> Sequence[int]:
    """List what may be called with so many chips: `pass`, and bids from `low` on (Sp7, Sp8)."""
    if low > chips:
        return ONLY_PASS
    width = chips - low + 1
    return Choices([_PASS_BLOCK, (BID + low, 1, width, width)])


def legal_offers(seat: int, chips: int, stacks: list[tuple[int, ...]]) -> Sequence[int]:
    """List what the seat may offer: for cards of every other seat that has some face down (Sp13)."""
    if not chips:
        return ONLY_PASS
    blocks: list[Block] = [_PASS_BLOCK]
    for other, stack in enumerate(stacks):
        if stack and other != seat:
            blocks.append((_ONE_FOR_ONE | other << OFFER_SEAT_SHIFT, len(stack), _COUNT_STEP, chips))
    return Choices(blocks) if len(blocks) > 1 else ONLY_PASS
