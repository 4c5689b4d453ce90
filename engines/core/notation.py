"""Actions as ints inside and strings at the edge: ``verb << 32 | argument``.

A game lists its verbs, each with one kind of argument. An argument that is any integer of a range is written once,
``bid 3..6``; everything else is one entry each. An offer names a seat, a count and a price, the last two as ranges:
``offer 3 1..2 1..20``.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Final

from engines.core.cards import CARD_OF_TEXT, CARD_TEXT, SUITS
from engines.core.choices import blocks_of
from engines.core.errors import BadNotation

VERB_SHIFT: Final = 32
ARGUMENT_MASK: Final = (1 << VERB_SHIFT) - 1
_INTEGER: Final = re.compile(r"0|[1-9][0-9]{0,6}")

#: The argument of an offer: 4 bits for the seat, 5 for the count, 23 for the price.
OFFER_SEAT_SHIFT: Final = 28
OFFER_COUNT_SHIFT: Final = 23
MAX_COUNT: Final = 31
MAX_PRICE: Final = (1 << OFFER_COUNT_SHIFT) - 1
_MAX_SEAT: Final = 15


class Argument(Enum):
    """Name the kinds of arguments."""

    NONE = "none"
    CARD = "card"
    SUIT = "suit"
    NUMBER = "number"
    OFFER = "offer"
    WORD = "word"


@dataclass(frozen=True, slots=True)
class Verb:
    """Describe a verb: its name, the kind of its argument, and the words where that is a word."""

    name: str
    argument: Argument = Argument.NONE
    words: tuple[str, ...] = ()


def format_action(verbs: Sequence[Verb], action: int) -> str:
    """Write an action as text."""
    index = action >> VERB_SHIFT
    if action < 0 or index >= len(verbs):
        raise BadNotation(f"{action!r} is not an action of this game")
    verb, value = verbs[index], action & ARGUMENT_MASK
    try:
        match verb.argument:
            case Argument.NONE:
                return verb.name
            case Argument.CARD:
                return f"{verb.name} {CARD_TEXT[value]}"
            case Argument.SUIT:
                return f"{verb.name} {SUITS[value]}"
            case Argument.NUMBER:
                return f"{verb.name} {value}"
            case Argument.OFFER:
                return f"{verb.name} {' '.join(map(str, offer_parts(value)))}"
            case Argument.WORD:
                return f"{verb.name} {verb.words[value]}"
    except IndexError:
        raise BadNotation(f"{action!r} is not an action of this game") from None


def offer_argument(seat: int, count: int, price: int) -> int:
    """Pack the argument of an offer: so many cards of that seat for that price."""
    return seat << OFFER_SEAT_SHIFT | count << OFFER_COUNT_SHIFT | price


def offer_parts(argument: int) -> tuple[int, int, int]:
    """Unpack the argument of an offer (or its action): seat, count and price."""
    seat = argument >> OFFER_SEAT_SHIFT & _MAX_SEAT
    return seat, argument >> OFFER_COUNT_SHIFT & MAX_COUNT, argument & MAX_PRICE


def parse_action(verbs: Sequence[Verb], text: str) -> int:
    """Read an action: verb and argument with exactly one space between, integers without sign or leading zeros."""
    if not isinstance(text, str):
        raise BadNotation(f"an action is text, not {type(text).__name__}")
    name, space, rest = text.partition(" ")
    for index, verb in enumerate(verbs):
        if verb.name == name:
            value = _parse_argument(verb, rest) if bool(space) == (verb.argument is not Argument.NONE) else None
            if value is not None:
                return index << VERB_SHIFT | value
            raise BadNotation(f"{text[:80]!a} is not {_usage(verb)}")
    raise BadNotation(f"{text[:80]!a} begins with no verb of this game; its verbs: {', '.join(v.name for v in verbs)}")


def _parse_argument(verb: Verb, text: str) -> int | None:
    match verb.argument:
        case Argument.NONE:
            return 0
        case Argument.CARD:
            return CARD_OF_TEXT.get(text)
        case Argument.SUIT:
            return SUITS.index(text) if len(text) == 1 and text in SUITS else None
        case Argument.NUMBER:
            return int(text) if _INTEGER.fullmatch(text) else None
        case Argument.OFFER:
            return _parse_offer(text)
        case Argument.WORD:
            return verb.words.index(text) if text in verb.words else None


def _parse_offer(text: str) -> int | None:
    words = text.split(" ")
    if len(words) != 3 or not all(_INTEGER.fullmatch(word) for word in words):
        return None
    seat, count, price = map(int, words)
    fits = seat <= _MAX_SEAT and count <= MAX_COUNT and price <= MAX_PRICE
    return offer_argument(seat, count, price) if fits else None


def _usage(verb: Verb) -> str:
    kinds = {
        Argument.NONE: f"{verb.name!r} alone",
        Argument.CARD: f"'{verb.name} CARD' with a card like TH",
        Argument.SUIT: f"'{verb.name} SUIT' with C, D, H or S",
        Argument.NUMBER: f"'{verb.name} N' with an integer without sign or leading zeros",
        Argument.OFFER: f"'{verb.name} SEAT COUNT PRICE' with three integers without sign or leading zeros",
        Argument.WORD: f"'{verb.name} WORD' with {' or '.join(verb.words)}",
    }
    return kinds[verb.argument]


def compact(verbs: Sequence[Verb], actions: Iterable[int]) -> list[str]:
    """Write legal actions, runs of integers as ranges (`lo..hi`, also when both are the same)."""
    written: list[str] = []
    for first, rows, step, width in blocks_of(actions):
        verb = verbs[first >> VERB_SHIFT]
        if verb.argument is Argument.OFFER and step == 1 << OFFER_COUNT_SHIFT:
            written.append(_offers(verb, first, rows, width))
            continue
        for low in range(first, first + rows * step, step):
            written += _run(verbs, low, width)
    return written


@cache
def lone_texts(verbs: tuple[Verb, ...]) -> dict[int, str]:
    """Write down all actions that never make a range: those of the verbs without an amount."""
    sizes = {Argument.NONE: 1, Argument.CARD: len(CARD_TEXT), Argument.SUIT: len(SUITS)}
    written = {}
    for index, verb in enumerate(verbs):
        for value in range(sizes.get(verb.argument, len(verb.words))):
            action = index << VERB_SHIFT | value
            written[action] = format_action(verbs, action)
    return written


def cheapest(text: str) -> str:
    """Put the lowest number in the place of each range of a compact legal action."""
    return " ".join([word.partition("..")[0] for word in text.split(" ")])


def _run(verbs: Sequence[Verb], low: int, width: int) -> list[str]:
    """Write consecutive actions; only those of the first one's verb can make a range with it."""
    verb = verbs[low >> VERB_SHIFT]
    if verb.argument is Argument.NUMBER:
        number = low & ARGUMENT_MASK
        return [f"{verb.name} {number}..{number + width - 1}"]
    if verb.argument is Argument.OFFER:
        return [_offers(verb, low, 1, width)]
    return [format_action(verbs, action) for action in range(low, low + width)]


def _offers(verb: Verb, first: int, rows: int, width: int) -> str:
    seat, count, price = offer_parts(first)
    return f"{verb.name} {seat} {count}..{count + rows - 1} {price}..{price + width - 1}"
