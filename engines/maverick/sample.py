"""Deals that agree with what a seat knows, each equally likely.

Hidden are the cards dealt to the other seats and those that they gave. A seat knows its own cards, the turn-ups once
they are turned, what it received, whom it gave what, every card played, and what not following proves (evidence.py).
Bids are no evidence. As if every seat gave two cards drawn by lot: then, whatever hands are held after the exchange,
each pair of a hand is as likely as any other to have been received.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from engines.core.cards import CARD_OF_TEXT
from engines.core.rng import Randomness
from engines.maverick.actions import ALL_GIVEN, BLIND, CHIC, GIVEN, GIVES, NIL, PASS
from engines.maverick.evidence import GROUPS, bounds_of, group_of
from engines.maverick.exchange import given_by
from engines.maverick.rules import Rules
from engines.maverick.spread import Spread, shuffle
from engines.maverick.suits import CARDS, Suits

if TYPE_CHECKING:
    from engines.maverick.game import MaverickGame
    from engines.maverick.state import MaverickState

_CALL_OF_TEXT = {"pass": PASS, "blind": BLIND, "nil": NIL, "chic": CHIC}


class Known:
    """Hold what a seat knows of the present deal; cards as ints, seats by number."""

    __slots__ = (
        "after",
        "before",
        "dealer",
        "dealt",
        "gave",
        "given",
        "held",
        "plays",
        "received",
        "rules",
        "seat",
        "spread",
        "turn_up",
        "unseen",
    )

    def __init__(self, rules: Rules, seat: int, dealer: int, turn_up: list[int], dealt: list[int]) -> None:
        self.rules = rules
        self.seat = seat
        self.dealer = dealer
        #: The two turn-ups; none before the blind bids are done.
        self.turn_up = turn_up
        #: The seat's own thirteen cards as dealt; none where it has not seen them.
        self.dealt = dealt
        #: The calls before cards were seen, how many cards all have given, and the calls after.
        self.before: list[int] = []
        self.given = 0
        self.after: list[int] = []
        self.gave: list[int] = []
        self.received: list[int] = []
        #: The moves of the tricks.
        self.plays: list[int] = []
        #: By seat: the cards known of its hand as it was after the exchange.
        self.held: list[list[int]] = []
        #: The cards whose places are not known, and how they are dealt once all have given.
        self.unseen: list[int] = []
        self.spread: Spread | None = None

    def work_out(self) -> None:
        """Work out what does not change from sample to sample."""
        seen = {*self.turn_up, *self.dealt}
        if self.given == ALL_GIVEN and self.dealt:
            held: list[list[int]] = [[], [], [], []]
            for move in self.plays:
                held[move & 3].append(move >> 4)
            left = (self.seat + 1) & 3
            given = [card for card in self.gave if card not in held[left]]
            held[left] += given
            held[self.seat] = [card for card in self.dealt if card not in self.gave] + self.received
            for cards in held:
                seen.update(cards)
            self.held = held
            self.unseen = [card for card in range(CARDS) if card not in seen]
            self.spread = self._spread(given)
        else:
            self.unseen = [card for card in range(CARDS) if card not in seen]

    def _spread(self, given: list[int]) -> Spread:
        suits = self._suits()
        groups: list[list[int]] = [[] for _ in range(GROUPS)]
        for card in self.unseen:
            groups[group_of(suits, card)].append(card)
        room = [13 - len(self.held[(self.seat + step) & 3]) for step in (1, 2, 3)]
        return Spread(groups, room, bounds_of(self.rules, suits, self.plays, self.seat, given))

    def _suits(self) -> Suits:
        return self.rules.turned(self.turn_up[0], self.turn_up[1]) or self.rules.fallback


def known_of_state(state: MaverickState, seat: int) -> Known:
    """Return what a seat knows, as a state that is in a deal has it."""
    moves, dealer, first_give = state.moves, state.dealer, state.first_give
    if first_give < 0:
        known = Known(state.rules, seat, dealer, [], [])
        known.before = [move >> 4 for move in moves]
    else:
        place = (seat - dealer - 1) & 3
        known = Known(state.rules, seat, dealer, list(state.deck[52:]), sorted(state.deck[place:52:4]))
        known.before = [move >> 4 for move in moves[:first_give]]
        known.given = state.given
        known.gave = given_by(state, seat)
        if state.given == ALL_GIVEN:
            first_play = state.first_play if state.first_play >= 0 else len(moves)
            known.received = sorted(given_by(state, (seat - 1) & 3))
            known.after = [move >> 4 for move in moves[first_give + ALL_GIVEN : first_play]]
            known.plays = moves[first_play:]
    known.work_out()
    return known


def known_of_observation(game: MaverickGame, observation: Mapping[str, Any]) -> Known:
    """Return what a seat knows, as its observation has it."""
    seat = int(observation["seat"])
    hand = _cards(observation["hand"])
    plays = [pair for trick in observation["tricks"] for pair in trick["cards"]] + observation["trick"]
    gave, received = _cards(observation["gave"]), _cards(observation["received"])
    own = [CARD_OF_TEXT[card] for player, card in plays if player == seat]
    dealt = sorted({*hand, *own, *gave}.difference(received))
    known = Known(game.rules, seat, int(observation["dealer"]), _cards(observation["turn_up"]), dealt)
    known.before = [_CALL_OF_TEXT[call] for _, call in observation["blind_calls"]]
    known.given = sum(observation["given"])
    known.gave, known.received = gave, received
    known.after = [_CALL_OF_TEXT[call] for _, call in observation["calls"]]
    known.plays = [CARD_OF_TEXT[card] << 4 | player for player, card in plays]
    known.work_out()
    return known


def _cards(shown: Iterable[str]) -> list[int]:
    return [CARD_OF_TEXT[text] for text in shown]


def imagine(known: Known, rng: Randomness) -> tuple[list[int], list[int]]:
    """Return a deck and the actions of the deal so far."""
    if not known.dealt:
        return _imagine_unseen(known, rng), known.before
    if known.spread is not None:
        hands, got = imagine_exchange(known, rng)
        deck = deck_before(known, hands, got)
    else:
        hands, got = _imagine_giving(known, rng)
        deck = _deck(known, hands)
    actions = known.before.copy()
    for place in range(4):
        for card in got[(known.dealer + 2 + place) & 3]:
            actions.append(GIVES[card])
    actions += known.after
    for move in known.plays:
        actions.append(move >> 4)
    return deck, actions


def deal_again(state: MaverickState, known: Known, rng: Randomness) -> None:
    """Give a copy of a state in play other hidden cards: as if an imagined deal had been played again move by move."""
    hands, got = imagine_exchange(known, rng)
    state.past = ()
    state.first_deal = state.deals_done
    state.deck = tuple(deck_before(known, hands, got))
    at, giver = state.first_give, state.dealer
    for _ in range(4):
        giver = (giver + 1) & 3
        for card in got[(giver + 1) & 3]:
            state.moves[at] = GIVES[card] << 4 | giver
            at += 1
        if giver != known.seat:
            hand = hands[giver]
            state.held[giver] = sorted(hand[len(hand) - len(state.held[giver]) :])
    if state.strict and state.left < 4:
        state.legal_now = state.following(state.turn, state.left)
    else:
        state.legal_now = tuple(state.held[state.turn])


def deck_before(known: Known, hands: list[list[int]], got: list[list[int]]) -> list[int]:
    """Return a deck that deals what by seat was held before the exchange, where `hands` are those after it."""
    dealt: list[list[int]] = []
    for seat in range(4):
        cards = hands[seat].copy()
        for card in got[seat]:
            cards.remove(card)
        dealt.append(cards + got[(seat + 1) & 3])
    return _deck(known, dealt)


def _deck(known: Known, dealt: list[list[int]]) -> list[int]:
    deck = [0] * 52 + known.turn_up
    for place in range(4):
        deck[place:52:4] = dealt[(known.dealer + 1 + place) & 3]
    return deck


def _imagine_unseen(known: Known, rng: Randomness) -> list[int]:
    """Deal all cards to a seat that has seen none but perhaps the turn-ups of a void deal.

    That a deal goes on shows that its turn-ups are not such as make it void.
    """
    cards = known.unseen.copy()
    while True:
        shuffle(cards, len(cards), rng)
        if known.turn_up or known.rules.turned(cards[52], cards[53]) is not None:
            return cards + known.turn_up


def _imagine_giving(known: Known, rng: Randomness) -> tuple[list[list[int]], list[list[int]]]:
    """Draw by seat the cards dealt, and the cards that it has been given so far."""
    cards = known.unseen.copy()
    shuffle(cards, len(cards), rng)
    hands: list[list[int]] = [[], [], [], []]
    got: list[list[int]] = [[], [], [], []]
    for step in range(3):
        hands[(known.seat + 1 + step) & 3] = cards[13 * step : 13 * step + 13]
    hands[known.seat] = known.dealt
    for place in range(4):
        seat = (known.dealer + 1 + place) & 3
        count = min(max(known.given - GIVEN * place, 0), GIVEN)
        got[(seat + 1) & 3] = known.gave if seat == known.seat else hands[seat][:count]
    return hands, got


def imagine_exchange(known: Known, rng: Randomness) -> tuple[list[list[int]], list[list[int]]]:
    """Draw by seat the hand after the exchange (the cards played come first), and the two cards that it was given."""
    viewer, spread = known.seat, known.spread
    assert spread is not None
    hands = [cards.copy() for cards in known.held]
    got: list[list[int]] = [[], [], [], []]
    for step, cards in enumerate(spread.deal(rng)):
        hands[(viewer + 1 + step) & 3] += cards
    got[viewer] = known.received
    got[(viewer + 1) & 3] = known.gave
    for step in (2, 3):
        seat = (viewer + step) & 3
        hand = hands[seat]
        first = int(rng.random() * 13)
        second = int(rng.random() * 12)
        if second >= first:
            second += 1
        got[seat] = [hand[first], hand[second]]
    return hands, got
