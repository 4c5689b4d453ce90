"""Samples of a Smear deal: the unseen cards dealt again, uniformly over all assignments to hands, discards and stock.

An assignment agrees with what a seat knows if no hand holds cards that its seat failed to follow with, and discards are
lawful: a seat that had to come down to six threw trumps only if it kept nothing but trumps, and scoring trumps only if
it kept nothing but those. Bids are no evidence. The distribution is exact: what is bound by such a condition is dealt
first, as `sample_plan` weighs it, what is free is shuffled, and a whole sample whose discarded trumps break the last
rule is drawn again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.core.cards import cards_of, mask_of
from engines.core.history import SEAT_BITS
from engines.core.rng import Randomness
from engines.smear.actions import DISCARD, legal_plays
from engines.smear.known import HIDDEN, Known
from engines.smear.sample_plan import TRUMPS_ALONE, Option, Plan

if TYPE_CHECKING:
    from engines.smear.rules import Rules
    from engines.smear.state import SmearState

Dealt = tuple[list[list[int]], list[list[int]], list[int]]


def imagine(plan: Plan, rng: Randomness) -> tuple[list[int], list[int]]:
    """Deal the unseen cards again; return the deck and the actions of the deal."""
    hands, away, rest = _draw_all(plan, rng)
    return _written(plan.known, hands, away, rest, rng)


def deal_again(state: SmearState, plan: Plan, rng: Randomness) -> None:
    """Give a copy of a state in play other hidden cards: as if an imagined deal had been played again move by move."""
    hands, away, rest = _draw_all(plan, rng)
    deck, course = _written(plan.known, hands, away, rest, rng)
    state.past = ()
    state.first_deal = state.deals_done
    state.deck = tuple(deck)
    state.stock = tuple(rest)
    moves = state.moves
    for index, (seat, action) in enumerate(plan.known.course):
        if action == HIDDEN:
            moves[index] = course[index] << SEAT_BITS | seat
    state.hands = [mask_of(cards) for cards in hands]
    if state.turn != plan.known.viewer:
        state.legal_now = legal_plays(state, state.turn)
        state.playable = mask_of(state.legal_now)


def _draw_all(plan: Plan, rng: Randomness) -> Dealt:
    while True:
        dealt = _deal(plan, rng)
        if dealt is not None:
            return dealt


def _deal(plan: Plan, rng: Randomness) -> Dealt | None:
    """Return hands and discards by seat, and the rest; None if the discarded trumps were not lawful."""
    known = plan.known
    seats = known.rules.players
    kinds = [cards.copy() for cards in plan.by_kind]
    hands: list[list[int]] = [[] for _ in range(seats)]
    away: list[list[int]] = [[] for _ in range(seats)]
    free = plan.free_hands.copy()
    left, due = plan.left, plan.away_total
    for place, stage in enumerate(plan.stages):
        options = plan.options(place, left, due)
        option = options[_chosen(options, rng)]
        seat = stage.seat
        if not option.hand:  # dealt later, with all that is free
            free.append(seat)
        else:
            for members, count in zip(stage.members, option.hand, strict=True):
                if count:
                    _draw(kinds, members, count, hands[seat], rng)
            if option.trumps:
                _draw(kinds, TRUMPS_ALONE, option.trumps, away[seat], rng)
                if not _lawful(known, seat, hands[seat], away[seat]):
                    return None
        left, due = option.left, option.due
    if due:
        plain = shuffled([card for cards in kinds[1:] for card in cards], rng)
        for seat in plan.plain_away:
            while len(away[seat]) < known.away_sizes[seat]:
                away[seat].append(plain.pop())
        pool = shuffled(kinds[0] + plain, rng)
    else:
        pool = shuffled([card for cards in kinds for card in cards], rng)
    for seat in free:
        cut = len(pool) - known.hand_sizes[seat]
        hands[seat] = pool[cut:]
        del pool[cut:]
    for seat in plan.free_away:
        for _ in range(known.away_sizes[seat]):
            away[seat].append(pool.pop())
    return hands, away, pool


def _draw(kinds: list[list[int]], members: list[int], count: int, into: list[int], rng: Randomness) -> None:
    """Move so many cards, drawn from all of these kinds together, each as likely as any other."""
    total = 0
    for kind in members:
        total += len(kinds[kind])
    for _ in range(count):
        place = int(rng.random() * total)
        for kind in members:
            cards = kinds[kind]
            if place < len(cards):
                into.append(cards[place])
                cards[place] = cards[-1]
                cards.pop()
                break
            place -= len(cards)
        total -= 1


def _chosen(options: list[Option], rng: Randomness) -> int:
    """Choose a place by the options' weights, which are added up already."""
    if len(options) == 1:
        return 0
    total = options[-1].sum_to
    # The weights may be beyond a float's 53 bits: two draws are finer than any share that matters.
    drawn = ((int(rng.random() * 9007199254740992) << 53) | int(rng.random() * 9007199254740992)) * total >> 106
    place = 0
    while options[place].sum_to <= drawn:
        place += 1
    return place


