"""Actions as ints inside and strings at the edge: ``verb << 24 | argument``.

A game lists its verbs, each with one kind of argument. An argument that is any integer of a range is written once,
``bid 3..6``; everything else is one entry each.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from engines.core.cards import CARD_OF_TEXT, CARD_TEXT, SUITS
from engines.core.errors import BadNotation

VERB_SHIFT: Final = 24
ARGUMENT_MASK: Final = (1 << VERB_SHIFT) - 1
_INTEGER: Final = re.compile(r"0|[1-9][0-9]{0,6}")


class Argument(Enum):
    """Name the kinds of arguments."""

    NONE = "none"
    CARD = "card"
    SUIT = "suit"
    NUMBER = "number"
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
            case Argument.WORD:
                return f"{verb.name} {verb.words[value]}"
    except IndexError:
        raise BadNotation(f"{action!r} is not an action of this game") from None


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
        case Argument.WORD:
            return verb.words.index(text) if text in verb.words else None


def _usage(verb: Verb) -> str:
    kinds = {
        Argument.NONE: f"{verb.name!r} alone",
        Argument.CARD: f"'{verb.name} CARD' with a card like TH",
        Argument.SUIT: f"'{verb.name} SUIT' with C, D, H or S",
        Argument.NUMBER: f"'{verb.name} N' with an integer without sign or leading zeros",
        Argument.WORD: f"'{verb.name} WORD' with {' or '.join(verb.words)}",
    }
    return kinds[verb.argument]


def compact(verbs: Sequence[Verb], actions: Iterable[int]) -> list[str]:
    """Write legal actions, runs of integers as ranges (`lo..hi`, also when both are the same)."""
    written: list[str] = []
    low = high = -1  # the open run of a number verb
    for action in actions:
        if low >= 0:
            if action == high + 1:
                high = action
                continue
            written.append(_range(verbs, low, high))
            low = -1
        if verbs[action >> VERB_SHIFT].argument is Argument.NUMBER:
            low = high = action
        else:
            written.append(format_action(verbs, action))
    if low >= 0:
        written.append(_range(verbs, low, high))
    return written


def _range(verbs: Sequence[Verb], low: int, high: int) -> str:
    return f"{verbs[low >> VERB_SHIFT].name} {low & ARGUMENT_MASK}..{high & ARGUMENT_MASK}"
