"""The invariants of the Maverick page, checked on a state at any moment, by other ways than the state itself goes."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from engines.core.cards import cards_of, mask_of
from engines.maverick.actions import GIVE, GIVING
from engines.maverick.exchange import given_by
from engines.maverick.scoring import REVOKE_PRICE, Result
from engines.maverick.suits import FIRST_JOKER, NO_SUIT, strength

if TYPE_CHECKING:
    from engines.maverick.state import MaverickState

_PACK = (1 << 54) - 1
_JOKERS = 3 << FIRST_JOKER


def broken_invariants(state: MaverickState) -> list[str]:
    """Name the invariants that do not hold (none, unless the engine has a fault)."""
    if state.dealer < 0:
        return []
    broken = _misplaced_cards(state)
    if state.result is not None:
        broken += _wrong_scores(state, state.result)
    return broken


def _plays(state: MaverickState) -> list[int]:
    return state.moves[state.first_play :] if state.first_play >= 0 else []


def _misplaced_cards(state: MaverickState) -> list[str]:
    plays = _plays(state)
    away = [(move >> 4) - GIVE for move in state.moves[state.first_give :]] if state.phase == GIVING else []
    piles = [*state.held, [move >> 4 for move in plays], away, state.deck[52:]]
    broken = []
    if sum([len(pile) for pile in piles]) != 54 or mask_of([card for pile in piles for card in pile]) != _PACK:
        broken.append("54 = 52 + 2 face up, each card in one place")
    for seat, held in enumerate(state.held):
        gone = sum([move & 15 == seat for move in plays])
        if state.phase == GIVING:
            gone = len(given_by(state, seat))
        if len(held) + gone != 13:
            broken.append("passing keeps 13 each")
    return broken


def _wrong_scores(state: MaverickState, result: Result) -> list[str]:
    """Count the deal again, forwards and with sets of cards."""
    rules, suits, plays = state.rules, state.suits, _plays(state)
    suit_mask = (1 << 13) - 1
    adders_in = suit_mask << 13 * suits.adder
    trumps_in = suit_mask << 13 * suits.trump | (_JOKERS if rules.jokers_count else 0)
    broken = []
    tricks = [plays[first : first + 4] for first in range(0, len(plays), 4)]
    with_adders = plain = with_trumps = all_trumps = adders = books = 0
    for trick in tricks:
        cards = mask_of([move >> 4 for move in trick])
        adders_now, trumps_now = (cards & adders_in).bit_count(), (cards & trumps_in).bit_count()
        adders += adders_now
        books += adders_now == 4
        with_adders += adders_now > 0
        all_trumps += trumps_now == 4
        with_trumps += not adders_now and 0 < trumps_now < 4
        plain += not adders_now and not trumps_now
    if len(tricks) != 13 or with_adders + plain + with_trumps + all_trumps != 13:
        broken.append("13 tricks")
    points = adders + with_adders * rules.adder_bonus + plain - with_trumps - 4 * all_trumps
    if sum(result.tricks) != points:
        broken.append("the trick scores of the sides sum to A + p - t - 4q")
    if books > 3:
        broken.append("books at most 3")
    first, second = state.deck[52:]
    if max(first, second) < FIRST_JOKER and first // 13 != second // 13 and first % 13 != second % 13:
        played = mask_of([move >> 4 for move in plays])
        if (played & (suit_mask << 13 * suits.trump | _JOKERS)).bit_count() != 14 or adders != 12:
            broken.append("two suits turned: 14 trumps and 12 adders in play")
    for trick, following in pairwise(tricks):
        led = suits.led[trick[0] >> 4]
        if max([(strength(move >> 4, suits.trump, led), move & 15) for move in trick])[1] != following[0] & 15:
            broken.append("who takes a trick leads the next")
    if result.revokes != _revokes(state, tricks):
        broken.append("revokes are those that the hands show")
    for side in range(2):
        revokes = result.revokes[side] + result.revokes[side + 2]
        if not state.bids[side] and result.scores[side] != result.tricks[side] - REVOKE_PRICE * revokes:
            broken.append("penalties = -4 x revokes")
    return broken


def _revokes(state: MaverickState, tricks: list[list[int]]) -> list[int]:
    """Count by seat the cards that did not follow though the hand could."""
    suits = state.suits
    hands = [mask_of([move >> 4 for trick in tricks for move in trick if move & 15 == seat]) for seat in range(4)]
    revokes = [0, 0, 0, 0]
    for trick in tricks:
        led = suits.led[trick[0] >> 4]
        for move in trick:
            card, seat = move >> 4, move & 15
            holds = any(suits.led[held] == led for held in cards_of(hands[seat]))
            follows = suits.led[card] in (led, NO_SUIT)
            revokes[seat] += led != NO_SUIT and holds and not follows
            hands[seat] &= ~(1 << card)
    return revokes
