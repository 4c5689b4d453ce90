"""Lay Maverick tables in one line: chosen hands, turn-ups, calls, and moves with the seats that make them."""

import engines
from engines.core.cards import CARD_OF_TEXT, CARD_TEXT
from engines.core.options import Choice, Flag
from engines.testing import expand

PACK = set(CARD_TEXT)


def filled(hands, turn_up):
    """Fill hands up to thirteen with other cards, clubs and hearts first; `hands` is by seat."""
    named = [card for hand in hands.values() for card in hand.split()] + turn_up.split()
    assert len(named) == len(set(named)), "a card is named twice"
    rest = sorted(PACK - set(named), key=lambda card: (card[0] in "BL" and card[1] == "J", card[1] in "DS", card))
    full = {}
    for seat in range(4):
        full[seat] = hands.get(seat, "").split()
        while len(full[seat]) < 13:
            full[seat].append(rest.pop(0))
    assert not rest
    return full


def table(hands=None, turn_up="KS 2D", *, game="maverick", dealer=3, **options):
    """Deal chosen hands; nothing is played yet. The dealer is seat 3 unless given, so seat 0 acts first."""
    state = engines.make_game(game, None, options).empty_state()
    dealt = filled(hands or {}, turn_up)
    order = [(dealer + 1 + place) % 4 for place in range(4)]
    deck = [dealt[seat][turn] for turn in range(13) for seat in order] + turn_up.split()
    state.start_deal(dealer, [CARD_OF_TEXT[card] for card in deck])
    return state


def go(state, *moves):
    """Play moves written 'SEAT ACTION', each by the seat whose turn it is."""
    for move in moves:
        seat, action = move.split(" ", 1)
        assert state.current_player == int(seat), f"{move}: seat {state.current_player} is to act"
        state.act(action)
    return state


def call(state, *calls):
    """Let seats call 'SEAT CALL' in this round and all others pass."""
    wanted = {int(text[0]): text[2:] for text in calls}
    while state.current_player is not None and "pass" in state.legal():
        state.act(wanted.pop(state.current_player, "pass"))
    assert not wanted, f"not asked: {wanted}"
    return state


def in_play(hands=None, turn_up="KS 2D", *, blind=(), bids=(), dealer=3, **options):
    """Lay a table whose seats hold these hands after the exchange: every seat got its last two cards."""
    held = filled(hands or {}, turn_up)
    got = {seat: held[seat][-2:] for seat in range(4)}
    before = {seat: " ".join(held[seat][:-2] + got[(seat + 1) % 4]) for seat in range(4)}
    state = table(before, turn_up, dealer=dealer, **options)
    if state.game.options["bidding"]:
        call(state, *blind)
    for place in range(4):
        seat = (dealer + 1 + place) % 4
        go(state, *(f"{seat} give {card}" for card in got[(seat + 1) % 4]))
    if state.game.options["bidding"]:
        call(state, *bids)
    return state


def legal(state):
    """Return the legal actions of the seat to act as a set of single ones."""
    return expand(state.legal())


def playable(state):
    """Return the cards that may be played now."""
    return {text.removeprefix("play ") for text in legal(state)}


def random_options(spec, choices):
    """Draw options: each is left alone, or takes a value it allows."""
    drawn = {"max_deals": 1 + choices.below(5), "target": 1 + choices.below(40)}
    for option in spec.options:
        if isinstance(option, Flag) and choices.below(3):
            drawn[option.name] = bool(choices.below(2))
        elif isinstance(option, Choice) and choices.below(3):
            drawn[option.name] = choices.choice(option.words)
    return drawn
