"""Cards as the protocol writes them: `TH` is the ten of hearts, `BJ` and `LJ` are the jokers."""

from __future__ import annotations

from collections.abc import Iterable

RANKS = "23456789TJQKA"
SUITS = "CDHS"
JOKERS = ("BJ", "LJ")
PACK = tuple(rank + suit for suit in SUITS for rank in RANKS)


def rank(card: str) -> int:
    """Return 2 to 14, the ace high; 0 for a joker, whose rank is the game's affair.

    >>> [rank(card) for card in ("2C", "TH", "AS", "BJ")]
    [2, 10, 14, 0]
    """
    return 0 if card in JOKERS else RANKS.index(card[0]) + 2


def suit(card: str) -> str:
    """Return `C`, `D`, `H` or `S` as printed on the card; an empty text for a joker."""
    return "" if card in JOKERS else card[1]


def of_suit(cards: Iterable[str], wanted: str) -> list[str]:
    """Return the cards of a suit, the highest first."""
    return sorted((card for card in cards if suit(card) == wanted), key=rank, reverse=True)


def by_suit(cards: Iterable[str]) -> dict[str, list[str]]:
    """Return all four suits with the cards in each, the highest first."""
    held = list(cards)
    return {wanted: of_suit(held, wanted) for wanted in SUITS}


def unseen(*seen: Iterable[str], jokers: int = 0, lowest: str = "2") -> list[str]:
    """Return the cards of the pack that are in none of the lists: what may still come.

    >>> len(unseen(["TH", "2C"], ["AS"]))
    49
    >>> len(unseen(lowest="7", jokers=2))
    34
    """
    gone = {card for cards in seen for card in cards}
    pack = [card for card in PACK if rank(card) >= rank(lowest + "C")] + list(JOKERS[:jokers])
    return [card for card in pack if card not in gone]


def card_of(action: str) -> str:
    """Return the card that an action such as `play TH` or `discard 2C` names.

    >>> card_of("play TH")
    'TH'
    """
    card = action.rpartition(" ")[2]
    if card not in PACK and card not in JOKERS:
        raise ValueError(f"{action!r} names no card")
    return card
