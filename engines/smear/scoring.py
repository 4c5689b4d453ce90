"""What a deal's tricks are worth: the score points, and what each seat scores for them.

Points are counted by *unit*: the seats that score together in this deal, named by their lowest seat. That is the side,
but with five players the high bidder alone and the four others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engines.core.cards import CARD_TEXT
from engines.smear.rules import Rules
from engines.smear.trumps import JOKER_MASK, card_points
from engines.smear.variants import GAME, HIGH, JACK, JOKERS, LEFT_BOWER, LOW, TREY


@dataclass(frozen=True, slots=True)
class DealResult:
    """Hold what was played in a deal; sets of cards are bit masks by seat."""

    bidder: int
    bid: int
    trump: int
    taken: Sequence[int]
    played: Sequence[int]
    #: The joker that was played first, if any was.
    first_joker: int | None
    #: The bidder's discards, where they count for card points.
    bidder_extra: int


@dataclass(frozen=True, slots=True)
class Award:
    """Give score points to a unit; `card` is what they are for (None: game)."""

    point: str
    unit: int
    value: int
    card: int | None

    def shown(self, unit_of: Sequence[int]) -> dict[str, Any]:
        """Write the award for an event, with the seats it goes to."""
        return {
            "point": self.point,
            "card": None if self.card is None else CARD_TEXT[self.card],
            "to": [seat for seat, unit in enumerate(unit_of) if unit == self.unit],
            "value": self.value,
        }


def units(rules: Rules, bidder: int) -> tuple[int, ...]:
    """Return by seat the unit it scores with."""
    if rules.players != 5 or rules.own_defence:
        return rules.side_of
    others = 1 if bidder == 0 else 0
    return tuple(bidder if seat == bidder else others for seat in range(rules.players))


def awards(rules: Rules, deal: DealResult) -> list[Award]:
    """List the score points of a deal with who has them."""
    unit_of = units(rules, deal.bidder)
    trumps = rules.trumps[deal.trump]
    in_play = 0
    for cards in deal.played:
        in_play |= cards
    in_play &= trumps.mask
    given: list[Award] = []

    def give(point: str, card: int | None, by_seat: Sequence[int], value: int = 1) -> None:
        if card is not None and in_play >> card & 1:
            seat = next(seat for seat, cards in enumerate(by_seat) if cards >> card & 1)
            given.append(Award(point, unit_of[seat], value, card))

    high = next((card for card in trumps.order if in_play >> card & 1), None)
    if high is not None and JOKER_MASK >> high & 1:
        high = deal.first_joker  # the jokers are equal: the one played first in the deal
    plain = in_play & ~JOKER_MASK
    give(HIGH, high, deal.taken)
    give(
        LOW,
        next((card for card in reversed(trumps.order) if plain >> card & 1), None),
        deal.played if rules.low_to_holder else deal.taken,
    )
    give(JACK, trumps.jack, deal.taken)
    if LEFT_BOWER in rules.values:
        give(LEFT_BOWER, trumps.left, deal.taken)
    if JOKERS in rules.values:
        for joker in rules.jokers:
            give(JOKERS, joker, deal.taken)
    if TREY in rules.values:
        give(TREY, trumps.trey, deal.taken, rules.values[TREY])
    winner = _game_winner(rules, deal, unit_of)
    if winner is not None:
        given.append(Award(GAME, winner, 1, None))
    return given


def _game_winner(rules: Rules, deal: DealResult, unit_of: Sequence[int]) -> int | None:
    """Return the unit with strictly most card points, or whom a tie goes to."""
    points = dict.fromkeys(unit_of, 0)
    for seat, unit in enumerate(unit_of):
        points[unit] += card_points(rules.card_values, deal.taken[seat])
    points[unit_of[deal.bidder]] += card_points(rules.card_values, deal.bidder_extra)
    most = max(points.values())
    level = [unit for unit, count in points.items() if count == most]
    if len(level) == 1:
        return level[0]
    defenders = [unit for unit in level if unit != unit_of[deal.bidder]]
    return defenders[0] if rules.tie_to_defenders and len(defenders) == 1 else None


def settle(rules: Rules, deal: DealResult, given: Sequence[Award]) -> tuple[bool, list[int]]:
    """Return whether the bid was made, and what each seat scores."""
    unit_of = units(rules, deal.bidder)
    points = dict.fromkeys(unit_of, 0)
    for award in given:
        points[award.unit] += award.value
    own = unit_of[deal.bidder]
    made = points[own] >= deal.bid
    scores = {unit: count if rules.defenders_score else 0 for unit, count in points.items()}
    if made:
        scores[own] = points[own] if rules.taken_scores else deal.bid
    else:
        scores[own] = -deal.bid
    return made, [scores[unit] for unit in unit_of]
