"""Build Smear tables in one line: chosen hands, a chosen stock, and actions with the seats that make them."""

import engines
from engines.core.cards import CARD_OF_TEXT
from engines.testing import expand


def deck_for(game, hands, stock="", dealer=None):
    """Order the pack so that the seats are dealt these hands, filled up with other cards."""
    dealer = game.players - 1 if dealer is None else dealer
    named = [CARD_OF_TEXT[text] for hand in hands.values() for text in hand.split()]
    named += [CARD_OF_TEXT[text] for text in stock.split()]
    assert len(named) == len(set(named)), "a card is named twice"
    rest = sorted(set(game.pack) - set(named), key=lambda card: (card > 51, "CDHS"[card // 13 % 4] == "H", card % 13))
    dealt = {}
    for seat in range(game.players):
        dealt[seat] = [CARD_OF_TEXT[text] for text in hands.get(seat, "").split()]
        while len(dealt[seat]) < game.rules.dealt:
            dealt[seat].append(rest.pop(0))
    order = [(dealer + 1 + place) % game.players for place in range(game.players)]
    deck = [dealt[seat][turn] for turn in range(game.rules.dealt) for seat in order]
    return deck + [CARD_OF_TEXT[text] for text in stock.split()] + rest


def table(game_id, hands=None, *, players=None, stock="", dealer=None, **options):
    """Deal chosen hands; the dealer is the last seat unless given."""
    game = engines.make_game(game_id, players, options)
    state = game.empty_state()
    state.start_deal(game.players - 1 if dealer is None else dealer, deck_for(game, hands or {}, stock, dealer))
    return state


def go(state, *moves):
    """Play moves written 'SEAT ACTION', each by the seat whose turn it is."""
    for move in moves:
        seat, action = move.split(" ", 1)
        assert state.current_player == int(seat), f"{move}: seat {state.current_player} is to act"
        state.act(action)
    return state


def legal(state):
    """Return the legal actions of the seat to act as a set of single ones."""
    return expand(state.legal())


def play_on(state, until="play"):
    """Bid the maximum and take the first legal actions until the phase comes, or the deal is over."""
    while state.in_deal and state.phase != until:
        state.apply(state.legal_actions()[-1 if state.phase == "auction" else 0])
    return state


def pass_out(state):
    """Let everybody pass."""
    for _ in range(state.game.players):
        state.act("pass")
    return state
