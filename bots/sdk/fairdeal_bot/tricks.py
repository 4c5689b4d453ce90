"""Tricks: which cards are trumps, what beats what, who takes a trick; for Smear in its variants and for Maverick."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from fairdeal_bot.cards import JOKERS, RANKS, SUITS

COLOUR = {"C": "S", "S": "C", "D": "H", "H": "D"}
# Trumps from high to low by game; `L` is the left bower (the jack of the other suit of the colour), `*` the jokers.
ORDERS = {
    "smear-six-handed": "AKQJLT98765432*",
    "smear-four-handed": "AKQJ*T98765432",
    "smear-ten-point": "AKQJL*T98765432",
    "smear-wisconsin": "AKQJT987",
    "smear-wisconsin-jokers": "AKQJT987*",
    "smear-fort-frances": "AKQJT98765432",
    "maverick": "*AKQJT98765432",
    "maverick-bidding": "*AKQJT98765432",
}


class Trumps:
    """Know the order of the cards in one deal, in which a suit is trumps."""

    def __init__(self, observation: dict[str, Any], trump: str | None = None) -> None:
        """Take game and trumps from an observation, or `trump` where it is to be tried out.

        In Smear of two jokers in a trick the first counts as the higher, unless the option says otherwise; Maverick's
        jokers are ordered, and with `joker_suit` none they are of no suit, yet the highest cards all the same.
        """
        game = observation["game"]
        options = observation["options"]
        if game not in ORDERS:
            raise ValueError(f"{game} is not played in tricks; games that are: {', '.join(ORDERS)}")
        named = trump or observation["trump"]
        if named is None:
            raise ValueError("no suit is trumps yet: give the one to be tried out")
        self.trump: str = named
        self._suitless_jokers = options.get("joker_suit") == "none"
        self._later_joker_wins: bool = options.get("joker_tie") == "second"
        self._jokers_differ = game.startswith("maverick")
        order = ORDERS[game]
        self._strength: dict[str, int] = {
            rank + suit: RANKS.index(rank) for suit in SUITS for rank in RANKS if suit != self.trump
        }
        for place, symbol in enumerate(order):
            for card in self._cards(symbol):
                self._strength[card] = 100 - 2 * place - (card == "LJ" and self._jokers_differ)
        self._trumps = {card for symbol in order for card in self._cards(symbol)}

    def is_trump(self, card: str) -> bool:
        """Say whether a card is a trump: bowers and jokers are, whatever is printed on them."""
        return card in self._trumps

    def suit_of(self, card: str) -> str:
        """Return the suit that a card belongs to; an empty text for a joker of no suit."""
        if card in JOKERS and self._suitless_jokers:
            return ""
        return self.trump if self.is_trump(card) else card[1]

    def strength(self, card: str) -> int:
        """Return a number that is higher for a higher card of the same suit, and for any trump than for any other."""
        return self._strength[card]

    def beats(self, card: str, best: str) -> bool:
        """Say whether a card that is played later takes the trick from the best so far."""
        if card in JOKERS and best in JOKERS and not self._jokers_differ:
            return self._later_joker_wins
        if self.is_trump(card) or self.is_trump(best):
            return self.is_trump(card) and self._strength[card] > self._strength[best]
        return card[1] == best[1] and self._strength[card] > self._strength[best]

    def winner(self, trick: Sequence[Sequence[Any]]) -> int:
        """Return the seat that takes a trick, or would if it ended now: `trick` is as observations have it."""
        seat, best = trick[0]
        for other, card in trick[1:]:
            if self.beats(card, best):
                seat, best = other, card
        return int(seat)

    def best_card(self, trick: Sequence[Sequence[Any]]) -> str:
        """Return the card that takes a trick, or would if it ended now."""
        winner = self.winner(trick)
        return next(str(card) for seat, card in trick if seat == winner)

    def winners(self, cards: Iterable[str], trick: Sequence[Sequence[Any]]) -> list[str]:
        """Return those of the cards that would take the trick from the best card in it, the weakest first."""
        best = self.best_card(trick)
        return sorted((card for card in cards if self.beats(card, best)), key=self.strength)

    def _cards(self, symbol: str) -> list[str]:
        if symbol == "*":
            return list(JOKERS)
        return ["J" + COLOUR[self.trump]] if symbol == "L" else [symbol + self.trump]


def played(observation: dict[str, Any]) -> list[str]:
    """Return all cards that have been played in this deal, in their order."""
    past = [card for trick in observation["tricks"] for _seat, card in trick["cards"]]
    return past + [card for _seat, card in observation["trick"]]
