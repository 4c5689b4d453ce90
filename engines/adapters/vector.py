"""An observation as numbers: a vector of fixed size, laid out by the JSON Schema of the game's observations.

The fields follow each other in the schema's order; the game's id, the number of players and the options, which are the
same all the time, are left out. What a field becomes:

    one of a few values (a word, a card, a seat or another integer of at most 64)
                            a place for each, 1 at the value
    true or false           1 or 0
    another number          itself, cut off at 2**24 either way (up to there a 32-bit float is exact)
    the text of an action   a place for each verb, then the number of cards and the amount that it names, or 0
    null or a value         all 0 for null; before what would not be told from it: 1 for a value
    a record                its fields
    a pair                  the second, in one of as many blocks as the first has values (who played which card)
    a list of fixed length  its items (by seat or by side)
    another list            the sum of its items (which cards, and how many of each); of records: how many, the sum,
                            and the last once more, and where they name a "seat" the sum for each seat apart

Seats are absolute: the observer's own is the field "seat". The order inside a list that may have any length is lost;
who needs it reads the observation itself.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from engines.core.errors import EngineError
from engines.core.game import Game
from engines.core.notation import ARGUMENT_MASK, VERB_SHIFT, Argument, Verb, offer_parts, parse_action

#: The largest integer up to which a 32-bit float holds each one.
LIMIT: Final = float(1 << 24)
_MOST_PLACES: Final = 64
_CONSTANT: Final = frozenset({"game", "players", "options"})


class Part(Protocol):
    """A piece of the vector: its size, and how a value is added to it."""

    size: int

    def add(self, value: Any, out: list[float], at: int) -> None:
        """Add the value to the numbers from place `at` on."""
        ...


class OneOf:
    """One of a few values, or null: a place for each value."""

    def __init__(self, values: Sequence[Any]) -> None:
        self.places: Final = {value: place for place, value in enumerate(values) if value is not None}
        self.size = len(values) - (None in values)

    def add(self, value: Any, out: list[float], at: int) -> None:
        """Count the value."""
        if value is not None:
            out[at + self.places[value]] += 1


class Amount:
    """A number or a truth value."""

    size = 1

    def add(self, value: Any, out: list[float], at: int) -> None:
        """Add it."""
        out[at] += value


class ActionText:
    """The text of an action: its verb, a count and an amount."""

    def __init__(self, verbs: Sequence[Verb]) -> None:
        self.verbs: Final = verbs
        self.size = len(verbs) + 2

    def add(self, value: Any, out: list[float], at: int) -> None:
        """Count the verb, add count and amount."""
        action = parse_action(self.verbs, value)
        verb, argument = action >> VERB_SHIFT, action & ARGUMENT_MASK
        out[at + verb] += 1
        match self.verbs[verb].argument:
            case Argument.NUMBER:
                out[at + self.size - 1] += argument
            case Argument.OFFER:
                _, count, price = offer_parts(argument)
                out[at + self.size - 2] += count
                out[at + self.size - 1] += price


class Maybe:
    """A value or null."""

    def __init__(self, part: Part) -> None:
        self.part: Final = part
        self.size = 1 + part.size

    def add(self, value: Any, out: list[float], at: int) -> None:
        """Count a value, and add it."""
        if value is not None:
            out[at] += 1
            self.part.add(value, out, at + 1)


class Record:
    """Named fields, one after another."""

    def __init__(self, fields: Mapping[str, Part]) -> None:
        self.fields: Final[dict[str, tuple[Part, int]]] = {}
        self.size = 0
        for name, part in fields.items():
            self.fields[name] = (part, self.size)
            self.size += part.size

    def add(self, value: Any, out: list[float], at: int) -> None:
        """Add each field."""
        for name, (part, place) in self.fields.items():
            part.add(value[name], out, at + place)


class Row:
    """A list of fixed length."""

    def __init__(self, part: Part, length: int) -> None:
        self.part: Final = part
        self.size = length * part.size

    def add(self, value: Any, out: list[float], at: int) -> None:
        """Add each item at its own place."""
        for place, item in enumerate(value):
            self.part.add(item, out, at + place * self.part.size)


class Pair:
    """Two values: the first, one of a few, says in which block the second stands."""

    def __init__(self, first: OneOf, second: Part) -> None:
        self.first: Final = first
        self.second: Final = second
        self.size = first.size * second.size

    def add(self, value: Any, out: list[float], at: int) -> None:
        """Add the second value to its block."""
        self.second.add(value[1], out, at + self.first.places[value[0]] * self.second.size)


class Sum:
    """A list of any length: the sum of its items."""

    def __init__(self, part: Part) -> None:
        self.part: Final = part
        self.size = part.size

    def add(self, value: Any, out: list[float], at: int) -> None:
        """Add each item at the same place."""
        for item in value:
            self.part.add(item, out, at)


class Records:
    """A list of records: how many, their sum (apart by seat where they name one), and the last."""

    def __init__(self, record: Record) -> None:
        self.record: Final = record
        seat = record.fields.get("seat", (None, 0))[0]
        self.seats: Final = seat if isinstance(seat, OneOf) else OneOf([0])
        self.by_seat: Final = seat is self.seats
        self.size = 1 + (self.seats.size + 1) * record.size

    def add(self, value: Any, out: list[float], at: int) -> None:
        """Count and add each record, and add the last one once more at the end."""
        out[at] += len(value)
        for item in value:
            block = self.seats.places[item["seat"]] if self.by_seat else 0
            self.record.add(item, out, at + 1 + block * self.record.size)
        if value:
            self.record.add(value[-1], out, at + 1 + self.seats.size * self.record.size)


class ObservationVector:
    """Turn observations of one game into lists of `size` floats."""

    def __init__(self, game: Game) -> None:
        properties = game.observation_schema()["properties"]
        fields = {name: _part(schema, game.verbs) for name, schema in properties.items() if name not in _CONSTANT}
        self._record: Final = Record(fields)
        self.size: Final = self._record.size
        #: By field: the first place and the size of what it becomes.
        self.layout: Final = {name: (place, part.size) for name, (part, place) in self._record.fields.items()}

    def of(self, observation: Mapping[str, Any]) -> list[float]:
        """Return the vector of an observation of this very game."""
        out = [0.0] * self.size
        self._record.add(observation, out, 0)
        if max(out) > LIMIT or min(out) < -LIMIT:
            out = [min(max(number, -LIMIT), LIMIT) for number in out]
        return out


def _part(schema: Mapping[str, Any], verbs: Sequence[Verb]) -> Part:
    """Choose what a schema becomes."""
    if "anyOf" in schema:
        (value,) = [other for other in schema["anyOf"] if other.get("type") != "null"]
        part = _part(value, verbs)
        return part if isinstance(part, OneOf) else Maybe(part)
    if "enum" in schema:
        return OneOf(schema["enum"])
    match schema.get("type"):
        case "boolean" | "number":
            return Amount()
        case "integer":
            low, high = schema.get("minimum", 0), schema.get("maximum")
            return OneOf(range(low, high + 1)) if high is not None and high - low < _MOST_PLACES else Amount()
        case "string":
            return ActionText(verbs)
        case "object":
            return Record({name: _part(field, verbs) for name, field in schema["properties"].items()})
        case "array":
            return _list_part(schema, verbs)
    raise EngineError(f"no way is known to make numbers of what this schema describes: {schema!r}")


def _list_part(schema: Mapping[str, Any], verbs: Sequence[Verb]) -> Part:
    if "prefixItems" in schema:
        first, second = (_part(item, verbs) for item in schema["prefixItems"])
        if not isinstance(first, OneOf):
            raise EngineError(f"a pair begins with one of a few values, not with {schema['prefixItems'][0]!r}")
        return Pair(first, second)
    item = _part(schema["items"], verbs)
    length = schema.get("minItems")
    if length is not None and length == schema.get("maxItems"):
        return Row(item, length)
    return Records(item) if isinstance(item, Record) else Sum(item)
