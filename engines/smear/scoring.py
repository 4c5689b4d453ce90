"""What a deal's tricks are worth: the score points, and what each seat scores for them.

Points are counted by *unit*: the seats that score together in this deal, named by their lowest seat. That is the side,
but with five players the high bidder alone and the four others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engines.core.cards import CARD_TEXT, mask_of
from engines.smear.moves import discarded
from engines.smear.trumps import POINTS_SHIFT, TRUMP_BITS, Trumps, card_points
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


def score_points(state: SmearState, unit_of: tuple[int, ...]) -> list[int]:
    """Return the score points of the deal by unit."""
    trumps = state.named
    sums = traces_of(state, unit_of)
    high, low = ends_of(state, sums)
    holder = -1
    if low and state.rules.low_to_holder:
        holder = unit_of[_holder(state, trumps.order[low.bit_length() - 1])]
        low = 0
    scoring, trey = trumps.scoring_bits, trumps.trey_bit
    points: list[int] = []
    for trace in sums:
        scored = (trace & scoring).bit_count()
        if trace & high:
            scored += 1
        if trace & low:
            scored += 1
        if trace & trey:
            scored += state.rules.trey_value
        points.append(scored)
    if holder >= 0:
        points[holder] = points[holder] + 1
    winner = _game_winner(state, unit_of, sums)
    if winner >= 0:
        points[winner] = points[winner] + 1
    return points


def awards(state: SmearState, unit_of: tuple[int, ...]) -> list[Award]:
    """List what each score point of the deal is for, highest trump first, and game."""
    trumps = state.named
    sums = traces_of(state, unit_of)
    high, low = ends_of(state, sums)
    given: list[Award] = []
    if high:
        _award(HIGH, 1, trumps.order[high.bit_length() - 1], high, sums, given)
    if low:
        card = trumps.order[low.bit_length() - 1]
        if state.rules.low_to_holder:
            given.append((LOW, unit_of[_holder(state, card)], 1, card))
        else:
            _award(LOW, 1, card, low, sums, given)
    for point, value, card, bit in trumps.scoring:
        _award(point, value, card, bit, sums, given)
    winner = _game_winner(state, unit_of, sums)
    if winner >= 0:
        given.append((GAME, winner, 1, -1))
    return given


def _award(point: str, value: int, card: int, bit: int, sums: list[int], given: list[Award]) -> None:
    """Award a point to the unit that took the card, if one did; the card is this bit in the traces."""
    for unit, trace in enumerate(sums):
        if trace & bit:
            given.append((point, unit, value, card))


def traces_of(state: SmearState, unit_of: tuple[int, ...]) -> list[int]:
    """Return by unit the traces of what it took, added up; a unit that is no side is several seats of five."""
    if unit_of is state.rules.side_of:
        return state.taken
    sums = [0] * len(unit_of)
    for seat, trace in enumerate(state.taken):
        unit = unit_of[seat]
        sums[unit] = sums[unit] + trace
    return sums


def ends_of(state: SmearState, sums: list[int]) -> tuple[int, int]:
    """Return the bits of the highest trump in the tricks and of the lowest that is no joker; 0 where there is none."""
    trumps = state.named
    whole = 0
    for trace in sums:
        whole |= trace
    high = whole & -whole & TRUMP_BITS
    if high & trumps.joker_bits:
        high = _first_joker(state, trumps)  # the jokers are equal: the one played first in the deal
    low = whole & trumps.low_bits
    return high, 1 << low.bit_length() - 1 if low else 0


def _holder(state: SmearState, card: int) -> int:
    """Return the seat that played the card."""
    for move in state.moves:
        if move >> 4 == card:
            return move & 15
    raise ValueError(f"card {card} was not played")


def _first_joker(state: SmearState, trumps: Trumps) -> int:
    """Return the bit of the joker that was played first."""
    for move in state.moves:
        if 52 <= move >> 4 < 54:
            return trumps.traces[move] & TRUMP_BITS
    raise ValueError("no joker was played")


def _game_winner(state: SmearState, unit_of: tuple[int, ...], sums: list[int]) -> int:
    """Return the unit with strictly most card points, or whom a tie goes to; -1 for nobody."""
    rules = state.rules
    if len(sums) == 2 and not rules.discards_count:  # nearly always this is all
        one, other = sums[0] >> POINTS_SHIFT, sums[1] >> POINTS_SHIFT
        if one != other:
            return 0 if one > other else 1
    bidders = unit_of[state.bidder]
    laid = 0
    if rules.discards_count:
        laid = card_points(mask_of(discarded(state)[state.bidder]), rules.joker_points)
    most, winner, level = -1, -1, False
    defender, defenders = -1, 0  # those at the top who did not bid
    for unit, trace in enumerate(sums):
        if unit_of[unit] != unit:
            continue  # scores with another, in a deal of one against all
        points = trace >> POINTS_SHIFT
        if unit == bidders:
            points += laid
        if points > most:
            most, winner, level, defenders = points, unit, False, 0
        elif points == most:
            level = True
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
        for unit in range(len(points)):
            points[unit] = 0
    points[own] = won
