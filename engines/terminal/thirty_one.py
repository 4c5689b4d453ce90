"""Thirty-One in words."""

from collections.abc import Mapping
from typing import Any, Final

from engines.core.cards import CARD_OF_TEXT, mask_of
from engines.core.history import Event
from engines.terminal.common import Words
from engines.terminal.paint import by_suit
from engines.terminal.voice import Voice, counted
from engines.thirty_one.hands import hand_value, shown_value

_HELD: Final = 3


def _turn_up(voice: Voice, events: list[Event]) -> list[str]:
    return [f"{event['card']} is turned up: the discard pile." for event in events]


def _draw(voice: Voice, events: list[Event]) -> list[str]:
    return [
        voice.tell(
            event["seat"], "draw", "from the stock" if event["source"] == "stock" else f"the discard {event['card']}"
        )
        for event in events
    ]


def _drawn(voice: Voice, events: list[Event]) -> list[str]:
    return [voice.tell(event["seat"], "draw", f"{event['card']} from the stock") for event in events]


def _discard(voice: Voice, events: list[Event]) -> list[str]:
    return [voice.tell(event["seat"], "discard", event["card"]) for event in events]


def _knock(voice: Voice, events: list[Event]) -> list[str]:
    return [f"{voice.tell(event['seat'], 'knock')} The others have one last turn." for event in events]


def _stand(voice: Voice, events: list[Event]) -> list[str]:
    return voice.together(events, "stand", lambda event: "")


def _turn_over(voice: Voice, events: list[Event]) -> list[str]:
    return [f"The discard pile is turned over: a stock of {event['stock']}." for event in events]


def _void(voice: Voice, events: list[Event]) -> list[str]:
    return [f"{counted(event['turns'], 'turn')} without a knock: the deal is void." for event in events]


def _showdown(voice: Voice, events: list[Event]) -> list[str]:
    lines = []
    for event in events:
        for seat, hand in enumerate(event["hands"]):
            if hand is not None:
                verb = "have a blitz:" if event["kind"] == "blitz" else "show"
                first, _, rest = verb.partition(" ")
                cards = f"{by_suit(hand)}, worth {event['values'][seat]}"
                lines.append(voice.tell(seat, first, f"{rest} {cards}".strip()))
        if event["losers"]:
            lines.append(voice.tell(event["losers"], "lose"))
    return lines


def _pay(voice: Voice, events: list[Event]) -> list[str]:
    return voice.together(events, "pay", lambda event: f"{counted(event['chips'], 'chip')} to the pool")


def _value(seen: Mapping[str, Any]) -> str:
    trips = bool(seen["options"]["three_of_a_kind"])
    return str(shown_value(hand_value(mask_of(CARD_OF_TEXT[card] for card in seen["hand"]), trips)))


def _look(voice: Voice, seen: Mapping[str, Any]) -> list[str]:
    pile = seen["discard_pile"]
    lines = [
        f"Discard pile: {pile[-1] if pile else 'empty'}; stock: {counted(seen['stock_size'], 'card')}; "
        f"pool {seen['pool']}; chips: {voice.amounts(seen['chips'])}."
    ]
    honour = [seat for seat, is_on in enumerate(seen["on_honour"]) if is_on]
    if honour:
        lines.append(voice.tell(honour, "play", "on honour: one more loss and out"))
    known = [
        f"{voice.who(seat)}: {' '.join(cards)}"
        for seat, cards in enumerate(seen["known_cards"])
        if cards and seat != voice.seat
    ]
    if known:
        lines.append(f"Taken from the discards and still held: {'; '.join(known)}.")
    if len(seen["hand"]) == _HELD:
        lines.append(f"Your hand is worth {_value(seen)}.")
    return lines


WORDS: Final = Words(
    aim="Bring three cards of one suit as near to 31 as you can (A 11, K Q J T 10): the lowest hand pays a chip.",
    tellers={
        "turn_up": _turn_up,
        "draw": _draw,
        "drawn": _drawn,
        "discard": _discard,
        "knock": _knock,
        "stand": _stand,
        "turn_over": _turn_over,
        "void": _void,
        "showdown": _showdown,
        "blitz": _showdown,
        "pay": _pay,
    },
    look=_look,
)