def _lawful(known: Known, seat: int, hand: list[int], away: list[int]) -> bool:
    """Say whether scoring trumps were thrown only by a seat that kept nothing but those."""
    rules = known.rules
    protected = rules.trumps[known.trump].protected
    if not rules.protect or not mask_of(away) & protected:
        return True
    return not (mask_of(hand) | known.played[seat]) & ~protected


def _written(
    known: Known, hands: list[list[int]], away: list[list[int]], rest: list[int], rng: Randomness
) -> tuple[list[int], list[int]]:
    """Lay the cards in the order that deals them, and write the hidden discards into the course."""
    rules, viewer = known.rules, known.viewer
    seats, dealt = rules.players, rules.dealt
    hands[viewer] = known.hand
    away[viewer] = known.own_away
    deck = [-1] * (seats * dealt)
    stock: list[int] = []
    for place in range(seats):
        seat = (known.dealer + 1 + place) % seats
        if seat == viewer:
            drawn = known.from_stock
            taken = mask_of(drawn)
            own = [card for card in hands[seat] + away[seat] + cards_of(known.played[seat]) if not taken >> card & 1]
        else:
            # Refills came after the discards; a kitty's cards may have been thrown.
            kept = hands[seat] + cards_of(known.played[seat])
            surplus = len(kept) + len(away[seat]) - dealt
            before = away[seat] if rules.refills and seat_discards_first(rules, seat, known.dealer) else []
            pool = shuffled(kept if before else kept + away[seat], rng)
            drawn = pool[:surplus] if surplus else []
            own = pool[surplus:] + before if surplus else kept + away[seat]
        deck[place : seats * dealt : seats] = own
        stock += drawn
    _order_away(known, away)
    course: list[int] = []
    thrown = [0] * seats
    for seat, action in known.course:
        if action == HIDDEN:
            course.append(DISCARD + away[seat][thrown[seat]])
            thrown[seat] += 1
        else:
            course.append(action)
    return deck + stock + rest, course


def seat_discards_first(rules: Rules, seat: int, dealer: int) -> bool:
    """Say whether the seat throws before it is given stock cards; the dealer who takes the rest throws after."""
    return rules.refill or seat != dealer


def _order_away(known: Known, away: list[list[int]]) -> None:
    """Put discards in an order in which each was legal: plain cards first, then trumps, scoring ones last."""
    if known.trump < 0 or known.rules.refill:
        return
    trumps = known.rules.trumps[known.trump]
    for seat, cards in enumerate(away):
        if seat != known.viewer and mask_of(cards) & trumps.mask:
            away[seat] = (
                [card for card in cards if not trumps.mask >> card & 1]
                + [card for card in cards if (trumps.mask & ~trumps.protected) >> card & 1]
                + [card for card in cards if trumps.protected >> card & 1]
            )


def shuffled(cards: list[int], rng: Randomness) -> list[int]:
    """Return the cards in random order."""
    order = cards.copy()
    for last in range(len(order) - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return order
