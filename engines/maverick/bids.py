"""The two rounds of bids: before cards are seen, and after cards were passed on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.maverick.actions import BLIND_BIDS, BLIND_CALLS, CALLS, PASS, call_text
from engines.maverick.exchange import open_giving

if TYPE_CHECKING:
    from engines.maverick.state import MaverickState


def ask(state: MaverickState) -> None:
    """Turn to the next seat whose side has no bid (M2); when there is none, go on."""
    is_blind = state.phase == BLIND_BIDS
    while state.asked < 4:
        state.asked += 1
        seat = (state.dealer + state.asked) & 3
        if not state.bids[seat & 1]:
            state.turn = seat
            state.legal_now = BLIND_CALLS if is_blind else CALLS
            return
    if is_blind:
        open_giving(state)
    else:
        state.open_play()


def call(state: MaverickState, seat: int, action: int) -> None:
    """Bid for the seat's side, or pass."""
    if action != PASS:
        state.bids[seat & 1] = action << 4 | seat
    if state.told is not None:
        if action == PASS:
            state._emit("pass", seat=seat)
        else:
            state._emit("bid", seat=seat, bid=call_text(action))
    ask(state)
