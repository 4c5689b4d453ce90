"""Red Dog in words."""

from collections.abc import Mapping
from typing import Any, Final

from engines.core.history import Event
from engines.terminal.common import Words
from engines.terminal.paint import by_suit
from engines.terminal.voice import Voice, counted


def _ante(voice: Voice, events: list[Event]) -> list[str]:
    lines = []
    for event in events:
        each = " each" if len(event["payers"]) > 1 else ""
        paid = f"{counted(event['chips'], 'chip')}{each}; the pool is {event['pool']}"
        payers = event["payers"]
        lines.append(f"All pay {paid}." if len(payers) == voice.game.players else voice.tell(payers, "pay", paid))
    return lines


def _pass(voice: Voice, events: list[Event]) -> list[str]:
    return voice.together(
        events, "pass", lambda event: f"for {counted(event['chips'], 'chip')}" if event["chips"] else ""
    )


def _bet(voice: Voice, events: list[Event]) -> list[str]:
    return [voice.tell(event["seat"], "bet", str(event["chips"])) for event in events]


def _turn(voice: Voice, events: list[Event]) -> list[str]:
    return [f"The card turned is {event['card']}." for event in events]


def _win(voice: Voice, events: list[Event]) -> list[str]:
    return [voice.tell(event["seat"], "win", f"{event['chips']} with {event['cards'][0]}") for event in events]


def _lose(voice: Voice, events: list[Event]) -> list[str]:
    return [
        f"{voice.tell(event['seat'], 'lose', str(event['chips']))[:-1]}, with {by_suit(event['cards'])}."
        for event in events
    ]


def _look(voice: Voice, seen: Mapping[str, Any]) -> list[str]:
    turned = [turn["turned"] for turn in seen["turns"] if turn["turned"]]
    lines = [f"Pool {seen['pool']}; chips: {voice.amounts(seen['totals'])}."]
    if turned:
        lines.append(f"Turned in this deal: {' '.join(turned)}.")
    return lines


WORDS: Final = Words(
    aim="Bet against the pool that you hold a higher card of the suit of the card that is turned next.",
    tellers={
        "ante": _ante,
        "pass": _pass,
        "bet": _bet,
        "turn": _turn,
        "win": _win,
        "lose": _lose,
        "burn": lambda voice, events: ["A card is laid away unseen."],
        "remove": lambda voice, events: [f"{event['card']} lay face up and is removed." for event in events],
        "long": lambda voice, events: voice.together(events, "have", lambda event: "too many cards: a dead hand"),
        "short": lambda voice, events: voice.together(events, "have", lambda event: "too few cards"),
        "dead": lambda voice, events: voice.together(events, "lay", lambda event: "a dead hand away"),
        "fold": lambda voice, events: voice.together(events, "fold", lambda event: ""),
    },
    look=_look,
)
