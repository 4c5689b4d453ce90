"""What a deal's tricks, revokes and bids are worth, by side (the seats of one parity)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engines.maverick.actions import BLIND, CHIC, NIL, call_text
from engines.maverick.suits import ADDERS_MASK, COUNTS_SHIFT, JOKERS_SHIFT

if TYPE_CHECKING:
    from engines.maverick.state import MaverickState

#: Points that a revoke costs; never multiplied.
REVOKE_PRICE: Final = 4
BLIND_PRICE: Final = -3
NIL_PRICE: Final = -1
#: A chic is three books: twelve or thirteen adders make no more.
CHIC_BOOKS: Final = 3
#: By a set of seats: one in the hexadecimal digit of each.
_ONE_EACH: Final = tuple(sum(1 << 4 * seat for seat in range(4) if seats >> seat & 1) for seats in range(16))


class Result:
    """Hold what a finished deal came to."""

    __slots__ = ("made", "revokes", "scores", "tricks")

    def __init__(self, tricks: list[int], revokes: list[int]) -> None:
        #: By side: the scores of its tricks.
        self.tricks = tricks
        #: By seat: how often it did not follow though it could.
        self.revokes = revokes
        #: By side: whether its bid was made; None without a bid.
        self.made: list[bool | None] = [None, None]
        #: By side: what is added to its total.
        self.scores: list[int] = [0, 0]

    def shown(self) -> dict[str, Any]:
        """Write the result for events and observations."""
        return {
            "tricks": self.tricks.copy(),
            "revokes": self.revokes.copy(),
            "made": self.made.copy(),
            "scores": self.scores.copy(),
        }


def settle(state: MaverickState, last_winner: int) -> Result:
    """Score a deal whose thirteen tricks are played."""
    result = _count(state, last_winner)
    for side in range(2):
        score = result.tricks[side]
        bid = state.bids[side]
        if bid:
            made = _is_made(state, bid, result.tricks[side] - result.tricks[1 - side])
            result.made[side] = made
            score = bid_score(bid >> 4, score, made, state.rules.price_adds)
        result.scores[side] = score - REVOKE_PRICE * (result.revokes[side] + result.revokes[side + 2])
    return result


def _count(state: MaverickState, last_winner: int) -> Result:
    """Add up trick scores and revokes, from the last trick back: by then it is known who could have followed."""
    scores, suits = state.rules.trick_scores, state.suits
    traces, shifts = suits.traces, suits.shifts
    even = odd = revokes = 0
    later = 0  # the traces of the tricks after this one
    winner = last_winner
    plays = state.moves[state.first_play :]
    # The tricks, the last one first. Only without a keyword does the compiler make a loop of `zip`.
    for lead, second, third, fourth in zip(plays[-4::-4], plays[-3::-4], plays[-2::-4], plays[-1::-4]):  # noqa: B905
        trick = traces[lead] + traces[second] + traces[third] + traces[fourth]
        if winner & 1:
            odd += scores[trick >> COUNTS_SHIFT]
        else:
            even += scores[trick >> COUNTS_SHIFT]
        # Who holds the led suit later and has not played it now; a joker of no suit never revokes.
        revoking = (later & ~trick) >> shifts[lead] & 15
        if revoking:
            revokes += _ONE_EACH[revoking & ~(trick >> JOKERS_SHIFT)]
        later |= trick
        winner = lead  # who led has won the trick before; a move is odd where its seat is
    return Result([even, odd], [revokes & 15, revokes >> 4 & 15, revokes >> 8 & 15, revokes >> 12])


def bid_score(bid: int, score: int, made: bool, price_adds: bool) -> int:
    """Return what the trick score becomes by the side's bid."""
    if bid == NIL and made:
        return 3 * score if score > 0 else 1
    if made:
        return 2 * score
    price = BLIND_PRICE if bid == BLIND else NIL_PRICE if bid == NIL else 0
    return score + price if price_adds else price


def _is_made(state: MaverickState, bid: int, lead: int) -> bool:
    """Say whether a bid (a move) is made; `lead` is by how much the side's trick scores exceed the other's."""
    action, seat = bid >> 4, bid & 15
    if action == BLIND:
        return lead > 0
    won = winners(state)
    if action == CHIC:
        return books(state, won)[seat & 1] == CHIC_BOOKS
    if state.rules.nil_binds_both:
        return all(winner & 1 != seat & 1 for winner in won)
    return seat not in won


def winners(state: MaverickState) -> list[int]:
    """List who took each finished trick: who led the next one."""
    moves, first_play = state.moves, state.first_play
    won = [moves[first] & 15 for first in range(first_play + 4, len(moves), 4)]
    if len(moves) > first_play and not (len(moves) - first_play) % 4:
        power = state.powers[moves[-4]]
        won.append(max([power[move] for move in moves[-4:]]) & 15)
    return won


def books(state: MaverickState, won: list[int]) -> list[int]:
    """Count the tricks of four adders by side."""
    moves, traces = state.moves, state.suits.traces
    found = [0, 0]
    for number, winner in enumerate(won):
        first = state.first_play + 4 * number
        adders = sum([traces[move] for move in moves[first : first + 4]]) >> COUNTS_SHIFT & ADDERS_MASK
        if adders == 4:
            found[winner & 1] += 1
    return found


def shown_bid(bid: int) -> dict[str, Any] | None:
    """Write a side's bid (a move; 0: none) for events and observations."""
    return {"seat": bid & 15, "bid": call_text(bid >> 4)} if bid else None
