"""Smear in words."""

from collections.abc import Mapping
from itertools import groupby
from typing import Any, Final

from engines.core.history import Event
from engines.terminal.common import Words, on_the_table
from engines.terminal.paint import suit_name
from engines.terminal.voice import Voice, capital, counted, joined

_POINTS: Final = {"left": "the left bower", "joker": "the joker", "trey": "the three", "jack": "the jack"}


def _bid(voice: Voice, events: list[Event]) -> list[str]:
    return [voice.tell(event["seat"], "bid", str(event["bid"])) for event in events]


def _all_passed(voice: Voice, events: list[Event]) -> list[str]:
    return ["All have passed: the deal is void."]


def _trump(voice: Voice, events: list[Event]) -> list[str]:
    return [voice.tell(event["seat"], "name", f"{suit_name(event['suit'])} trumps") for event in events]


def _kitty(voice: Voice, events: list[Event]) -> list[str]:
    return [voice.tell(event["seat"], "take", f"{counted(event['count'], 'card')} of the stock") for event in events]


def _discard(voice: Voice, events: list[Event]) -> list[str]:
    lines = []
    for seat, run in groupby(events, lambda event: int(event["seat"])):
        lines.append(voice.tell(seat, "discard", counted(len(list(run)), "card")))
    return lines


def _discarded(voice: Voice, events: list[Event]) -> list[str]:
    lines = []
    for seat, run in groupby(events, lambda event: int(event["seat"])):
        lines.append(voice.tell(seat, "discard", " ".join(event["card"] for event in run)))
    return lines


def _cards(voice: Voice, events: list[Event]) -> list[str]:
    return [voice.tell(event["seat"], "get", " ".join(event["cards"])) for event in events]


def _refill(voice: Voice, events: list[Event]) -> list[str]:
    return voice.together(events, "get", lambda event: f"{counted(event['count'], 'card')} from the stock")


def _done(voice: Voice, events: list[Event]) -> list[str]:
    return voice.together(events, "discard", lambda event: "no more")


def _score(voice: Voice, events: list[Event]) -> list[str]:
    lines = []
    for event in events:
        awards: dict[tuple[int, ...], list[str]] = {}
        for award in event["awards"]:
            card = f" {award['card']}" if award["card"] else ""
            worth = f" ({award['value']} points)" if award["value"] != 1 else ""
            point = f"{_POINTS.get(award['point'], award['point'])}{card}{worth}"
            awards.setdefault(tuple(award["to"]), []).append(point)
        lines += [voice.tell(seats, "have", joined(points)) for seats, points in awards.items()]
        verb = "make" if event["made"] else "fail"
        lines.append(voice.tell(event["bidder"], verb, f"the bid of {event['bid']}"))
        lines.append(f"Scores of the deal: {voice.amounts(event['scores'])}.")
    return lines


def _look(voice: Voice, seen: Mapping[str, Any]) -> list[str]:
    standing = "nobody has bid" if seen["bid"] is None else f"{voice.who(seen['bidder'])} bid {seen['bid']}"
    if seen["trump"] is None:
        return [f"So far {standing}."]
    lines = [f"{capital(suit_name(seen['trump']))} are trumps; {standing}."]
    if seen["phase"] == "play":
        lines.append(on_the_table(voice, seen))
    return lines


WORDS: Final = Words(
    aim="Bid how many score points (high, low, jack, game, ...) your side will take in tricks, and take them.",
    tellers={
        "bid": _bid,
        "all_passed": _all_passed,
        "trump": _trump,
        "kitty": _kitty,
        "discard": _discard,
        "discarded": _discarded,
        "cards": _cards,
        "refill": _refill,
        "done": _done,
        "score": _score,
    },
    look=_look,
)
