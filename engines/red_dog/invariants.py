"""The invariants of the Red Dog page, checked on a state at any moment with the values its options give."""

from typing import TYPE_CHECKING

from engines.core.cards import mask_of
from engines.red_dog.actions import PASS
from engines.red_dog.hands import hand_size

if TYPE_CHECKING:
    from engines.red_dog.state import RedDogState


def broken_invariants(state: "RedDogState") -> list[str]:
    """Name the invariants that do not hold (none, unless the engine has a fault)."""
    game, broken = state.game, []
    if sum(state.totals) + state.pool != game.players * game.start_chips:
        broken.append("chips + pool are constant")
    if state.pool < 0 or min(state.totals) < 0:
        broken.append("pool and chips are never negative")
    if state.dealer < 0:
        return broken
    actions = [move >> 4 for move in state.moves]
    if not _changes_are_right(state, actions):
        broken.append("a turn changes the pool by the bet, the fee or nothing, and antes fill it")
    if len(state.turned) != sum(action < PASS for action in actions):
        broken.append("a stock card is turned exactly when there was a bet")
    if state.in_deal:
        highest = [action for action in state.legal_now[-3:] if action < PASS]
        if any(action > min(state.pool, state.totals[state.turn]) for action in highest):
            broken.append("a bet is never more than the pool or the player's chips")
        waiting = sum(seat in state.staying for seat in state.seats[state.place :])
        if _face_down(state) < waiting:
            broken.append("the stock suffices")
    count = len(state.seats)
    end = count * hand_size(count)
    if sum(state.hands) != mask_of(state.deck[:end]) or sum(hand.bit_count() for hand in state.hands) != end:
        broken.append("every card dealt is in one hand")
    return broken


def _changes_are_right(state: "RedDogState", actions: list[int]) -> bool:
    changes = state.changes
    if len(changes) != len(actions):
        return False
    for action, change in zip(actions, changes, strict=True):
        if action < PASS:
            right = change in (action, -action)
        else:
            right = 0 <= change <= (state.game.pass_fee if action == PASS else 0)
        if not right:
            return False
    antes = state.pool - state.pool_before - sum(changes)
    return state.is_over or (antes >= 0 and antes % state.game.ante == 0)


def _face_down(state: "RedDogState") -> int:
    """Count the stock cards that can still be turned."""
    left = len(state.deck) - state.top - (state.faced >> state.top).bit_count()
    burn_to_come = state.game.burn_first and not state.turned
    return left - burn_to_come
