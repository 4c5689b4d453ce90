"""Variations of the rules of thumb of Thirty-One: a field for events with many entrants, of known differences."""

from __future__ import annotations

from bots.reference.house import HouseBot

_FILES = ("variant/main.py", "rules/thirty_one.py")


def _variant(name: str, description: str, **parameters: float) -> HouseBot:
    return HouseBot(f"rules-{name}", description, _FILES, ("thirty-one",), parameters=tuple(parameters.items()))


# From those that knock with anything to those that wait for everything; then those that weigh cards otherwise.
VARIANTS = (
    _variant("reckless", "Knocks with anything", boldness=12.0),
    _variant("rash", "Knocks much too early", boldness=8.0),
    _variant("hasty", "Knocks too early", boldness=5.0),
    _variant("brisk", "Knocks a little early", boldness=1.5),
    _variant("wary", "Knocks a little late", boldness=-1.5),
    _variant("slow", "Knocks late", boldness=-3.0),
    _variant("stubborn", "Knocks much too late", boldness=-6.0),
    _variant("steady", "Wants no more as the rounds go by", rise=0.0),
    _variant("greedy", "Wants much more with every round", rise=4.0),
    _variant("plain", "Sees only what its cards are worth now", growth=0.0, blitz_hope=0.0),
    _variant("dreamer", "Lives on what its cards may become", growth=1.0),
    _variant("blitzer", "Keeps whatever may be a blitz", blitz_hope=8.0),
)
