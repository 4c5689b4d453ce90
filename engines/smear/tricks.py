"""The tricks of a Smear deal: who leads, who takes, and what follows when all are played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.core.cards import listed
from engines.smear.actions import PLAYING
from engines.smear.ending import score

if TYPE_CHECKING:
    from engines.smear.state import SmearState


def open_play(state: SmearState) -> None:
    """Begin the tricks: the high bidder leads."""
    state.phase = PLAYING
    lead_from(state, state.bidder)


def lead_from(state: SmearState, seat: int) -> None:
    """Open a trick at this seat, or the next that has cards."""
    hands = state.hands
    hand = hands[seat]
    while not hand:
        seat = state.after[seat]
        hand = hands[seat]
    state.trick_start = len(state.moves)
    state.follow = 0
    state.lead = state.turn = seat
    state.legal_now = listed(hand, state.suit_lists)


def end_trick(state: SmearState) -> None:
    """Give the trick to whom the highest card belongs, and open the next or score the deal."""
    start = state.trick_start
    trick = state.moves[start:]
    trumps = state.named
    traces, powers = trumps.traces, trumps.power[trick[0] >> 4]
    best = taken = 0
    for move in trick:
        taken += traces[move]
        power = powers[move]
        if power > best:
            best = power
    winner = best & 15
    if best >> 4 == trumps.level_power:
        # Two jokers rank equal: the first played takes the trick, or by option the second.
        level = [move & 15 for move in trick if powers[move] >> 4 == best >> 4]
        winner = level[-1] if state.rules.later_joker else level[0]
    state.taken[winner] += taken
    state.tricks += (start << 4 | winner,)
    if state.told is not None:
        state._emit("trick", winner=winner)
    if state.hands[winner] or any(state.hands):
        lead_from(state, winner)
    else:
        score(state)
