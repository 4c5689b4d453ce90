"""Antes, who goes out for want of one, and the end of a Red Dog game."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engines.core.chips import clockwise, competition_places, shares
from engines.red_dog.irregular import mask_of_seats, seats_of_mask

if TYPE_CHECKING:
    from engines.red_dog.state import RedDogState


def is_due(state: "RedDogState") -> bool:
    """Say whether an ante comes before the next deal."""
    return not state.pool or state.game.ante_each_deal  # not both where both hold (RD10)


def payers(state: "RedDogState") -> list[int]:
    """List who is in and can pay an ante in full now (RD3)."""
    ante, totals = state.game.ante, state.totals
    return [seat for seat in state.staying if totals[seat] >= ante]


def dealt_next(state: "RedDogState") -> list[int]:
    """List who will be dealt cards next: the ante comes first (RD2)."""
    return payers(state) if is_due(state) else list(state.staying)


def collect(state: "RedDogState") -> bool:
    """Take an ante from everyone still in; return False where fewer than two can pay, which ends the game instead."""
    paying = payers(state)
    if len(paying) < 2:
        _end_for_want_of_antes(state, paying)
        return False
    if len(paying) < len(state.staying):
        _put_out(state, paying)
    ante, totals = state.game.ante, state.totals
    for seat in paying:
        totals[seat] -= ante
    state.pool += ante * len(paying)
    if state.told is not None:
        state._emit("ante", payers=paying, chips=ante, pool=state.pool)
    return True


def end_deal(state: "RedDogState") -> None:
    """End the deal, and the game if it was the last one or the ante before the next leaves fewer than two (RD1)."""
    game = state.game
    if state.deals_done + 1 == game.deals:
        winner = state.last_winner if game.pool_to_last_winner else -1
        _end_game(state, state.staying if winner < 0 else (winner,))  # also to a winner who is out by now (RD11)
    elif is_due(state):
        paying = payers(state)
        if len(paying) < 2:
            _end_for_want_of_antes(state, paying)
    state._finish_deal()


def _put_out(state: "RedDogState", paying: Sequence[int]) -> None:
    """Put out those still in who do not pay; they keep their chips (RD3)."""
    leaving = [seat for seat in state.staying if seat not in paying]
    state.set_out((*state.out, (state.deals_done, mask_of_seats(leaving))))
    if state.told is not None:
        for seat in leaving:
            state._emit("out", seat=seat)


def _end_for_want_of_antes(state: "RedDogState", paying: Sequence[int]) -> None:
    """Give the pool to the one who can pay, and who does not (RD6), or share it among all who cannot (RD5)."""
    takers = paying or state.staying
    _put_out(state, paying)
    _end_game(state, takers)


def _end_game(state: "RedDogState", takers: Sequence[int]) -> None:
    """Share the pool; place those still in by their chips then, the others by when they went out (RD4, RD12)."""
    totals, players = state.totals, state.game.players
    for seat, chips in shares(state.pool, clockwise(takers, state.dealer, players)).items():
        totals[seat] += chips
        if chips and state.told is not None:
            state._emit("take_pool", seat=seat, chips=chips)
    state.pool = 0
    standing = [(len(state.out), chips) for chips in totals]
    for order, (_, mask) in enumerate(state.out):
        for seat in seats_of_mask(mask):
            standing[seat] = (order, 0)
    start = state.game.start_chips
    state._finish_game(competition_places(standing), [chips - start for chips in totals])
