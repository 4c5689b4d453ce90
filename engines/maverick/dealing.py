"""How a Maverick deal begins: hands, turn-ups, and the deal that is void by them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.core.cards import texts
from engines.maverick.actions import BLIND_BIDS
from engines.maverick.bids import ask
from engines.maverick.ending import finish
from engines.maverick.exchange import open_giving

if TYPE_CHECKING:
    from engines.maverick.state import MaverickState


def deal(state: MaverickState) -> None:
    """Hand out the deck, and ask for the first action unless the turn-ups make the deal void."""
    deck, held = state.deck, state.held
    seat = state.dealer
    for place in range(4):
        seat = (seat + 1) & 3
        held[seat] = sorted(deck[place:52:4])
    state.bids = [0, 0]
    state.asked = state.given = 0
    state.first_give = state.first_play = state.known_at = -1
    state.left = 0
    state.result = None
    suits = state.rules.turned(deck[52], deck[53])
    state.redealt = suits is None
    if suits is None:
        _redeal(state)
        return
    state.suits = suits
    if state.rules.bidding:
        state.phase = BLIND_BIDS
        ask(state)
    else:
        open_giving(state)


def _redeal(state: MaverickState) -> None:
    """End the deal as dealt: its turn-ups are of equal rank."""
    if state.told is not None:
        state._emit("turn_up", cards=texts(state.deck[52:]), trump=None, adder=None)
        state._emit("redeal")
    finish(state)
