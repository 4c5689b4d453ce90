"""Samples of a Smear deal: the unseen cards dealt again, uniformly over all assignments to hands, discards and stock.

An assignment agrees with what a seat knows if no hand holds cards that its seat failed to follow with, and discards are
lawful: a seat that had to come down to six threw trumps only if it kept nothing but trumps, and scoring trumps only if
it kept nothing but those. Bids are no evidence. The distribution is exact: hands under such a condition are composed
first, by kind of card, with the number of assignments each composition leaves as its weight (worked out once for what
is known, see `Plan`); what is free is shuffled; and a whole sample whose discarded trumps break the last rule is drawn
again.
"""

from __future__ import annotations

from math import comb, factorial
from typing import TYPE_CHECKING, Final

from engines.core.cards import cards_of, mask_of
from engines.core.rng import Randomness
from engines.smear.actions import DISCARD
from engines.smear.known import HIDDEN, Known

if TYPE_CHECKING:
    from engines.smear.rules import Rules

#: Kinds of cards: trumps, and the four suits without trumps.
KINDS: Final = 5
Counts = tuple[int, int, int, int, int]
#: How a bound seat is filled: cards of each kind in its hand, trumps among its discards (0: the usual).
Filling = tuple[Counts, int]


class Plan:
    """Hold what does not change between the samples of one seat's knowledge, and the weights found so far."""

    def __init__(self, known: Known) -> None:
        rules = known.rules
        self.known = known
        self.own_away = mask_of(known.own_away)
        seen = mask_of(known.hand) | self.own_away
        for cards in known.played:
            seen |= cards
        self.kind_masks = _kind_masks(rules, known.trump)
        unseen = mask_of(rules.pack) & ~seen
        self.by_kind = [cards_of(unseen & mask) for mask in self.kind_masks]
        self.counts: Counts = _counts([len(cards) for cards in self.by_kind])
        others = [seat for seat in range(rules.players) if seat != known.viewer]
        #: Seats whose discards hold no trumps unless they kept only trumps, and whether they may have.
        bound_away = [seat for seat in others if known.away_sizes[seat] and known.trump >= 0 and not rules.refill]
        self.plain_away = bound_away
        trumps = self.kind_masks[0]
        self.all_trumps = [
            seat
            for seat in bound_away
            if not known.played[seat] & ~trumps and not (rules.dealer_takes_rest and seat != known.dealer)
        ]
        self.bound = [seat for seat in others if known.void[seat] or seat in self.all_trumps]
        self.free_hands = [seat for seat in others if seat not in self.bound]
        self.free_away = [seat for seat in others if seat not in bound_away and known.away_sizes[seat]]
        self.fillings: dict[tuple[int, Counts, int], tuple[list[Filling], list[int], int]] = {}
        self.away_total = sum([known.away_sizes[seat] for seat in bound_away])

    def weights(self, place: int, left: Counts, away: int) -> tuple[list[Filling], list[int], int]:
        """Return the fillings of the bound seat at this place, their weights added up, and the sum.

        `left` counts the cards of each kind not yet dealt, `away` the plain discards that are to come from them.
        """
        key = (place, left, away)
        found = self.fillings.get(key)
        if found is None:
            found = self.fillings[key] = self._weigh(place, left, away)
        return found

    def _weigh(self, place: int, left: Counts, away: int) -> tuple[list[Filling], list[int], int]:
        seat = self.bound[place]
        fillings: list[Filling] = []
        sums: list[int] = []
        total = 0
        for filling, ways, after, away_after in self._ways(seat, left, away):
            weight = ways * self._completions(place + 1, after, away_after)
            if weight:
                total += weight
                fillings.append(filling)
                sums.append(total)
        return fillings, sums, total

    def _completions(self, place: int, left: Counts, away: int) -> int:
        """Return how many ways there are to deal on, up to a factor that is the same for all."""
        if place < len(self.bound):
            return self.weights(place, left, away)[2]
        plain = sum(left) - left[0]
        if away > plain:
            return 0
        return factorial(plain) // factorial(plain - away)

    def _ways(self, seat: int, left: Counts, away: int) -> list[tuple[Filling, int, Counts, int]]:
        """List the fillings of a seat's hand with the number of each, what they leave, and the plain discards due."""
        known = self.known
        size, thrown = known.hand_sizes[seat], known.away_sizes[seat]
        most = [0 if known.void[seat] & mask else count for mask, count in zip(self.kind_masks, left, strict=True)]
        found: list[tuple[Filling, int, Counts, int]] = []
        for hand in _compositions(size, most):
            ways = 1
            for count, used in zip(left, hand, strict=True):
                ways *= comb(count, used)
            after = _counts([count - used for count, used in zip(left, hand, strict=True)])
            found.append(((hand, 0), ways, after, away))
            if hand[0] == size and seat in self.all_trumps:
                for trumps in range(1, min(thrown, after[0]) + 1):
                    rest = _counts([after[0] - trumps, *after[1:]])
                    # The thrown cards are ordered in the completions: those that are trumps are ordered here.
                    ordered = factorial(thrown) // factorial(thrown - trumps)
                    found.append(((hand, trumps), ways * comb(after[0], trumps) * ordered, rest, away - trumps))
        return found


