"""The invariants of the Smear page, checked on a state at any moment with the values its options give."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.core.cards import mask_of
from engines.smear.actions import BETWEEN
from engines.smear.moves import cards_taken, discarded, on_table
from engines.smear.scoring import awards, score_points
from engines.smear.trumps import JOKER_MASK, POINTS_SHIFT, card_points
from engines.smear.variants import GAME, JOKERS, LEFT_BOWER, TREY

if TYPE_CHECKING:
    from engines.smear.state import SmearState


def broken_invariants(state: SmearState) -> list[str]:
    """Name the invariants that do not hold (none, unless the engine has a fault)."""
    if state.dealer < 0:
        return []
    broken = _misplaced_cards(state)
    if state.phase == BETWEEN and state.bidder >= 0:
        broken += _wrong_points(state)
    if state.is_over and state.rules.stake and sum(state.payouts or ()) != 0:
        broken.append("stakes paid in = bank = paid out")
    return broken


def _misplaced_cards(state: SmearState) -> list[str]:
    table = mask_of(move >> 4 for move in on_table(state))
    taken = cards_taken(state)
    piles = [*_laid_open(state), *taken, table]
    union = 0
    for pile in piles:
        union |= pile
    broken = []
    if union != mask_of(state.rules.pack) or sum(pile.bit_count() for pile in piles) != len(state.rules.pack):
        broken.append("every card of the pack is in exactly one place")
    if _played(state) != sum(taken) + table:
        broken.append("every card played is in a trick")
    worth = [0] * state.rules.sides
    for seat, pile in enumerate(taken):
        worth[state.rules.side_of[seat]] += card_points(pile, state.rules.joker_points)
    if worth != [trace >> POINTS_SHIFT for trace in state.taken]:
        broken.append("what a side has taken is worth the card points of its tricks")
    return broken


def _laid_open(state: SmearState) -> list[int]:
    """List the cards of hands, discards and stock as bit masks."""
    return state.hands + [mask_of(cards) for cards in (*discarded(state), state.stock)]


def _played(state: SmearState) -> int:
    return mask_of(move >> 4 for move in state.moves if move >> 4 < 54)


def _wrong_points(state: SmearState) -> list[str]:
    rules, trumps = state.rules, state.rules.trumps[state.trump]
    unit_of = rules.units[state.bidder]
    given = awards(state, unit_of)
    by_unit = score_points(state, unit_of)
    points = sum(by_unit)
    most = sum(rules.values.values())
    in_play = _played(state) & trumps.mask
    expected = bool(in_play) + bool(in_play & ~JOKER_MASK) + (in_play >> trumps.jack & 1)
    if LEFT_BOWER in rules.values:
        expected += in_play >> trumps.left & 1
    if JOKERS in rules.values:
        expected += (in_play & JOKER_MASK).bit_count()
    if TREY in rules.values:
        expected += rules.values[TREY] * (in_play >> trumps.trey & 1)
    game = any(point == GAME for point, _, _, _ in given)
    broken = []
    if by_unit != [sum([value for _, to, value, _ in given if to == unit]) for unit in range(len(by_unit))]:
        broken.append("score points are those awarded")
    if points != expected + game or points > most:
        broken.append("the score points are those of the cards in play, and game")
    all_in_play = in_play == trumps.mask and not any(state.hands)
    if all_in_play and points not in (most, most - 1):
        broken.append("with all trumps in play every point is awarded, but game when it is level")
    piles = [*cards_taken(state), *_laid_open(state)]
    whole = card_points(mask_of(rules.pack), rules.joker_points)
    if sum(card_points(pile, rules.joker_points) for pile in piles) != whole:
        broken.append("card points in tricks are the pack's less those out of play")
    return broken
