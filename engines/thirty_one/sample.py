"""Samples of a Thirty-One deal: the unseen cards dealt again, each deck that agrees with what a seat knows alike.

All moves are public, and every card thrown. Where a card came from that somebody throws, his first three or one drawn
from the stock since, is hidden: it came from any of those he still had, each equally likely. The stock that is made of
the discards is known in its order. Nobody but those who showed one has had a blitz, which would have ended the deal.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from engines.core.cards import BIT, CARD_OF_TEXT, PACK_52, mask_of
from engines.core.rng import Randomness
from engines.thirty_one.actions import ACTION_OF_TEXT, DISCARD, DRAW_DISCARD, DRAW_STOCK
from engines.thirty_one.ending import STILL_IN, Showdown
from engines.thirty_one.hands import hand_value

if TYPE_CHECKING:
    from engines.thirty_one.state import ThirtyOneState

_UNKNOWN: Final = -1
_CARD: Final = 64  # a card that lies in the stock known to all is written 64 + card, others as their place in the deck
_PLACE_MASK: Final = 63


class Known:
    """Hold what a seat knows of a deal: cards by their place in the deck, and how the others' hands went."""

    __slots__ = ("blanks", "changes", "dealt", "finals", "moves", "origins", "seat", "template", "unseen")

    def __init__(self, observation: Mapping[str, Any]) -> None:
        """Read it from the seat's observation."""
        self.seat = int(observation["seat"])
        self.moves: list[int] = [ACTION_OF_TEXT[text] for _, text in observation["actions"]]
        #: By place in the deck the card, or _UNKNOWN where it must be drawn.
        self.template: list[int] = [_UNKNOWN] * len(PACK_52)
        #: Of others, in order: ``(seat, place)`` for a hidden card got, ``(seat, 64 + card)`` for one thrown or shown.
        self.origins: list[tuple[int, int]] = []
        #: Others' hands in order: ``(seat, what came, card that went)``, the first as a place or 64 + card.
        self.changes: list[tuple[int, int, int]] = []
        self.dealt: list[tuple[int, list[int]]] = []
        seats = observation["dealt"]
        up = 3 * len(seats)
        for at, seat in enumerate(seats):
            places = list(range(at, up, len(seats)))
            if seat == self.seat:
                for place, card in zip(places, observation["dealt_hand"], strict=True):
                    self.template[place] = CARD_OF_TEXT[card]
            else:
                self.dealt.append((seat, places))
                self.origins += [(seat, place) for place in places]
        self.template[up] = CARD_OF_TEXT[observation["turn_up"]]
        public = self._read_actions(observation, up)
        #: Seats whose blitz has ended the deal.
        self.finals: set[int] = set()
        self._read_showdown(observation, public)
        shown = [what - _CARD for _, what in self.origins if what >= _CARD]
        seen = mask_of([*[card for card in self.template if card != _UNKNOWN], *shown])
        self.unseen: list[int] = [card for card in PACK_52 if not seen >> card & 1]
        self.blanks: list[int] = [place for place, card in enumerate(self.template) if card == _UNKNOWN]

    def _read_actions(self, observation: Mapping[str, Any], up: int) -> list[int]:
        """Follow the moves; return by seat the cards that all know it to hold."""
        own_draws = [CARD_OF_TEXT[card] for card in observation["own_draws"]]
        own_draws.reverse()
        public = [0] * int(observation["players"])
        stock = list(range(len(PACK_52) - 1, up, -1))
        pile = [self.template[up]]
        came = 0
        for (seat, _), action in zip(observation["actions"], self.moves, strict=True):
            if action == DRAW_STOCK:
                if not stock:
                    stock, pile = [_CARD + card for card in pile[-2::-1]], pile[-1:]
                came = stock.pop()
                if came >= _CARD:
                    public[seat] |= BIT[came - _CARD]
                elif seat == self.seat:
                    self.template[came] = own_draws.pop()
                else:
                    self.origins.append((seat, came))
            elif action == DRAW_DISCARD:
                if not stock:
                    stock, pile = [_CARD + card for card in pile[-2::-1]], pile[-1:]
                came = _CARD + pile.pop()
                public[seat] |= BIT[came - _CARD]
            elif action < DISCARD + _CARD:
                card = action - DISCARD
                pile.append(card)
                if seat != self.seat:
                    self.changes.append((seat, came, card))
                    if not public[seat] & BIT[card]:
                        self.origins.append((seat, _CARD + card))
                public[seat] &= ~BIT[card]
        return public

    def _read_showdown(self, observation: Mapping[str, Any], public: list[int]) -> None:
        """Take in the hands that the end of this very deal has shown."""
        shown = observation["last_showdown"]
        if shown is None or shown["deal"] != observation["deal"] or observation["phase"] not in _AFTER_DEAL:
            return
        for seat, hand in enumerate(shown["hands"]):
            if hand is not None and seat != self.seat:
                for text in hand:
                    card = CARD_OF_TEXT[text]
                    if not public[seat] & BIT[card]:
                        self.origins.append((seat, _CARD + card))
                if shown["kind"] == "blitz":
                    self.finals.add(seat)


