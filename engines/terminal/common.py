"""What all games say: deals, hands, totals, the result; and the family's own words around them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Final

from engines.core.history import Event
from engines.terminal.paint import by_suit
from engines.terminal.voice import Voice, sentence, uncapital

#: Say a run of events of one type, one after the other, in as many lines.
Teller = Callable[[Voice, list[Event]], list[str]]
#: Say what lies on the table for the seat to act, from its observation.
Look = Callable[[Voice, Mapping[str, Any]], list[str]]

HEADING: Final = "Deal "
#: Public events that are said with the private one that follows, to the seat that knows more.
SAID_BETTER: Final = {"give": "gave", "draw": "drawn", "discard": "discarded", "sealed": "own_call"}


def look_plain(voice: Voice, seen: Mapping[str, Any]) -> list[str]:
    """Say the fields of an observation that nobody has written words for."""
    told = {"game", "seat", "players", "dealer", "deal", "phase", "to_act", "options", "totals", "hand"}
    return [f"{name.replace('_', ' ')}: {plain(value)}" for name, value in seen.items() if name not in told]


@dataclass(frozen=True, slots=True)
class Words:
    """Hold the words of a family: what the players aim at, a teller by event type, and the look at the table."""

    aim: str = ""
    tellers: Mapping[str, Teller] = field(default_factory=dict)
    look: Look = look_plain


def tell(voice: Voice, words: Words, events: Sequence[Event]) -> list[str]:
    """Say what has happened, in order; `events` hold only what may be said to the voice's seat."""
    said = [event for event, after in zip(events, [*events[1:], None], strict=True) if not _is_doubled(event, after)]
    lines: list[str] = []
    before = ""
    for kind, run in groupby(said, lambda event: str(event["type"])):
        teller = words.tellers.get(kind) or COMMON.get(kind) or _tell_plain
        told = teller(voice, list(run))
        if kind == "trick" and before == "play":  # whose cards and who takes them: one line
            lines[-1] = f"{lines[-1][:-1]}: {uncapital(told[0])}"
        else:
            lines += told
        before = kind
    return lines


def _is_doubled(event: Event, after: Event | None) -> bool:
    better = SAID_BETTER.get(event["type"])
    return after is not None and after["type"] == better and after["seat"] == event["seat"]


def _deal(voice: Voice, events: list[Event]) -> list[str]:
    lines = []
    for event in events:
        lines += ["", f"{HEADING}{event['deal'] + 1}: {voice.does(event['dealer'], 'deal')}"]
    return lines


def _hand(voice: Voice, events: list[Event]) -> list[str]:
    return [voice.tell(event["seat"], "have", by_suit(event["cards"])) for event in events if event["cards"]]


def _deal_end(voice: Voice, events: list[Event]) -> list[str]:
    unit = "Chips" if voice.game.has_chips else "Totals"
    lines = []
    for event in events:
        pool = f"; the pool {event['pool']}" if voice.game.has_chips else ""
        lines.append(f"{unit}: {voice.amounts(event['totals'])}{pool}.")
    return lines


def _game_end(voice: Voice, events: list[Event]) -> list[str]:
    lines = ["", "The game is over."]
    for event in events:
        places, payouts = event["places"], event["payouts"]
        for place in sorted(set(places)):
            seats = [seat for seat, own in enumerate(places) if own == place]
            won = {seat: f"{payouts[seat]:+.4g}" for seat in seats}
            if len(set(won.values())) == 1:
                paid = f"{won[seats[0]]}{' each' if len(seats) > 1 else ''}"
            else:
                paid = ", ".join(f"{voice.who(seat)} {won[seat]}" for seat in seats)
            lines.append(f"  {place}. {voice.names(seats)} ({paid})")
    return lines


def _out(voice: Voice, events: list[Event]) -> list[str]:
    return voice.together(events, "be", lambda event: "out of the game")


def _take_pool(voice: Voice, events: list[Event]) -> list[str]:
    return voice.together(events, "take", lambda event: f"{event['chips']} from the pool")


def _plays(voice: Voice, events: list[Event]) -> list[str]:
    """Say a trick's cards in a line."""
    first, *others = events
    said = [voice.does(first["seat"], "play", first["card"])]
    said += [f"{voice.who(event['seat'])} {event['card']}" for event in others]
    return [sentence(", ".join(said))]


def _trick(voice: Voice, events: list[Event]) -> list[str]:
    return [voice.tell(event["winner"], "take", "the trick") for event in events]


COMMON: Final[Mapping[str, Teller]] = {
    "deal": _deal,
    "hand": _hand,
    "deal_end": _deal_end,
    "game_end": _game_end,
    "out": _out,
    "pass": lambda voice, events: voice.together(events, "pass", lambda event: ""),
    "play": _plays,
    "take_pool": _take_pool,
    "trick": _trick,
}


def _tell_plain(voice: Voice, events: list[Event]) -> list[str]:
    """Say events that nobody has written words for: `Seat 2: draw, source stock.`"""
    lines = []
    for event in events:
        fields = [(name, value) for name, value in event.items() if name not in ("type", "seat", "seats")]
        parts = [f"{name.replace('_', ' ')} {plain(value)}" for name, value in fields if value is not None]
        who = f"{voice.who(event['seat'])}: " if "seat" in event else ""
        lines.append(sentence(who + ", ".join([str(event["type"]).replace("_", " "), *parts])))
    return lines


def plain(value: Any) -> str:
    """Write any value of JSON in a line."""
    if isinstance(value, Mapping):
        return "; ".join(f"{name} {plain(item)}" for name, item in value.items())
    if isinstance(value, list):
        nested = any(isinstance(item, list | Mapping) for item in value)
        return (" | " if nested else " ").join(plain(item) for item in value) or "-"
    return "-" if value is None else str(value)


def on_the_table(voice: Voice, seen: Mapping[str, Any]) -> str:
    """Say what has been played to the trick."""
    number = len(seen["tricks"]) + 1
    if not seen["trick"]:
        return f"Trick {number}: {voice.does(seen['lead'], 'lead')}."
    cards = ", ".join(f"{voice.who(seat)} {card}" for seat, card in seen["trick"])
    return f"Trick {number}: {cards}."
