"""Build Smear tables in one line: chosen hands, a chosen stock, and actions with the seats that make them."""

import engines
from engines.core.cards import CARD_OF_TEXT, CARD_TEXT, SUITS
from engines.core.history import SEAT_BITS
from engines.smear.actions import DISCARD
from engines.smear.ending import score
from engines.testing import expand


def cards(text):
    """Read cards from text."""
    return [CARD_OF_TEXT[card] for card in text.split()]


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


def phase(state):
    """Return the phase that everybody sees."""
    return state.observation(0)["phase"]


def hand_sizes(state):
    """Return how many cards each seat is seen to hold."""
    return state.observation(0)["hand_sizes"]


def tricks(state):
    """Return the finished tricks of the deal as everybody sees them."""
    return state.observation(0)["tricks"]


def play_on(state, until="play"):
    """Bid the maximum and take the first legal actions until the phase comes, or the deal is over."""
    while state.in_deal and phase(state) != until:
        state.apply(state.legal_actions()[-1 if phase(state) == "auction" else 0])
    return state


def scored(game, taken, *, bidder=0, bid=2, played=None, first_joker=None, discards=""):
    """Score a deal with hearts as trumps, and return its event "score".

    `taken` says what the seats took in tricks, `played` who played it (without: who took it), `first_joker` which of
    the jokers was played first, `discards` what the bidder laid away.
    """
    state = game.empty_state()
    state.told = []
    state.bidder, state.bid, state.trump = bidder, bid, SUITS.index("H")
    state.named = game.rules.trumps[state.trump]
    traces = state.named.traces
    state.taken = [0] * game.sides
    for seat, text in taken.items():
        state.taken[game.side_of[seat]] += sum(traces[card << SEAT_BITS] for card in cards(text))
    plays = [(card, seat) for seat, text in (taken if played is None else played).items() for card in cards(text)]
    plays.sort(key=lambda play: CARD_TEXT[play[0]] != first_joker)
    state.moves = [DISCARD + card << SEAT_BITS | bidder for card in cards(discards)]
    state.moves += [card << SEAT_BITS | seat for card, seat in plays]
    score(state)
    return next(event for event in state.told if event["type"] == "score")


def pass_out(state):
    """Let everybody pass."""
    for _ in range(state.game.players):
        state.act("pass")
    return state
