"""Read what a person types as one of the legal actions, and say what is wrong with anything else."""

import re
from collections.abc import Sequence
from typing import Final

from engines.core.cards import CARD_OF_TEXT
from engines.core.errors import BadNotation, EngineError, IllegalAction
from engines.core.notation import Argument, cheapest
from engines.core.state import State

_RANGE: Final = re.compile(r"(\d+)\.\.(\d+)")
_LINE: Final = 100  # characters: a hand of thirteen cards is listed in two lines


class BadEntry(EngineError):
    """Report an entry that is no legal action, in words for who typed it."""


def menu(state: State) -> list[str]:
    """List the legal actions with their numbers, in as few lines as they need; cards of one verb name it once."""
    lines: list[str] = []
    verb_before = ""
    for number, text in enumerate(state.legal(), 1):
        verb, _, argument = text.partition(" ")
        repeats = verb == verb_before and argument in CARD_OF_TEXT
        item = f"[{number}] {argument if repeats else text}"
        if lines and len(lines[-1]) + len(item) < _LINE:
            lines[-1] += f"  {item}"
        else:
            lines.append(item)
        verb_before = verb
    return lines


def usage(state: State) -> list[str]:
    """Say what may be typed, with examples that are legal now."""
    legal = state.legal()
    example = cheapest(legal[0])
    lines = [
        "Type the number of an action, or the action itself: "
        f"1 or {example}. Small letters do, and so does the last word alone where only one action has it.",
    ]
    ranged = next((text for text in legal if ".." in text), None)
    if ranged is not None:
        lines.append(f"{ranged} stands for every number of the range: put one in its place, as in {cheapest(ranged)}.")
    lines.append("? shows this, and q leaves the game.")
    return lines


def read_entry(state: State, entry: str) -> int:
    """Return the action that an entry names; raise BadEntry saying why it names none."""
    text = " ".join(entry.split())
    if not text:
        raise BadEntry("Nothing was typed; ? shows what can be.")
    legal = state.legal()
    if text.isascii() and text.isdigit():
        return state.parse(_listed(legal, text))
    for spelling in dict.fromkeys([text, _spelled(text)]):
        try:
            return state.parse(spelling)
        except (BadNotation, IllegalAction):
            continue
    short = [action for action in legal if action.partition(" ")[2] in (text, text.upper(), text.lower())]
    if len(short) == 1:
        return state.parse(short[0])
    raise BadEntry(_why_not(state, legal, _spelled(text)))


def _listed(legal: Sequence[str], text: str) -> str:
    number = int(text) if len(text) < 7 else 0
    if not 1 <= number <= len(legal):
        raise BadEntry(f"There is no action number {text}; they go from 1 to {len(legal)}.")
    action = legal[number - 1]
    if all(low == high for low, high in _RANGE.findall(action)):
        return cheapest(action)
    raise BadEntry(f"Put a number in the place of each range of {action}: type for example {cheapest(action)}.")


def _spelled(text: str) -> str:
    """Write a verb in small letters and an argument in capitals where that makes it a card or a suit."""
    verb, space, argument = text.partition(" ")
    upper = argument.upper()
    is_card = upper in CARD_OF_TEXT or (len(upper) == 1 and upper in "CDHS")
    return verb.lower() + space + (upper if is_card else argument.lower())


def _why_not(state: State, legal: Sequence[str], text: str) -> str:
    name, _, argument = text.partition(" ")
    verb = next((verb for verb in state.game.verbs if verb.name == name), None)
    verbs = list(dict.fromkeys(action.partition(" ")[0] for action in legal))
    if verb is None:
        held = f"{text.upper()} cannot be chosen now" if text.upper() in CARD_OF_TEXT else f"{text!r} is no action"
        return f"{held}; now you may: {', '.join(verbs)}."
    if name not in verbs:
        return f"You cannot {name} now; you may: {', '.join(verbs)}."
    allowed = [action for action in legal if action.partition(" ")[0] == name]
    if verb.argument is Argument.CARD and argument in CARD_OF_TEXT:
        hand = state.observation(state.turn).get("hand", [])
        if argument not in hand:
            return f"You do not have {argument}."
        return f"You have {argument}, but the rules do not allow it now; allowed: {', '.join(allowed)}."
    return f"{text!r} is not allowed; allowed: {', '.join(allowed)}."
