"""Describe games as Markdown tables, from what the engine itself checks: options, actions, observation fields."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from engines.core.game import Game, GameSpec
from engines.core.notation import Argument, Verb
from engines.core.options import option_text
from engines.core.schema import CARD, observation_schema

MOST_WORDS: Final = 8  # longer lists of words are not written out
_ARGUMENTS: Final = {
    Argument.NONE: "",
    Argument.CARD: " CARD",
    Argument.SUIT: " SUIT",
    Argument.NUMBER: " N",
    Argument.OFFER: " SEAT COUNT PRICE",
}


def describe(spec: GameSpec) -> list[str]:
    """Describe one game: seats, actions, options, observation fields."""
    game = spec.make()
    seats = str(spec.min_players)
    if spec.max_players > spec.min_players:
        seats = f"{seats} to {spec.max_players} (default {spec.default_players})"
    return [
        f"# {spec.title} (`{spec.id}`)",
        "",
        f"Players: {seats}. Actions: {', '.join(f'`{text}`' for text in action_forms(game.verbs))}.",
        "",
        *option_table([spec]),
        "",
        *field_table(game),
    ]


def action_forms(verbs: Iterable[Verb]) -> list[str]:
    """List the forms of a game's actions: `play CARD`, `draw stock`."""
    forms: list[str] = []
    for verb in verbs:
        if verb.argument is Argument.WORD:
            forms += [f"{verb.name} {word}" for word in verb.words]
        else:
            forms.append(verb.name + _ARGUMENTS[verb.argument])
    return forms


def option_table(specs: Sequence[GameSpec]) -> list[str]:
    """List the options of a family's games in one table; what differs between them is said by game."""
    tables = {spec.id: {option.name: option for option in spec.options} for spec in specs}
    defaults = {spec.id: spec.make().options for spec in specs}
    names = list(dict.fromkeys(name for options in tables.values() for name in options))
    lines = ["| option | default | values | what it does |", "| --- | --- | --- | --- |"]
    for name in names:
        having = {game_id: options[name] for game_id, options in tables.items() if name in options}
        default = _by_game({game_id: option_text(defaults[game_id][name]) for game_id in having}, tables)
        allowed = _by_game({game_id: option.allowed() for game_id, option in having.items()}, tables)
        summary = next(iter(having.values())).summary
        lines.append(f"| `{name}` | {default} | {allowed} | {summary} |")
    return lines


def _by_game(texts: Mapping[str, str], games: Mapping[str, Any]) -> str:
    """Write one text if all games have it, else each text with its games."""
    if len(set(texts.values())) == 1 and len(texts) == len(games):
        return next(iter(texts.values()))
    grouped: dict[str, list[str]] = {}
    for game_id, text in texts.items():
        grouped.setdefault(text, []).append(f"`{game_id}`")
    return "; ".join(f"{text}: {', '.join(ids)}" for text, ids in grouped.items())


def field_table(game: Game, names: Iterable[str] | None = None) -> list[str]:
    """List fields of a game's observation (None: all of them)."""
    properties = game.observation_schema()["properties"]
    lines = ["| field | shape | meaning |", "| --- | --- | --- |"]
    for name in properties if names is None else names:
        schema = properties[name]
        kind = "object by name" if name == "options" else shape(schema, game)
        lines.append(f"| `{name}` | {kind} | {schema['description']} |")
    return lines


def own_fields(game: Game) -> list[str]:
    """List the observation fields that belong to the game's family, the phase among them."""
    common = observation_schema(game.id, game.players, (), {})["properties"]
    return [name for name in game.observation_schema()["properties"] if name == "phase" or name not in common]


def shape(schema: Mapping[str, Any], game: Game) -> str:
    """Say in a few words what values a schema allows."""
    if "anyOf" in schema:
        return " or ".join(shape(choice, game) for choice in schema["anyOf"])
    if "const" in schema:
        return "constant"
    if "enum" in schema:
        if schema["enum"] == CARD["enum"]:
            return "card"
        return " / ".join(map(_word, schema["enum"])) if len(schema["enum"]) <= MOST_WORDS else "string"
    if schema["type"] == "array":
        return _list_shape(schema, game)
    if schema["type"] == "object":
        return f"{{{', '.join(f'`{name}`' for name in schema['properties'])}}}"
    if schema["type"] == "integer" and schema.get("maximum") == game.players - 1:
        return "seat"
    return str(schema["type"])


def _word(value: object) -> str:
    return "null" if value is None else str(value)


def _list_shape(schema: Mapping[str, Any], game: Game) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(shape(item, game) for item in schema['prefixItems'])}]"
    least, most = schema.get("minItems"), schema.get("maxItems")
    by = {game.sides: "by side: ", game.players: "by seat: "}.get(most, "") if least == most and most else ""
    return f"{by or 'list of '}{shape(schema['items'], game)}"
