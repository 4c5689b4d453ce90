"""The invariants of the Speculation page, checked on a state at any moment with the values its options give."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from engines.speculation.state import SpeculationState

MAX_RISES: Final = 12  # from a two to the ace


def broken_invariants(state: SpeculationState) -> list[str]:
    """Name the invariants that do not hold (none, unless the engine has a fault)."""
    broken = _wrong_chips(state)
    if state.dealer >= 0:
        broken += _wrong_cards(state)
    if state.is_over and sum(state.payouts or ()) != 0:
        broken.append("payouts sum to 0")
    return broken


def _wrong_chips(state: SpeculationState) -> list[str]:
    rules, broken = state.rules, []
    if sum(state.totals) + state.pool != rules.players * rules.start_chips:
        broken.append("chips + pool are constant")
    if min(state.totals) < 0:
        broken.append("nobody's chips go below zero")
    antes = rules.ante * (len(state.seats) - 1) + rules.dealer_ante
    if state.pool != (antes if state.in_deal else 0):
        broken.append("the pool is the antes until it is paid, and none is carried over")
    return broken


def _wrong_cards(state: SpeculationState) -> list[str]:
    broken = []
    face_down = [place for stack in state.stacks for place in stack]
    face_up = [place for cards in state.face_up for place in cards]
    if sorted(face_down + face_up) != list(range(3 * len(state.seats) + 1)):
        broken.append("the players own 3n + 1 cards")
    if sorted(face_up) != sorted(turned >> 4 & 63 for turned in state.turned):
        broken.append("face up lies what was turned")
    trumps = [card for card in (state.deck[turned >> 4 & 63] for turned in state.turned) if card // 13 == state.trump]
    rises = [trumps[0]]
    for card in trumps:
        if card > rises[-1]:
            rises.append(card)
    if state.highest != rises[-1] or len(rises) > MAX_RISES + 1 or any(low >= high for low, high in pairwise(rises)):
        broken.append("the current trump only rises, at most 12 times")
    owners = [seat for seat, cards in enumerate(state.face_up) if state.deck.index(state.highest) in cards]
    if owners != [state.owner]:
        broken.append("there is exactly one current owner")
    if not state.in_deal and not _owns_best(state):
        broken.append("the winner owns the highest trump of all")
    return broken


def _owns_best(state: SpeculationState) -> bool:
    in_play = state.deck[: 3 * len(state.seats) + 1]
    best = state.deck.index(max(card for card in in_play if card // 13 == state.trump))
    return best in state.stacks[state.owner] or best in state.face_up[state.owner]
