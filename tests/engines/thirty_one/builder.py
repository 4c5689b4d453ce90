"""Lay a Thirty-One table in one line: hands, turn-up, stock, chips and options of one deal."""

from collections.abc import Mapping, Sequence

import engines
from engines.core.cards import CARD_OF_TEXT, PACK_52
from engines.thirty_one.state import ThirtyOneState

# Dull hands for seats that a test says nothing of: worth 9 or less, no blitz near.
DULL = ("2C 3D 4H", "3C 4D 5H", "4C 5D 6H", "5C 6D 7H", "6C 7D 8H", "7C 8D 9H", "8C 9D TH")


def cards(text: str) -> list[int]:
    """Read cards from text."""
    return [CARD_OF_TEXT[card] for card in text.split()]


def deck_for(order: Sequence[int], hands: Mapping[int, str], turn_up: str = "", stock: str = "") -> list[int]:
    """Order the pack so that the seats, first served first, get these hands, then turn-up and stock follow."""
    wished = {seat: cards(hands[seat]) for seat in order if seat in hands}
    taken = {card for hand in wished.values() for card in hand} | set(cards(turn_up)) | set(cards(stock))
    spare = [card for card in PACK_52 if card not in taken]
    for seat in order:
        if seat not in wished:
            dull = next(dull for dull in DULL if set(cards(dull)) <= set(spare))
            wished[seat] = cards(dull)
            spare = [card for card in spare if card not in wished[seat]]
    dealt = [wished[seat][turn] for turn in range(3) for seat in order]
    up = cards(turn_up) or [spare.pop(0)]
    return [*dealt, *up, *cards(stock), *spare]


def table(
    hands: Mapping[int, str],
    *,
    players: int = 2,
    dealer: int | None = None,
    chips: Sequence[int] | None = None,
    out: Sequence[int] = (),
    turn_up: str = "",
    stock: str = "",
    **options: object,
) -> ThirtyOneState:
    """Deal these hands; the dealer is the last seat unless given, so seat 0 acts first."""
    game = engines.make_game("thirty-one", players, options)
    state = game.empty_state()
    assert isinstance(state, ThirtyOneState)
    state.told = []  # told as it comes: the moves alone do not know of these chips
    dealer = players - 1 if dealer is None else dealer
    if chips is not None:
        state.totals = list(chips)
        state.pool = players * state.game.start_chips - sum(chips)
    for seat in out:
        state.out_in[seat] = -1
    order = [(dealer + step) % players for step in range(1, players + 1)]
    order = [seat for seat in order if seat not in out]
    state.start_deal(dealer, deck_for(order, hands, turn_up, stock))
    return state


def play(state: ThirtyOneState, *actions: str) -> ThirtyOneState:
    """Play actions, `;` apart or as arguments."""
    for action in (part.strip() for text in actions for part in text.split(";")):
        state.act(action)
    return state


def knock_and_stand(state: ThirtyOneState) -> ThirtyOneState:
    """Let the player to act knock and all others stand."""
    play(state, "knock")
    while state.in_deal:
        play(state, "stand")
    return state


def types(state: ThirtyOneState) -> list[str]:
    """List the types of all events so far."""
    return [event["type"] for event in state.events]