_AFTER_DEAL: Final = ("between_deals", "over")


def imagine(known: Known, blitzes: frozenset[int], rng: Randomness) -> list[int]:
    """Draw a deck; drawn again where somebody would have had a blitz before."""
    deck = _drawn(known, rng)
    while _has_blitz(known, deck, blitzes):
        deck = _drawn(known, rng)
    return deck


def _drawn(known: Known, rng: Randomness) -> list[int]:
    """Give every card thrown or shown a place that it can have come from, and the unseen cards those that are left."""
    deck = known.template.copy()
    hidden: dict[int, list[int]] = {seat: [] for seat, _ in known.dealt}
    for seat, what in known.origins:
        places = hidden[seat]
        if what < _CARD:
            places.append(what)
        else:
            at = int(rng.random() * len(places))
            deck[places[at]] = what - _CARD
            places[at] = places[-1]
            places.pop()
    cards = known.unseen.copy()
    left = len(cards)
    for place in known.blanks:
        if deck[place] == _UNKNOWN:
            at = int(rng.random() * left)
            left -= 1
            deck[place] = cards[at]
            cards[at] = cards[left]
    return deck


def _has_blitz(known: Known, deck: list[int], blitzes: frozenset[int]) -> bool:
    """Say whether another seat has a blitz with this deck, but for one that has ended the deal."""
    hands: dict[int, int] = {}
    for seat, places in known.dealt:
        hands[seat] = BIT[deck[places[0]]] | BIT[deck[places[1]]] | BIT[deck[places[2]]]
    found = sum([hand in blitzes for hand in hands.values()])
    for seat, came, went in known.changes:
        card = came & _PLACE_MASK if came >= _CARD else deck[came]
        hand = (hands[seat] | BIT[card]) ^ BIT[went]
        hands[seat] = hand
        if hand in blitzes:
            found += 1
    ended = [seat for seat in known.finals if hands[seat] in blitzes]
    return found > len(ended)


def replay(state: "ThirtyOneState", observation: Mapping[str, Any], rng: Randomness) -> None:
    """Bring a new state to where the seat sees the game, all that it does not know drawn at random."""
    if observation["dealer"] is not None:
        known, deal = Known(observation), observation["deal"]
        state.deals_done = state.first_deal = deal
        state.totals = list(observation["totals_before"])
        state.pool = observation["pool_before"]
        state.out_in = [STILL_IN if out is None or out == deal else out for out in observation["out_in"]]
        state.last_showdown = _showdown_of(state, observation["last_showdown"])
        deck = imagine(known, state.game.blitzes, rng)
        state._play_imagined(observation["dealer"], deck, None, known.moves)
    state._go_on_imagined(rng)


def _showdown_of(state: "ThirtyOneState", shown: Mapping[str, Any] | None) -> Showdown | None:
    """Read a showdown as observations show it."""
    if shown is None:
        return None
    hands = [mask_of([CARD_OF_TEXT[text] for text in hand or ()]) for hand in shown["hands"]]
    values = [hand_value(hand, state.game.three_of_a_kind) for hand in hands]
    knocker = -1 if shown["knocker"] is None else shown["knocker"]
    return Showdown(
        shown["deal"], shown["kind"] == "blitz", knocker, tuple(hands), tuple(values), tuple(shown["losers"])
    )
