"""The verbs of Smear as the actions' ints, the phases of a deal, and which actions are legal in each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engines.core.cards import cards_of, listed
from engines.core.history import moves_of
from engines.core.notation import VERB_SHIFT, Argument, Verb

if TYPE_CHECKING:
    from engines.smear.state import SmearState

#: Plays come first: a play's int is the card itself.
VERBS: Final = (
    Verb("play", Argument.CARD),
    Verb("discard", Argument.CARD),
    Verb("pass"),
    Verb("bid", Argument.NUMBER),
    Verb("trump", Argument.SUIT),
    Verb("done"),
)
DISCARD: Final = 1 << VERB_SHIFT
PASS: Final = 2 << VERB_SHIFT
BID: Final = 3 << VERB_SHIFT
TRUMP: Final = 4 << VERB_SHIFT
DONE: Final = 5 << VERB_SHIFT
NAMES_TRUMPS: Final = (TRUMP, TRUMP + 1, TRUMP + 2, TRUMP + 3)
#: By seat, then by card: the moves.
PLAYS: Final = moves_of(range(54))
DISCARDS: Final = moves_of(range(DISCARD, DISCARD + 54))
#: The bits of a discard that are its card.
CARD_BITS: Final = 63

BETWEEN: Final = 0
AUCTION: Final = 1
NAMING: Final = 2
DISCARDING: Final = 3
PLAYING: Final = 4
#: What the phases are called in observations.
PHASES: Final = ("between", "auction", "trump", "discard", "play")


def legal_calls(state: SmearState, seat: int) -> tuple[int, ...]:
    """List what a seat may call."""
    rules, bid = state.rules, state.bid
    is_dealer = rules.dealer_plays and seat == state.dealer
    if is_dealer:
        if not bid and rules.all_pass == "forced_dealer":
            return (BID + rules.min_bid,)
        if bid and rules.may_steal:
            return rules.calls[bid]
    return rules.calls[bid + 1]


def legal_plays(state: SmearState, seat: int) -> tuple[int, ...]:
    """List what a seat may play to the trick on the table, as `SmearState.apply` does by itself."""
    hand = state.hands[seat]
    following = hand & state.follow
    return tuple(cards_of(following | hand & state.named.ruffs if following else hand))


def legal_discards(state: SmearState, seat: int) -> tuple[int, ...]:
    """List what a seat may do when it discards."""
    rules, hand = state.rules, state.hands[seat]
    if rules.refill:
        return listed(hand, rules.throws)
    trumps = state.named
    # Down to six with k trumps exactly max(0, k - 6) trumps go, so plain cards while there are any.
    plain = hand & trumps.plain
    if rules.dealer_takes_rest and seat != state.dealer:  # may throw up to three, and is filled up from the stock
        return (*listed(plain, rules.throws), DONE)
    if plain:
        return listed(plain, rules.throws)
    return listed((hand & ~trumps.protected if rules.protect else 0) or hand, rules.throws)
