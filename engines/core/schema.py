"""JSON Schema of observations: the fields every game has, and helpers for those of a family."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from engines.core.cards import CARD_TEXT
from engines.core.options import Option

CARD: Final[dict[str, Any]] = {"enum": list(CARD_TEXT)}
CARDS: Final[dict[str, Any]] = {"type": "array", "items": CARD}


def seat(players: int) -> dict[str, Any]:
    """Return the schema of a seat number."""
    return {"type": "integer", "minimum": 0, "maximum": players - 1}


def nullable(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Allow null besides what the schema allows."""
    return {"anyOf": [dict(schema), {"type": "null"}]}


def says(schema: Mapping[str, Any], meaning: str) -> dict[str, Any]:
    """Add what a field means."""
    return {**schema, "description": meaning}


def each_of(count: int, schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema of a list of exactly `count` items, by seat or by side."""
    return {"type": "array", "items": dict(schema), "minItems": count, "maxItems": count}


def observation_schema(game: str, players: int, options: Iterable[Option], own: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema of a game's observation; every field is always there, and no other."""
    option_schemas = {option.name: option.schema() for option in options}
    common: dict[str, Any] = {
        "game": says({"const": game}, "the game's id"),
        "seat": says(seat(players), "whose observation it is"),
        "players": says({"const": players}, "how many seats there are"),
        "dealer": says(nullable(seat(players)), "who deals, or dealt last; null before the first deal"),
        "deal": says({"type": "integer", "minimum": 0}, "index of the deal, from 0"),
        "phase": says({"type": "string"}, "what is done now"),
        "to_act": says(nullable(seat(players)), "whose turn it is"),
        "totals": says(each_of(players, {"type": "integer"}), "points, or chips, as they are now"),
        "options": {
            "description": "all options with their values",
            "type": "object",
            "properties": option_schemas,
            "required": list(option_schemas),
            "additionalProperties": False,
        },
    }
    properties = {**common, **own, "phase": {**common["phase"], **own.get("phase", {})}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"What a seat of {game} sees",
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
