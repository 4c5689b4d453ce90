"""How a deal of Speculation begins and ends (rule 7), and the game with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engines.core.cards import CARD_TEXT, SUITS
from engines.core.chips import competition_places
from engines.speculation.actions import BETWEEN
from engines.speculation.auction import open_sale

if TYPE_CHECKING:
    from engines.speculation.state import SpeculationState

#: The rank of an ace.
ACE: Final = 12


def deal(state: SpeculationState) -> None:
    """Take the antes, serve the cards and turn one up; the deal ends at once if that is an ace."""
    rules, chips, dealer = state.rules, state.totals, state.dealer
    state.chips_before = tuple(chips)
    seats = [seat for seat in rules.clockwise[dealer] if chips[seat] >= rules.ante]
    count = len(seats)
    state.seats = tuple(seats)
    state.stacks = [()] * rules.players
    state.face_up = [()] * rules.players
    state.after = [-1] * rules.players
    before = dealer
    for place, seat in enumerate(seats):
        state.after[before] = seat
        before = seat
        state.stacks[seat] = (place, place + count, place + 2 * count)
        ante = rules.dealer_ante if seat == dealer else rules.ante
        chips[seat] -= ante
        state.pool += ante
        if state.told is not None:
            state._emit("ante", seat=seat, chips=ante)
    place = 3 * count
    card = state.deck[place]
    state.turned = [place << 4 | dealer]
    state.face_up[dealer] = (place,)
    state.trump = card // 13
    state.highest = card
    state.owner = dealer
    state.to_turn = state.offerer = -1
    state.offer = state.offers = 0
    if state.told is not None:
        state._emit("turn_up", seat=dealer, card=CARD_TEXT[card], suit=SUITS[state.trump])
    if card % 13 == ACE:
        end_deal(state)  # rule 3, whatever `ace_ends` says (Sp3)
    else:
        open_sale(state)


def end_deal(state: SpeculationState) -> None:
    """Pay the pool to the owner; end the game if its deals are used up or too few can pay the next antes."""
    rules, owner = state.rules, state.owner
    state.phase = BETWEEN
    if state.told is not None:
        state._emit("take_pool", seat=owner, chips=state.pool)
    state.totals[owner] += state.pool
    state.pool = 0
    chips = state.totals
    able = len([1 for own in chips if own >= rules.ante])
    if state.deals_done + 1 >= rules.deals or able < 2:  # Sp2
        places = competition_places([(own,) for own in chips])
        state._finish_game(places, [own - rules.start_chips for own in chips])
    state._finish_deal()
