"""Lay a Speculation table in one line: stacks, turn-up, chips and options of one deal."""

from collections.abc import Mapping, Sequence

import engines
from engines.core.cards import CARD_OF_TEXT, PACK_52
from engines.speculation.state import SpeculationState


def cards(text: str) -> list[int]:
    """Read cards from text."""
    return [CARD_OF_TEXT[card] for card in text.split()]


def deck_for(order: Sequence[int], stacks: Mapping[int, str], turn_up: str) -> list[int]:
    """Order the pack so that the seats, first served first, get these stacks (top card last), then the turn-up.

    Seats that nothing is said of get cards that are no trumps.
    """
    (up,) = cards(turn_up)
    wished = {seat: cards(stacks[seat]) for seat in order if seat in stacks}
    taken = {up, *(card for stack in wished.values() for card in stack)}
    spare = [card for card in PACK_52 if card not in taken]
    dull = [card for card in spare if card // 13 != up // 13]
    for seat in order:
        if seat not in wished:
            wished[seat], dull = dull[:3], dull[3:]
    dealt = [wished[seat][turn] for turn in range(3) for seat in order]
    return [*dealt, up, *(card for card in spare if card not in dealt)]


def table(
    stacks: Mapping[int, str] | None = None,
    turn_up: str = "7H",
    *,
    players: int = 3,
    dealer: int | None = None,
    chips: Sequence[int] | None = None,
    **options: object,
) -> SpeculationState:
    """Deal these stacks; the dealer is the last seat unless given, so that seat 0 is served first."""
    game = engines.make_game("speculation", players, options)
    state = game.empty_state()
    assert isinstance(state, SpeculationState)
    if chips is not None:
        assert sum(chips) == players * state.rules.start_chips
        state.totals = list(chips)
    dealer = players - 1 if dealer is None else dealer
    order = [(dealer + step) % players for step in range(1, players + 1)]
    order = [seat for seat in order if state.totals[seat] >= state.rules.ante]
    state.start_deal(dealer, deck_for(order, stacks or {}, turn_up))
    return state


def play(state: SpeculationState, *texts: str) -> SpeculationState:
    """Play actions, `;` apart or as arguments, each with the seat that must be to act: `0 bid 3; 1 pass`."""
    for text in (part.strip() for whole in texts for part in whole.split(";")):
        seat, _, action = text.partition(" ")
        assert state.current_player == int(seat), f"seat {state.current_player} is to act, not {text!r}"
        state.act(action)
    return state


def passes(state: SpeculationState, *seats: int) -> SpeculationState:
    """Let these seats pass, one after the other."""
    return play(state, *[f"{seat} pass" for seat in seats])


def passive(state: SpeculationState) -> SpeculationState:
    """Let nobody do anything to the end of the deal."""
    while state.in_deal:
        state.apply(state.passive_action())
    return state


def turns(state: SpeculationState) -> list[tuple[int, str]]:
    """List who turned what, without the turn-up."""
    return [(turned["seat"], turned["card"]) for turned in state.observation(0)["turned"][1:]]


def types(state: SpeculationState) -> list[str]:
    """List the types of all events so far."""
    return [event["type"] for event in state.events]
