"""The invariants of the Thirty-One page, checked on a state at any moment with the values its options give."""

from typing import TYPE_CHECKING

from engines.core.cards import cards_of
from engines.thirty_one.hands import THIRTY_ONE, hand_value

if TYPE_CHECKING:
    from engines.thirty_one.state import ThirtyOneState

_LOWEST = 4  # half points: a two alone
_SUITS = 4


def broken_invariants(state: "ThirtyOneState") -> list[str]:
    """Name the invariants that do not hold (none, unless the engine has a fault)."""
    game, broken = state.game, []
    if sum(state.totals) + state.pool != game.players * game.start_chips or min(state.totals) < 0:
        broken.append("chips + pool = players x start_chips")
    if state.dealer < 0:
        return broken
    held = [card for hand in state.hands for card in cards_of(hand)]
    if sorted([*held, *state.stock, *state.pile]) != list(game.pack):
        broken.append("every card is in one place")
    in_turn = state.drawn >= 0
    if len(held) != 3 * len(state.seats) + in_turn:
        broken.append("52 = 3 x players in + stock + discards, one more in a turn")
    values = [hand_value(state.hands[seat], game.three_of_a_kind) for seat in state.seats]
    if not in_turn and not all(_LOWEST <= value <= THIRTY_ONE for value in values):
        broken.append("values from 2 to 31")
    if sum(hand in game.blitzes for hand in state.hands) > _SUITS:
        broken.append("at most four blitzes")
    return broken