def _kind_masks(rules: Rules, trump: int) -> tuple[int, ...]:
    trumps = rules.trumps[trump].mask if trump >= 0 else 0
    return (
        (trumps, *((8191 << 13 * suit) & ~trumps for suit in range(4)))
        if trump >= 0
        else (mask_of(rules.pack), 0, 0, 0, 0)
    )


def _counts(counts: list[int]) -> Counts:
    return counts[0], counts[1], counts[2], counts[3], counts[4]


def _compositions(size: int, most: list[int]) -> list[Counts]:
    """List all ways to make up `size` cards of the kinds, of each at most so many."""
    found: list[list[int]] = [[]]
    for kind in range(KINDS):
        after = sum(most[kind + 1 :])
        longer: list[list[int]] = []
        for begun in found:
            left = size - sum(begun)
            longer += [[*begun, count] for count in range(max(0, left - after), min(most[kind], left) + 1)]
        found = longer
    return [_counts(counts) for counts in found]


def imagine(plan: Plan, rng: Randomness) -> tuple[list[int], list[int]]:
    """Deal the unseen cards again; return the deck and the actions of the deal."""
    while True:
        dealt = _deal(plan, rng)
        if dealt is not None:
            hands, away, rest = dealt
            return _written(plan.known, hands, away, rest, rng)


def _deal(plan: Plan, rng: Randomness) -> tuple[list[list[int]], list[list[int]], list[int]] | None:
    """Return hands and discards by seat, and the rest; None if the discarded trumps were not lawful."""
    known = plan.known
    seats = known.rules.players
    kinds = [shuffled(cards, rng) for cards in plan.by_kind]
    hands: list[list[int]] = [[] for _ in range(seats)]
    away: list[list[int]] = [[] for _ in range(seats)]
    left, due = plan.counts, plan.away_total
    for place, seat in enumerate(plan.bound):
        fillings, sums, total = plan.weights(place, left, due)
        hand, trumps = fillings[_chosen(sums, total, rng)]
        for kind in range(KINDS):
            for _ in range(hand[kind]):
                hands[seat].append(kinds[kind].pop())
        for _ in range(trumps):
            away[seat].append(kinds[0].pop())
        due -= trumps
        left = _counts([len(cards) for cards in kinds])
        if trumps and not _lawful(known, seat, hands[seat], away[seat]):
            return None
    if due:
        plain = shuffled([card for cards in kinds[1:] for card in cards], rng)
        for seat in plan.plain_away:
            while len(away[seat]) < known.away_sizes[seat]:
                away[seat].append(plain.pop())
        rest = shuffled(plain + kinds[0], rng)
    else:
        rest = shuffled([card for cards in kinds for card in cards], rng)
    for seat in plan.free_hands:
        for _ in range(known.hand_sizes[seat]):
            hands[seat].append(rest.pop())
    for seat in plan.free_away:
        for _ in range(known.away_sizes[seat]):
            away[seat].append(rest.pop())
    return hands, away, rest


def _chosen(sums: list[int], total: int, rng: Randomness) -> int:
    """Choose a place by weights that are added up already."""
    if len(sums) == 1:
        return 0
    # The weights may be beyond a float's 53 bits: two draws are finer than any share that matters.
    drawn = (int(rng.random() * 9007199254740992) << 53 | int(rng.random() * 9007199254740992)) * total >> 106
    place = 0
    while sums[place] <= drawn:
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
            action = DISCARD + away[seat][thrown[seat]]
            thrown[seat] += 1
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
