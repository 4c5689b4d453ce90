"""The tricks of a Smear deal: who leads, who takes, and what follows when all are played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.core.cards import listed
from engines.core.history import SEAT_BITS, SEAT_MASK
from engines.smear.actions import PLAYING
from engines.smear.ending import score
from engines.smear.trumps import FIRST_JOKER

if TYPE_CHECKING:
    from engines.smear.state import SmearState


def open_play(state: SmearState) -> None:
    """Begin the tricks: the high bidder leads."""
    state.phase = PLAYING
    state.first_play = len(state.moves)
    lead_from(state, state.bidder)


def lead_from(state: SmearState, seat: int) -> None:
    """Open a trick at this seat, or the next that has cards."""
    hands = state.hands
    while not hands[seat]:
        seat = state.after[seat]
    state.trick_start = len(state.moves)
    state.follow = 0
    state.lead = state.turn = seat
    state.playable = hands[seat]
    state.legal_now = listed(hands[seat], state.suit_lists)


def end_trick(state: SmearState) -> None:
    """Give the trick to whom the highest card belongs, and open the next or score the deal."""
    moves, trumps = state.moves, state.named
    trick = moves[state.trick_start :]
    taker = trick[0]
    powers, traces = trumps.powers[taker], trumps.traces
    best = trace = 0
    for move in trick:
        trace += traces[move]
        power = powers[move]
        if power > best:
            best = power
            taker = move
    if state.rules.later_joker and taker >> SEAT_BITS >= FIRST_JOKER:
        taker = [move for move in trick if move >> SEAT_BITS >= FIRST_JOKER][-1]
    winner = taker & SEAT_MASK
    side, taken = state.rules.side_of[winner], state.taken
    taken[side] = taken[side] + trace
    state.winners.append(winner)
    if state.told is not None:
        state._emit("trick", winner=winner)
    hand = state.hands[winner]
    if hand:
        state.trick_start = len(moves)
        state.follow = 0
        state.lead = state.turn = winner
        state.playable = hand
        state.legal_now = listed(hand, state.suit_lists)
    elif any(state.hands):
        lead_from(state, winner)
    else:
        score(state)
