"""Maverick in words."""

from collections.abc import Mapping
from itertools import groupby
from typing import Any, Final

from engines.core.history import Event
from engines.terminal.common import Words, on_the_table
from engines.terminal.paint import suit_name
from engines.terminal.voice import Voice, capital, counted

_SIDES: Final = ((0, 2), (1, 3))


def _turn_up(voice: Voice, events: list[Event]) -> list[str]:
    lines = []
    for event in events:
        turned = f"{' and '.join(event['cards'])} are turned up"
        if event["trump"] is None:
            lines.append(f"{turned}, of equal rank.")
        else:
            lines.append(f"{turned}: {suit_name(event['trump'])} are trumps, {suit_name(event['adder'])} the adder.")
    return lines


def _redeal(voice: Voice, events: list[Event]) -> list[str]:
    return ["The deal is void; the same dealer deals again."]


def _bid(voice: Voice, events: list[Event]) -> list[str]:
    return [voice.tell(event["seat"], "bid", event["bid"]) for event in events]


def _give(voice: Voice, events: list[Event]) -> list[str]:
    lines = []
    for seat, run in groupby(events, lambda event: int(event["seat"])):
        lines.append(voice.tell(seat, "give", f"{counted(len(list(run)), 'card')} to {voice.who((seat + 1) % 4)}"))
    return lines


def _gave(voice: Voice, events: list[Event]) -> list[str]:
    lines = []
    for seat, run in groupby(events, lambda event: int(event["seat"])):
        cards = " ".join(event["card"] for event in run)
        lines.append(voice.tell(seat, "give", f"{cards} to {voice.who((seat + 1) % 4)}"))
    return lines


def _received(voice: Voice, events: list[Event]) -> list[str]:
    return [
        voice.tell(event["seat"], "get", f"{' '.join(event['cards'])} from {voice.who((event['seat'] - 1) % 4)}")
        for event in events
    ]


def _score(voice: Voice, events: list[Event]) -> list[str]:
    lines = []
    for event in events:
        for side, seats in enumerate(_SIDES):
            parts = [f"tricks {event['tricks'][side]:+d}"]
            bid = event["bids"][side]
            if bid is not None:
                outcome = "made" if event["made"][side] else "failed"
                parts.append(f"{voice.whose(bid['seat'])} {bid['bid']} {outcome}")
            revokes = sum(event["revokes"][seat] for seat in seats)
            if revokes:
                parts.append(counted(revokes, "revoke"))
            lines.append(f"{capital(voice.names(seats))}: {', '.join(parts)}: {event['scores'][side]:+d}.")
    return lines


def _look(voice: Voice, seen: Mapping[str, Any]) -> list[str]:
    if seen["phase"] == "blind":
        return ["Nobody has seen a card yet."]
    lines = [f"{capital(suit_name(seen['trump']))} are trumps, {suit_name(seen['adder'])} the adder."]
    for side, seats in enumerate(_SIDES):
        bid = seen["bids"][side]
        if bid is not None:
            lines.append(f"{capital(voice.names(seats))} bid: {bid['bid']}, by {voice.who(bid['seat'])}.")
    if seen["phase"] == "play":
        scores = "; ".join(f"{voice.names(seats)} {seen['trick_scores'][side]:+d}" for side, seats in enumerate(_SIDES))
        lines.append(f"Tricks so far: {scores}.")
        lines.append(on_the_table(voice, seen))
    return lines


WORDS: Final = Words(
    aim=(
        "Take tricks with cards of the adder suit (+1 for each) or with none of it and no trump (+1); a trick with a "
        "trump costs 1, one of trumps alone 4, and each time you do not follow suit though you could, 4."
    ),
    tellers={
        "turn_up": _turn_up,
        "redeal": _redeal,
        "bid": _bid,
        "give": _give,
        "gave": _gave,
        "received": _received,
        "score": _score,
    },
    look=_look,
)
