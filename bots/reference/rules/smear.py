"""Play Smear by rules of thumb: weigh the hand for the bid, keep counters, play a card for what its trick is worth.

Everything is worked out anew from the observation of each request, so the player keeps nothing between moves.
"""

from __future__ import annotations

from typing import Any, Protocol

RANKS = "23456789TJQKA"
SUITS = "CDHS"
COLOUR = {"C": "S", "S": "C", "D": "H", "H": "D"}
CARD_POINTS = {"A": 4.0, "K": 3.0, "Q": 2.0, "J": 1.0, "T": 10.0}
# Trumps from high to low by game; L: the left bower, *: the jokers.
ORDERS = {
    "smear-six-handed": "AKQJLT98765432*",
    "smear-four-handed": "AKQJ*T98765432",
    "smear-ten-point": "AKQJL*T98765432",
    "smear-wisconsin": "AKQJT987",
    "smear-wisconsin-jokers": "AKQJT987*",
    "smear-fort-frances": "AKQJT98765432",
}
JOKERS = {"smear-six-handed": ["BJ"], "smear-wisconsin": [], "smear-fort-frances": []}
HAND = 6  # cards of a hand in play
# What the hand must be thought to take: for a bid of 2, more for each bid above, to jump over a lower bid, and to
# outbid the partner. Fitted to games of this player with itself.
NEED, STEP, ROOM, OVER_PARTNER = 2.2, 0.55, 0.5, 0.5


class Request(Protocol):
    """What the player reads of a request."""

    observation: dict[str, Any]
    legal: list[str]


class Trumps:
    """Know the order of the cards when a suit is trumps."""

    def __init__(self, game: str, suit: str) -> None:
        order = ORDERS[game]
        self.low = RANKS.index(order.strip("*")[-1])
        jokers = JOKERS.get(game, ["BJ", "LJ"])
        plain = [rank + other for other in SUITS for rank in RANKS[self.low :]]
        self.pack = plain + jokers
        self.strength = {card: RANKS.index(card[0]) for card in plain}
        self.trumps: set[str] = set()
        for place, symbol in enumerate(order):
            for card in jokers if symbol == "*" else ["J" + COLOUR[suit] if symbol == "L" else symbol + suit]:
                self.strength[card] = 100 - place
                self.trumps.add(card)
        self.suit = suit
        self.score = {"J" + suit: 1.0}
        if "L" in order:
            self.score["J" + COLOUR[suit]] = 1.0
        if game not in ("smear-four-handed", "smear-wisconsin", "smear-fort-frances"):
            self.score |= dict.fromkeys(jokers, 1.0)
        if game == "smear-ten-point":
            self.score["3" + suit] = 3.0

    def suit_of(self, card: str) -> str:
        """Return the suit a card belongs to."""
        return self.suit if card in self.trumps else card[1]

    def beats(self, card: str, other: str) -> bool:
        """Say whether a card played later takes the trick from another."""
        return self.suit_of(card) in (self.suit, self.suit_of(other)) and self.strength[card] > self.strength[other]


def _none_of(count: int, held: float) -> float:
    """Return the probability that none of so many cards is in a hand that holds each with probability `held`."""
    return float((1 - held) ** count)


