"""Lay a Red Dog table in one line: hands, stock, chips, marks and options of one deal."""

from collections.abc import Mapping, Sequence

import engines
from engines.core.cards import CARD_OF_TEXT, PACK_52, rank_of
from engines.red_dog.state import RedDogState


def cards(text: str) -> list[int]:
    """Read cards from text."""
    return [CARD_OF_TEXT[card] for card in text.split()]


def deck_for(order: Sequence[int], hands: Mapping[int, str] = {}, stock: str = "") -> list[int]:
    """Order the pack so that the seats, first served first, get these cards, then the stock follows.

    Hands are filled up with the lowest cards that nobody wishes.
    """
    size = 4 if len(order) > 8 else 5
    wished = {seat: cards(hands.get(seat, "")) for seat in order}
    taken = {card for hand in wished.values() for card in hand} | set(cards(stock))
    spare = sorted((card for card in PACK_52 if card not in taken), key=lambda card: (rank_of(card), card))
    for hand in wished.values():
        while len(hand) < size:
            hand.append(spare.pop(0))
    dealt = [wished[seat][turn] for turn in range(size) for seat in order]
    return [*dealt, *cards(stock), *spare]


def table(
    hands: Mapping[int, str] = {},
    stock: str = "",
    *,
    players: int = 2,
    dealer: int | None = None,
    chips: Sequence[int] | None = None,
    pool: int = 0,
    out: Sequence[int] = (),
    irregular: Mapping[str, Sequence[int]] | None = None,
    **options: object,
) -> RedDogState:
    """Deal these hands; chips and pool are those before the ante; the dealer is the last seat unless given."""
    game = engines.make_game("red-dog", players, options)
    state = game.empty_state()
    assert isinstance(state, RedDogState)
    dealer = players - 1 if dealer is None else dealer
    state.pool = pool
    if chips is not None:
        state.totals = list(chips)
    if out:
        state.set_out([(-1, sum(1 << seat for seat in out))])
    order = [(dealer + step) % players for step in range(1, players + 1)]
    order = [seat for seat in order if seat not in out]
    state.start_deal(dealer, deck_for(order, hands, stock), irregular)
    return state


def play(state: RedDogState, *actions: str) -> RedDogState:
    """Play actions, `;` apart or as arguments."""
    for action in (part.strip() for text in actions for part in text.split(";")):
        state.act(action)
    return state


def all_pass(state: RedDogState) -> RedDogState:
    """Let everyone who is still to act pass."""
    while state.in_deal:
        state.act("pass")
    return state


def next_deal(state: RedDogState, hands: Mapping[int, str] = {}, stock: str = "") -> RedDogState:
    """Deal the next deal, to those whom the rules deal to then."""
    dealer = state.next_dealer()
    assert dealer is not None
    players, ante = state.game.players, state.game.ante
    is_due = not state.pool or state.game.options["ante_each_deal"]
    seats = [(dealer + step) % players for step in range(1, players + 1)]
    order = [seat for seat in seats if seat in state.staying and (not is_due or state.totals[seat] >= ante)]
    state.start_deal(dealer, deck_for(order, hands, stock))
    return state


def types(state: RedDogState) -> list[str]:
    """List the types of all events so far."""
    return [event["type"] for event in state.events]
