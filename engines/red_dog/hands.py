"""Hands of Red Dog as bit masks: how many cards they have, and which card of one beats a card turned."""

from typing import Final

from engines.core.cards import BIT

_FEW_CARDS_FROM: Final = 9  # players; below that a hand has five cards (RD7)


def hand_size(players: int) -> int:
    """Return how many cards each of so many players is dealt."""
    return 4 if players >= _FEW_CARDS_FROM else 5


def _higher_in_suit() -> tuple[int, ...]:
    return tuple([sum(BIT[above] for above in range(card + 1, 13 * (card // 13) + 13)) for card in range(52)])


#: By card: the mask of the cards that beat it, the higher ones of its suit.
BEATS: Final = _higher_in_suit()


def shown_after(hand: int, card: int) -> int:
    """Return what the bettor shows once this card is turned: the lowest card that beats it, or the whole hand."""
    higher = hand & BEATS[card]
    return higher & -higher if higher else hand
