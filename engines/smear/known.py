"""What a seat of a Smear table knows of the present deal, from a state or from its observation alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from engines.core.cards import CARD_OF_TEXT, SUITS, cards_of
from engines.smear.actions import BID, DISCARD, DONE, PASS, TRUMP
from engines.smear.moves import taken_from_stock
from engines.smear.rules import REFILL, Rules

if TYPE_CHECKING:
    from engines.smear.state import SmearState

#: In the course of a deal, a discard whose card the viewer has not seen.
HIDDEN: Final = -1


class Known:
    """Hold the knowledge of one seat; cards are ints, by seat where nothing else is said."""

    def __init__(
        self,
        rules: Rules,
        viewer: int,
        dealer: int,
        trump: int,
        hand: list[int],
        from_stock: list[int],
        hand_sizes: list[int],
        course: list[tuple[int, int]],
    ) -> None:
        self.rules = rules
        self.viewer = viewer
        self.dealer = dealer
        self.trump = trump
        #: The viewer's cards now, and those that it took from the stock, in order.
        self.hand = hand
        self.from_stock = from_stock
        self.hand_sizes = hand_sizes
        #: The deal's actions with their seats; others' discards are HIDDEN.
        self.course = course
        self.away_sizes = [0] * rules.players
        self.own_away: list[int] = []
        self.played: list[int] = [0] * rules.players
        self.played_sizes = [0] * rules.players
        for seat, action in course:
            if action == HIDDEN or DISCARD <= action < PASS:
                self.away_sizes[seat] += 1
                if action != HIDDEN:
                    self.own_away.append(action - DISCARD)
            elif action < DISCARD:
                self.played[seat] |= 1 << action
                self.played_sizes[seat] += 1
        self.void = _voids(rules, trump, course)


def _voids(rules: Rules, trump: int, course: list[tuple[int, int]]) -> list[int]:
    """Return by seat the cards that it cannot hold, since it did not follow."""
    void = [0] * rules.players
    if trump < 0:
        return void
    trumps = rules.trumps[trump]
    plays = [(seat, action) for seat, action in course if 0 <= action < DISCARD]
    sizes = [0] * rules.players
    for seat, _ in plays:
        sizes[seat] += 1
    start = 0
    while start < len(plays):
        follow = trumps.follow[plays[start][1]]
        seen = 0
        end = start
        while end < len(plays) and not seen >> plays[end][0] & 1:
            seat, card = plays[end]
            if seen and not follow >> card & 1 and not (rules.may_trump and trumps.mask >> card & 1):
                void[seat] |= follow
            seen |= 1 << seat
            end += 1
        start = end
    return void


def known_of_state(state: SmearState, viewer: int) -> Known:
    """Collect what the seat knows of the deal in play."""
    course: list[tuple[int, int]] = []
    for move in state.moves:
        seat, action = move & 15, move >> 4
        course.append((seat, HIDDEN if seat != viewer and DISCARD <= action < PASS else action))
    return Known(
        state.rules,
        viewer,
        state.dealer,
        state.trump,
        cards_of(state.hands[viewer]),
        taken_from_stock(state, viewer),
        [hand.bit_count() for hand in state.hands],
        course,
    )


def known_of_observation(rules: Rules, seen: Mapping[str, Any]) -> Known:
    """Read an observation of a deal in play."""
    viewer, dealer = int(seen["seat"]), int(seen["dealer"])
    trump = SUITS.index(seen["trump"]) if seen["trump"] else -1
    course: list[tuple[int, int]] = []
    for seat, call in seen["bids"]:
        course.append((seat, PASS if call == "pass" else BID + int(call.removeprefix("bid "))))
    if trump >= 0:
        course.append((int(seen["bidder"]), TRUMP + trump))
        course += _discards_seen(rules, viewer, dealer, seen)
    tricks = [trick["cards"] for trick in seen["tricks"]]
    for trick in [*tricks, seen["trick"]]:
        course += [(seat, CARD_OF_TEXT[card]) for seat, card in trick]
    return Known(
        rules,
        viewer,
        dealer,
        trump,
        _cards(seen["hand"]),
        _cards(seen["kitty_taken"]) or _cards(seen["refill_taken"]),
        list(seen["hand_sizes"]),
        course,
    )


def _discards_seen(rules: Rules, viewer: int, dealer: int, seen: Mapping[str, Any]) -> list[tuple[int, int]]:
    """Return the discards in their order, each seat's in a row, with `done` where a seat stopped early."""
    course: list[tuple[int, int]] = []
    discarding = seen["phase"] == "discard"
    for place in range(rules.players):
        seat = (dealer + 1 + place) % rules.players
        if seat == viewer:
            course += [(seat, DISCARD + card) for card in _cards(seen["own_discards"])]
        else:
            course += [(seat, HIDDEN)] * int(seen["discarded"][seat])
        if discarding and seat == seen["to_act"]:
            break
        if rules.dealer_takes_rest and seat != dealer and seen["discarded"][seat] < REFILL:
            course.append((seat, DONE))
    return course


def _cards(texts: list[str]) -> list[int]:
    return [CARD_OF_TEXT[text] for text in texts]
