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


def each_of(count: int, schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema of a list of exactly `count` items, by seat or by side."""
    return {"type": "array", "items": dict(schema), "minItems": count, "maxItems": count}


def observation_schema(game: str, players: int, options: Iterable[Option], own: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema of a game's observation; every field is always there, and no other."""
    option_schemas = {option.name: option.schema() for option in options}
    common: dict[str, Any] = {
        "game": {"const": game},
        "seat": seat(players),
        "players": {"const": players},
        "dealer": nullable(seat(players)),
        "deal": {"type": "integer", "minimum": 0, "description": "index of the deal, from 0"},
        "phase": {"type": "string"},
        "to_act": nullable(seat(players)),
        "totals": each_of(players, {"type": "integer"}),
        "options": {
            "type": "object",
            "properties": option_schemas,
            "required": list(option_schemas),
            "additionalProperties": False,
        },
    }
    properties = {**common, **own}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"What a seat of {game} sees",
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
