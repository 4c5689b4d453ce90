"""How a Maverick deal ends, and the game with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.maverick.actions import BETWEEN
from engines.maverick.scoring import settle, shown_bid

if TYPE_CHECKING:
    from engines.maverick.state import MaverickState


def score(state: MaverickState, last_winner: int) -> None:
    """Settle a deal whose cards are all played."""
    state.left = 0
    state.free = False
    state.result = result = settle(state, last_winner)
    scores, totals = result.scores, state.totals
    for seat in range(4):
        totals[seat] += scores[seat & 1]
    if state.told is not None:
        state._emit("score", bids=[shown_bid(bid) for bid in state.bids], **result.shown())
    finish(state)


def finish(state: MaverickState) -> None:
    """End the deal, and the game if a side has won or the deals are used up."""
    state.phase = BETWEEN
    rules, totals = state.rules, state.totals
    even, odd = totals[0], totals[1]
    last = state.deals_done + 1 >= rules.max_deals
    if even == odd:
        # Level: another deal, unless there is none; then all share the first place.
        if last:
            state._finish_game((1, 1, 1, 1), (0.25, 0.25, 0.25, 0.25))
    elif last or even >= rules.target or odd >= rules.target:
        if even > odd:
            state._finish_game((1, 3, 1, 3), (0.5, 0.0, 0.5, 0.0))
        else:
            state._finish_game((3, 1, 3, 1), (0.0, 0.5, 0.0, 0.5))
    state._finish_deal()