class SmearPlayer:
    """Choose actions at a Smear table; `bid_bias` is added to what the hand is thought to take, in score points."""

    def __init__(
        self, bid_bias: float = 0.0, point_weight: float = 30.0, save: float = 1.0, lead_trumps: float = 1.0
    ) -> None:
        self.bid_bias = bid_bias
        self.point_weight = point_weight  # what a score point is worth, in card points
        self.save = save  # how dear strong cards are
        self.lead_trumps = lead_trumps  # how much the bidding side likes to draw trumps

    def choose(self, request: Request) -> str:
        """Return one of the legal actions."""
        seen, legal = request.observation, request.legal
        verb = legal[0].split()[0]
        if verb in ("pass", "bid"):
            return self._call(seen, legal)
        if verb == "trump":
            return f"trump {self._best_suit(seen)[1]}"
        cards = [action.split()[1] for action in legal if " " in action]
        if not cards or len(legal) == 1:
            return legal[0]
        trumps = Trumps(seen["game"], seen["trump"])
        if verb in ("discard", "done"):
            return "discard " + min(cards, key=lambda card: self._keep(trumps, card, seen["hand"]))
        return "play " + max(cards, key=lambda card: self._worth(seen, trumps, card))

    # The auction.

    def _best_suit(self, seen: dict[str, Any]) -> tuple[float, str]:
        return max((self._estimate(Trumps(seen["game"], suit), seen), suit) for suit in SUITS)

    def _estimate(self, trumps: Trumps, seen: dict[str, Any]) -> float:
        """Guess the score points that the side takes when this suit is trumps."""
        hand, suit = seen["hand"], trumps.suit
        mine = [card for card in hand if card in trumps.trumps]
        count = min(len(mine), HAND)
        ace, king, queen = (rank + suit in hand for rank in "AKQ")
        tops = ace + king + queen
        high = 1.0 if ace else 0.6 if king else 0.35 if queen else 0.25
        guarded = min(1.0, 0.45 + 0.1 * count + 0.1 * tops)
        jack = guarded if "J" + suit in hand else 0.1 + 0.12 * tops
        lowest = RANKS[trumps.low] + suit in hand
        low = min(0.85, 0.25 + 0.1 * count) if lowest else 0.2 + 0.06 * count
        aces = sum(card[0] == "A" and card not in trumps.trumps for card in hand)
        game = min(0.9, 0.12 + 0.09 * count + 0.1 * tops + 0.05 * aces)
        others = sum(
            value * (guarded if card in hand else 0.25) for card, value in trumps.score.items() if card != "J" + suit
        )
        return float(high + jack + low + game + others)

    def _call(self, seen: dict[str, Any], legal: list[str]) -> str:
        bids = next((action for action in legal if action.startswith("bid ")), None)
        if bids is None:
            return "pass"
        lowest, _, highest = bids[4:].partition("..")
        low, high = int(lowest), int(highest or lowest)
        top = self._best_suit(seen)[0] + self.bid_bias
        # A made bid scores the bid and a set one costs it: outbidding the partner must bring more than it risks.
        own = seen["bidder"] is not None and self._together(seen, seen["bidder"], seen["seat"])
        if "pass" in legal and top < self._needed(low) + (OVER_PARTNER if own else 0.0):
            return "pass"
        jump = max((bid for bid in range(low, high + 1) if top >= self._needed(bid) + ROOM), default=low)
        return f"bid {jump}"

    @staticmethod
    def _needed(bid: int) -> float:
        """Return the estimate that is worth a bid."""
        return NEED + STEP * (bid - 2)

    # Discards.

    def _keep(self, trumps: Trumps, card: str, hand: list[str]) -> float:
        """Say how much a card is worth keeping."""
        if card in trumps.trumps:
            return 50.0 + trumps.strength[card] + 40 * trumps.score.get(card, 0)
        same = sum(trumps.suit_of(other) == card[1] for other in hand)
        covered = card[0] == "T" and "A" + card[1] in hand
        return {"A": 9.0, "K": 4.0, "Q": 2.0, "T": 3.0 + 3 * covered}.get(card[0], 0.0) + 0.2 * (4 - same)

    # Play.

    def _worth(self, seen: dict[str, Any], trumps: Trumps, card: str) -> float:
        """Say what playing a card is worth: its trick, won or lost, less what the card could do later."""
        trick = seen["trick"]
        gone = {played for past in seen["tricks"] for _, played in past["cards"]} | {played for _, played in trick}
        known = gone | set(seen["hand"]) | set(seen["own_discards"])
        unseen = [other for other in trumps.pack if other not in known]
        stake = sum(self._value(seen, trumps, played, known) for _, played in trick)
        stake += self._value(seen, trumps, card, known)
        chance = self._chance(seen, trumps, card, unseen)
        worth = (2 * chance - 1) * stake - self.save * self._price(seen, trumps, card)
        if not trick:
            worth += self._draw(seen, trumps, card, unseen, chance)
        return worth

    def _value(self, seen: dict[str, Any], trumps: Trumps, card: str, known: set[str]) -> float:
        """Return what a card in a trick counts, in card points."""
        value = CARD_POINTS.get(card[0], 0.0) if card[1] != "J" else 0.0
        if card not in trumps.trumps:
            return value
        value += self.point_weight * trumps.score.get(card, 0.0)
        if card[1] != "J" and seen["options"]["low_to"] == "taker":
            # The lowest trump in play: every lower one that is not seen may be out of play, less than half of them are.
            lower = RANKS[trumps.low : RANKS.index(card[0])]
            hidden = sum(rank + trumps.suit not in known for rank in lower)
            if hidden == len(lower):
                value += self.point_weight * 0.4**hidden
        return value

    def _price(self, seen: dict[str, Any], trumps: Trumps, card: str) -> float:
        """Return what a card could still do if it were kept."""
        if len(seen["hand"]) == 1:
            return 0.0
        strength = trumps.strength[card]
        if card in trumps.trumps:
            return 2.0 + 0.6 * max(0, strength - 86)
        return 2.0 if card[0] == "A" else 0.1 * strength

    def _chance(self, seen: dict[str, Any], trumps: Trumps, card: str, unseen: list[str]) -> float:
        """Return the probability that the own side takes the trick when this card is played to it."""
        trick, me, players = seen["trick"], seen["seat"], seen["players"]
        best, owner = card, me
        if trick:
            best, owner = trick[0][1], trick[0][0]
            for seat, played in [*trick[1:], [me, card]]:
                if trumps.beats(played, best):
                    best, owner = played, seat
        led = trumps.suit_of(trick[0][1] if trick else card)
        lost = 0.0 if self._together(seen, owner, me) else 1.0
        later = players - 1 - len(trick)
        for step in range(1, later + 1):
            seat = (me + step) % players
            takes = self._takes(trumps, best, led, unseen, seen["hand_sizes"][seat])
            lost = lost * (1 - takes) if self._together(seen, seat, me) else lost + (1 - lost) * takes
        return 1 - lost

    def _takes(self, trumps: Trumps, best: str, led: str, unseen: list[str], size: int) -> float:
        """Return the probability that a seat with so many cards beats the best card."""
        if not size or not unseen:
            return 0.0
        held = min(1.0, size / len(unseen))
        higher = [other for other in unseen if trumps.beats(other, best)]
        follow = sum(trumps.suit_of(other) == led for other in unseen)
        over = sum(trumps.suit_of(other) == led for other in higher)
        by_suit = 1 - _none_of(over, held)
        if led == trumps.suit:
            return by_suit
        return by_suit + _none_of(follow, held) * (1 - _none_of(len(higher) - over, held))

    def _draw(self, seen: dict[str, Any], trumps: Trumps, card: str, unseen: list[str], chance: float) -> float:
        """Return what leading a trump brings in from the others' hands."""
        if card not in trumps.trumps:
            return 0.0
        out = sum(self._value(seen, trumps, other, set()) for other in unseen if other in trumps.trumps)
        caught = out * min(1.0, sum(seen["hand_sizes"]) / max(1, len(unseen))) / 4
        bidding = self._together(seen, seen["bidder"], seen["seat"])
        return float((2 * chance - 1) * caught) + (6.0 * self.lead_trumps if bidding else 0.0)

    @staticmethod
    def _together(seen: dict[str, Any], one: int, other: int) -> bool:
        """Say whether two seats play together in this deal."""
        if seen["players"] == 5:
            return bool((one == seen["bidder"]) == (other == seen["bidder"]))
        sides = 3 if seen["options"].get("six_sides") == "2v2v2" else 2
        return bool(one % sides == other % sides)
