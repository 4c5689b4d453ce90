"""Replay records: every dealer, deck and action is checked, and the first fault is reported with its place."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from engines.core.cards import CARD_OF_TEXT
from engines.core.errors import BadNotation, EngineError, IllegalAction, RecordError
from engines.core.history import Irregular
from engines.core.state import State

if TYPE_CHECKING:
    from engines.core.game import Game

RECORD_FORMAT: Final = 1
_SEAT_AND_ACTION: Final = re.compile(r"(0|[1-9][0-9]{0,3}) (.*)", re.DOTALL)


def is_integer(value: object) -> bool:
    """Say whether a JSON value is an integer (true and 1.0 are none)."""
    return isinstance(value, int) and not isinstance(value, bool)


def replay_deals(game: "Game", deals: object) -> State:
    """Play the deals of a record on a fresh state; raise RecordError at the first fault."""
    if not isinstance(deals, list):
        raise RecordError(f"'deals' must be a list, not {_kind(deals)}")
    state = game.empty_state()
    for number, deal in enumerate(deals):
        if state.in_deal:
            before = number - 1
            raise RecordError(
                f"the deal is unfinished, but another follows; seat {state.current_player} was to act, "
                f"legal: {', '.join(state.legal())}",
                deal=before,
                index=len(state.moves),
            )
        if state.is_over:
            raise RecordError("a deal after the end of the game", deal=number)
        _replay_deal(state, number, deal)
    return state


def _replay_deal(state: State, number: int, deal: object) -> None:
    if not isinstance(deal, Mapping):
        raise RecordError(f"a deal must be an object, not {_kind(deal)}", deal=number)
    dealer = _checked_dealer(state, number, deal.get("dealer"))
    deck = _checked_deck(state, number, deal.get("deck"))
    actions = deal.get("actions", [])
    if not isinstance(actions, list):
        raise RecordError(f"'actions' must be a list, not {_kind(actions)}", deal=number)
    try:
        state.start_deal(dealer, deck, _checked_irregular(number, deal.get("irregular")))
    except RecordError:
        raise
    except EngineError as error:
        raise RecordError(str(error), deal=number) from None
    for index, entry in enumerate(actions):
        _replay_action(state, number, index, entry)


def _checked_dealer(state: State, number: int, dealer: Any) -> int:
    players = state.game.players
    if not is_integer(dealer) or not 0 <= dealer < players:
        raise RecordError(f"the dealer must be a seat from 0 to {players - 1}, not {dealer!r}", deal=number)
    expected = state.next_dealer()
    if expected is not None and dealer != expected:
        raise RecordError(f"the dealer must be seat {expected}, not seat {dealer}", deal=number)
    return int(dealer)


def _checked_deck(state: State, number: int, deck: object) -> list[int]:
    if not isinstance(deck, str):
        raise RecordError(f"'deck' must be text, not {_kind(deck)}", deal=number)
    cards = [CARD_OF_TEXT.get(text, -1) for text in deck.split(" ")]
    if sorted(cards) != sorted(state.game.pack):
        pack = len(state.game.pack)
        raise RecordError(f"the deck must be a permutation of the {pack} cards of the pack", deal=number)
    return cards


def _checked_irregular(number: int, marks: object) -> Irregular | None:
    """Read the marks of an irregular deal: lists of integers by name."""
    if marks is None:
        return None
    if not isinstance(marks, Mapping):
        raise RecordError(f"'irregular' must be an object, not {_kind(marks)}", deal=number)
    for name, values in marks.items():
        if not isinstance(values, list) or not all(is_integer(value) for value in values):
            raise RecordError(f"'irregular' must hold lists of integers, not {name!r}: {values!r}"[:300], deal=number)
    return {str(name): tuple(values) for name, values in marks.items()}


def _replay_action(state: State, number: int, index: int, entry: object) -> None:
    if not isinstance(entry, str):
        raise RecordError(f"an action must be text, not {_kind(entry)}", deal=number, index=index)
    match = _SEAT_AND_ACTION.fullmatch(entry)
    if match is None:
        raise RecordError("an action is written 'SEAT ACTION'", deal=number, index=index, action=entry)
    seat, text = int(match[1]), match[2]

    def fault(reason: str) -> RecordError:
        return RecordError(reason, deal=number, index=index, seat=seat, action=text)

    if not state.in_deal:
        raise fault("the game is over" if state.is_over else "the deal is over")
    legal = ", ".join(state.legal())
    if seat != state.current_player:
        raise fault(f"seat {state.current_player} was to act, legal: {legal}")
    try:
        state.act(text)
    except BadNotation as error:
        raise fault(f"{error}; legal: {legal}") from None
    except IllegalAction:
        raise fault(f"not legal; legal: {legal}") from None


def _kind(value: object) -> str:
    return "missing" if value is None else type(value).__name__


def summary(state: State) -> dict[str, Any]:
    """Return what a replay prints: the results after each deal and who acts next."""
    return {
        "game": state.game.id,
        "over": state.is_over,
        "current_player": state.current_player,
        "dealer": None if state.dealer < 0 else state.dealer,
        "totals": [list(row) for row in state.totals_history],
        "pool": list(state.pool_history),
        "places": None if state.places is None else list(state.places),
        "payouts": None if state.payouts is None else list(state.payouts),
        "legal_actions": state.legal(),
    }
