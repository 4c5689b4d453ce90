"""Speculation in words."""

from collections.abc import Mapping
from typing import Any, Final

from engines.core.history import Event
from engines.terminal.common import Words
from engines.terminal.paint import suit_name
from engines.terminal.voice import Voice, capital, counted, sentence


def _ante(voice: Voice, events: list[Event]) -> list[str]:
    return voice.together(events, "pay", lambda event: f"{counted(event['chips'], 'chip')} to the pool")


def _turn_up(voice: Voice, events: list[Event]) -> list[str]:
    return [
        f"{event['card']} is turned up, {voice.whose(event['seat'])} card: {suit_name(event['suit'])} are trumps."
        for event in events
    ]


def _turn(voice: Voice, events: list[Event]) -> list[str]:
    said = [voice.does(events[0]["seat"], "turn", events[0]["card"])]
    said += [f"{voice.who(event['seat'])} {event['card']}" for event in events[1:]]
    return [sentence(", ".join(said))]


def _owner(voice: Voice, events: list[Event]) -> list[str]:
    return [voice.tell(event["seat"], "own", f"the highest trump now, {event['card']}") for event in events]


def _auction(voice: Voice, events: list[Event]) -> list[str]:
    return [f"{capital(voice.whose(event['seat']))} {event['card']} is up for sale." for event in events]


def _bid(voice: Voice, events: list[Event]) -> list[str]:
    return [voice.tell(event["seat"], "bid", str(event["bid"])) for event in events]


def _own_call(voice: Voice, events: list[Event]) -> list[str]:
    return [
        voice.tell(event["seat"], "lay", f"a bid of {event['bid']} down" if event["bid"] else "a pass down")
        for event in events
    ]


def _opened(voice: Voice, events: list[Event]) -> list[str]:
    lines = []
    for event in events:
        calls = ", ".join(f"{voice.who(seat)} {'pass' if bid is None else bid}" for seat, bid in event["calls"])
        lines.append(f"The calls are opened: {calls}.")
    return lines


def _sell(voice: Voice, events: list[Event]) -> list[str]:
    return [
        voice.tell(event["seat"], "sell", f"{event['card']} to {voice.who(event['buyer'])} for {event['chips']}")
        for event in events
    ]


def _offer(voice: Voice, events: list[Event]) -> list[str]:
    return [
        voice.tell(
            event["seat"],
            "offer",
            f"{event['chips']} for {counted(event['count'], 'unseen card')} of {voice.whose_own(event['owner'])}",
        )
        for event in events
    ]


def _look(voice: Voice, seen: Mapping[str, Any]) -> list[str]:
    lines = [f"Pool {seen['pool']}; chips: {voice.amounts(seen['totals'])}."]
    if seen["highest"] is not None:
        lines.append(f"Highest trump: {seen['highest']}, {voice.whose(seen['owner'])} card.")
    unseen = [f"{voice.who(seat)} {len(stack)}" for seat, stack in enumerate(seen["face_down"]) if stack]
    lines.append(f"Face-down cards: {', '.join(unseen) or 'none'}.")
    if seen["phase"] == "auction" and seen["bid"] is not None:
        lines.append(f"Standing bid: {seen['bid']} by {voice.who(seen['bidder'])}.")
    if seen["phase"] == "sale":
        lines.append(f"Will you sell {seen['highest']} to {voice.who(seen['bidder'])} for {seen['bid']}?")
    if seen["phase"] == "trade":
        lines.append(
            f"Next to turn a card: {voice.who(seen['to_turn'])}. `offer SEAT COUNT PRICE` asks for unseen cards."
        )
    if seen["phase"] == "answer" and seen["offer"] is not None:
        offer = seen["offer"]
        lines.append(f"The offer: {offer['price']} for {counted(offer['count'], 'unseen card')} of yours.")
    return lines


WORDS: Final = Words(
    aim="Own the highest trump when the deal ends: it takes the pool. Trumps and unseen cards are bought and sold.",
    tellers={
        "ante": _ante,
        "turn_up": _turn_up,
        "turn": _turn,
        "owner": _owner,
        "auction": _auction,
        "bid": _bid,
        "sealed": lambda voice, events: voice.together(events, "lay", lambda event: "a call down unseen"),
        "own_call": _own_call,
        "opened": _opened,
        "sell": _sell,
        "keep": lambda voice, events: voice.together(events, "keep", lambda event: "the card"),
        "offer": _offer,
        "accept": lambda voice, events: voice.together(events, "accept", lambda event: "the offer"),
        "refuse": lambda voice, events: voice.together(events, "refuse", lambda event: "the offer"),
    },
    look=_look,
)
