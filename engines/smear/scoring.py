"""What a deal's tricks are worth: the score points, and what each seat scores for them.

Points are counted by *unit*: the seats that score together in this deal, named by their lowest seat. That is the side,
but with five players the high bidder alone and the four others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engines.core.cards import CARD_TEXT, mask_of
from engines.smear.moves import discarded
from engines.smear.rules import Rules
from engines.smear.trumps import card_points
from engines.smear.variants import GAME, HIGH, LOW

if TYPE_CHECKING:
    from engines.smear.state import SmearState

#: A point's name, the unit that has it, its value, and the card it is for (-1: game).
Award = tuple[str, int, int, int]


def shown_award(award: Award, unit_of: Sequence[int]) -> dict[str, Any]:
    """Write an award for an event, with the seats it goes to."""
    point, owner, value, card = award
    return {
        "point": point,
        "card": None if card < 0 else CARD_TEXT[card],
        "to": [seat for seat, unit in enumerate(unit_of) if unit == owner],
        "value": value,
    }


def units(rules: Rules, bidder: int) -> tuple[int, ...]:
    """Return by seat the unit it scores with."""
    if rules.players != 5 or rules.own_defence:
        return rules.side_of
    others = 1 if bidder == 0 else 0
    return tuple([bidder if seat == bidder else others for seat in range(rules.players)])


def score_points(state: SmearState, unit_of: tuple[int, ...], given: list[Award]) -> list[int]:
    """Return the score points of the deal by unit, and append to `given` what each is for, highest trump first."""
    rules = state.rules
    trumps = rules.trumps[state.trump]
    sets = [0] * len(unit_of)  # the cards taken, by unit
    for seat, cards in enumerate(state.taken):
        if cards:
            sets[unit_of[seat]] |= cards
    in_play = 0
    for cards in sets:
        in_play |= cards
    in_play &= trumps.mask
    points = [0] * len(unit_of)
    if in_play:
        high = -1
        for high in trumps.order:
            if in_play >> high & 1:
                break
        if high >= 52:
            high = _first_joker(state)  # the jokers are equal: the one played first in the deal
        _give(HIGH, 1, high, sets, points, given)
        for low in trumps.plain_upwards:
            if in_play >> low & 1:
                if rules.low_to_holder:
                    holder = unit_of[_holder(state, low)]
                    points[holder] += 1
                    given.append((LOW, holder, 1, low))
                else:
                    _give(LOW, 1, low, sets, points, given)
                break
        for point, value, card in trumps.scoring:
            if in_play >> card & 1:
                _give(point, value, card, sets, points, given)
    winner = _game_winner(state, unit_of, sets)
    if winner >= 0:
        points[winner] += 1
        given.append((GAME, winner, 1, -1))
    return points


def _give(point: str, value: int, card: int, sets: list[int], points: list[int], given: list[Award]) -> None:
    """Give a point to the unit that took the card."""
    for unit, cards in enumerate(sets):
        if cards >> card & 1:
            points[unit] += value
            given.append((point, unit, value, card))
            return


def _holder(state: SmearState, card: int) -> int:
    """Return the seat that played the card."""
    for move in state.moves:
        if move >> 4 == card:
            return move & 15
    raise ValueError(f"card {card} was not played")


def _first_joker(state: SmearState) -> int:
    for move in state.moves:
        if 52 <= move >> 4 < 54:
            return move >> 4
    return -1


def _game_winner(state: SmearState, unit_of: tuple[int, ...], sets: list[int]) -> int:
    """Return the unit with strictly most card points, or whom a tie goes to; -1 for nobody."""
    rules = state.rules
    bidders = unit_of[state.bidder]
    if rules.discards_count:
        sets[bidders] |= mask_of(discarded(state)[state.bidder])
    joker_points = rules.joker_points
    most, winner, level = -1, -1, 0
    defender, defenders = -1, 0  # those at the top who did not bid
    for unit, name in enumerate(unit_of):
        if name != unit:
            continue  # a unit is named by its lowest seat
        cards = sets[unit]
        points = card_points(cards, joker_points) if cards else 0
        if points > most:
            most, winner, level, defenders = points, unit, 0, 0
        elif points == most:
            level = 1
        else:
            continue
        if unit != bidders:
            defender = unit
            defenders += 1
    if not level:
        return winner
    return defender if rules.tie_to_defenders and defenders == 1 else -1


def settle(state: SmearState, unit_of: tuple[int, ...], points: list[int], made: bool) -> None:
    """Turn the score points by unit into what each unit scores."""
    rules = state.rules
    own = unit_of[state.bidder]
    won = (points[own] if rules.taken_scores else state.bid) if made else -state.bid
    if not rules.defenders_score:
        for unit in unit_of:
            points[unit] = 0
    points[own] = won
