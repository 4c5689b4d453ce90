"""Play Thirty-One by rules of thumb: draw where there is most, keep what can grow, knock when another is likely lower.

Everything is worked out anew from the observation of each request, so the player keeps nothing between moves.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

RANKS = "23456789TJQKA"
SUITS = "CDHS"
PACK = [rank + suit for suit in SUITS for rank in RANKS]
POINTS = {rank: min(place + 2, 10) for place, rank in enumerate(RANKS)} | {"A": 11}
BLITZ_RANKS = frozenset("AKT")
BEST = 31.0

# The least value to knock with in the first round, by players at the table: the more there are, the likelier that
# one of them is lower, and only the lowest pays.
KNOCK_AT = {2: 19.0, 3: 18.5, 4: 18.0, 5: 17.0, 6: 17.0, 7: 16.0}
RISE_A_ROUND = 1.5  # hands grow with every round played
RISE_AT_MOST = 7.0


class Request(Protocol):
    """What the player reads of a request."""

    observation: dict[str, Any]
    legal: list[str]


def value_of(hand: list[str], three_of_a_kind: bool = False) -> float:
    """Return the best sum in one suit."""
    if three_of_a_kind and len(hand) == 3 and len({card[0] for card in hand}) == 1:
        return 30.5
    sums = dict.fromkeys(SUITS, 0)
    for card in hand:
        sums[card[1]] += POINTS[card[0]]
    return float(max(sums.values()))


class ThirtyOnePlayer:
    """Choose actions at a Thirty-One table.

    `knock_at` holds the least values to knock with in the first round, by number of players still in (or one number
    for all); `rise` is added to them for each round played; `boldness` is taken off. `growth` is what a point
    expected of the next cards is worth beside one in hand.
    """

    def __init__(
        self,
        knock_at: Mapping[int, float] | float = KNOCK_AT,
        rise: float = RISE_A_ROUND,
        boldness: float = 0.0,
        growth: float = 0.3,
        blitz_hope: float = 1.5,
    ) -> None:
        self.knock_at = knock_at
        self.rise = rise
        self.boldness = boldness
        self.growth = growth
        self.blitz_hope = blitz_hope  # what two cards of a blitz are worth, in points

    def choose(self, request: Request) -> str:
        """Return one of the legal actions."""
        seen, legal = request.observation, request.legal
        if len(legal) == 1:
            return legal[0]
        if seen["phase"] == "discard":
            return "discard " + max(
                (action.split()[1] for action in legal), key=lambda card: self._after_throwing(seen, card)
            )
        if "knock" in legal and self._value(seen, seen["hand"]) >= self._threshold(seen):
            return "knock"
        return self._draw(seen, legal)

    # Knocking.

    def _threshold(self, seen: dict[str, Any]) -> float:
        """Return the value from which a knock is better than another card."""
        players = max(2, sum(seen["in"]))
        at = self.knock_at if isinstance(self.knock_at, (int, float)) else self.knock_at[players]
        rounds = seen["turns"] / players
        return float(min(BEST, at + min(RISE_AT_MOST, self.rise * rounds) - self.boldness))

    # Drawing and throwing.

    def _draw(self, seen: dict[str, Any], legal: list[str]) -> str:
        """Take the discard if it gives more than the stock does on the average; stand if nothing gives more."""
        hand, pile = seen["hand"], seen["discard_pile"]
        taken = max(self._worth(seen, _without([*hand, pile[-1]], card)) for card in hand)
        drawn = [
            max(self._worth(seen, _without([*hand, card], thrown)) for thrown in [*hand, card])
            for card in self._unseen(seen)
        ]
        stock = sum(drawn) / max(1, len(drawn))
        if "stand" in legal and self._worth(seen, hand) >= max(taken, stock):
            return "stand"
        return "draw discard" if taken > stock else "draw stock"

    def _after_throwing(self, seen: dict[str, Any], card: str) -> float:
        """Return what the hand is worth without a card, less what the card may do for the next player."""
        worth = self._worth(seen, _without(seen["hand"], card))
        following = self._next_seat(seen)
        fits = [POINTS[known[0]] for known in seen["known_cards"][following] if known[1] == card[1]]
        return worth - (0.02 + 0.05 * bool(fits)) * POINTS[card[0]]

    def _worth(self, seen: dict[str, Any], hand: list[str]) -> float:
        """Return what three cards are worth: their value, and, if more cards come, what they may grow to."""
        value = self._value(seen, hand)
        if seen["knocker"] is not None:
            return value + 100.0 * self._is_blitz(seen, hand)
        if self._is_blitz(seen, hand):
            return 100.0
        return value + self.growth * self._growth(hand) + self.blitz_hope * self._hopes_for_blitz(seen, hand)

    def _growth(self, hand: list[str]) -> float:
        """Say what the hand may grow by: cards of one suit count together, and the third best by its points."""
        by_suit = sorted((sum(POINTS[card[0]] for card in hand if card[1] == suit) for suit in SUITS), reverse=True)
        # A second suit is a second way up, which matters as long as the first is not complete.
        return by_suit[1] * 0.5

    def _hopes_for_blitz(self, seen: dict[str, Any], hand: list[str]) -> bool:
        """Say whether two cards of a blitz are held and the third may still come."""
        gone = set(seen["discard_pile"][:-1])
        for suit in SUITS:
            held = {card[0] for card in hand if card[1] == suit} & BLITZ_RANKS
            if len(held) == 2:
                missing = next(iter(BLITZ_RANKS - held)) + suit
                return missing not in gone
        return False

    # What is known.

    @staticmethod
    def _value(seen: dict[str, Any], hand: list[str]) -> float:
        return value_of(hand, seen["options"]["three_of_a_kind"])

    @staticmethod
    def _is_blitz(seen: dict[str, Any], hand: list[str]) -> bool:
        if len({card[1] for card in hand}) > 1:
            return False
        any_31 = seen["options"]["blitz"] == "any31" and value_of(hand) == BEST
        return any_31 or {card[0] for card in hand} == BLITZ_RANKS

    @staticmethod
    def _unseen(seen: dict[str, Any]) -> list[str]:
        known = {*seen["hand"], *seen["discard_pile"]}
        for cards in seen["known_cards"]:
            known.update(cards)
        return [card for card in PACK if card not in known]

    @staticmethod
    def _next_seat(seen: dict[str, Any]) -> int:
        players, seat = int(seen["players"]), int(seen["seat"])
        return next((seat + step) % players for step in range(1, players + 1) if seen["in"][(seat + step) % players])


def _without(hand: list[str], card: str) -> list[str]:
    return [other for other in hand if other != card]
