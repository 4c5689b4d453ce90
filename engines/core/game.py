"""The base of a game: its facts, its options, and the states it makes.

A family exports ``GAMES: tuple[GameSpec, ...]``, one row of data a game id. Its ``Game`` subclass says what follows
from players and options: ``verbs``, ``pack``, ``sides``; its ``State`` subclass holds the rules (see core/state.py).
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from engines.core.cards import PACK_52
from engines.core.errors import BadPlayers
from engines.core.notation import Verb, lone_texts
from engines.core.options import Option, OptionValue, check_options, option_text
from engines.core.record import replay_deals
from engines.core.rng import first_dealer_of, seed_bytes
from engines.core.schema import observation_schema
from engines.core.state import State


@dataclass(frozen=True, slots=True)
class GameSpec:
    """Hold the facts of one game id as data; `variant` is the family's own row."""

    id: str
    title: str
    family: "type[Game]"
    min_players: int
    max_players: int
    default_players: int
    options: tuple[Option, ...]
    presets: Mapping[str, Mapping[str, OptionValue]] = field(default_factory=lambda: {"seed": {}})
    has_chips: bool = False
    hidden_information: bool = True
    variant: Any = None

    def make(self, players: int | None = None, options: Mapping[str, object] | None = None) -> "Game":
        """Make the game for so many players (None: the default) with these options."""
        return self.family(self, self.default_players if players is None else players, options or {})


class Game:
    """Hold a game with its players and options fixed; immutable, shared by all its states.

    A family must set ``state_class`` and ``verbs``, and may override ``pack`` (attribute, set in ``prepare``),
    ``sides`` and ``side_of`` (default: each seat its own side), ``option_defaults`` (defaults that depend on other
    options), ``prepare`` (checks across options raise BadOption; derived facts are stored for the hot path),
    ``observation_properties`` (JSON Schema of its own observation fields) and ``proved_cards``.
    """

    state_class: ClassVar[type[State]]
    verbs: ClassVar[tuple[Verb, ...]]

    def __init__(self, spec: GameSpec, players: int, options: Mapping[str, object]) -> None:
        is_number = isinstance(players, int) and not isinstance(players, bool)
        if not is_number or not spec.min_players <= players <= spec.max_players:
            allowed = f"{spec.min_players} to {spec.max_players}" if spec.max_players > spec.min_players else ""
            raise BadPlayers(f"The game {spec.id} takes {allowed or spec.min_players} players, not {players!r}.")
        self.spec = spec
        self.id = spec.id
        self.title = spec.title
        self.players = players
        self.min_players = spec.min_players
        self.max_players = spec.max_players
        self.has_chips = spec.has_chips
        self.hidden_information = spec.hidden_information
        self.pack: Sequence[int] = PACK_52
        self.sides = players
        self.side_of: tuple[int, ...] = tuple(range(players))
        given = dict(options)
        defaults = self.option_defaults(check_options(spec.options, given))
        self.options: dict[str, OptionValue] = check_options(spec.options, given, defaults)
        self.canonical_options = {
            name: self.options[name] for name in sorted(self.options) if self.options[name] != defaults[name]
        }
        #: Actions that never make a range and their texts, both ways: what is asked for at every move is written once.
        self.lone_texts = lone_texts(self.verbs)
        self.lone_actions = {text: action for action, text in self.lone_texts.items()}
        #: How every observation of a seat begins as JSON text, and how all end.
        self.observation_heads = [f'{{"game":"{spec.id}","seat":{seat},"players":{players}' for seat in range(players)]
        self.observation_tail = f',"options":{json.dumps(self.options, separators=(",", ":"))}}}'
        self.prepare()

    def option_defaults(self, options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """Return the defaults of all options, some of which may depend on the others' values."""
        return {spec.name: spec.default for spec in self.spec.options}

    def prepare(self) -> None:
        """Check the options against each other and store what the states need."""

    def observation_properties(self) -> dict[str, Any]:
        """Return the JSON Schema of the fields that only this game's observation has."""
        return {}

    def proved_cards(self, state: State) -> set[int]:
        """List cards whose change of place the public course of the present deal would show, though nobody was shown
        them (none in most games): where testing moves hidden cards about, these stay.
        """
        return set()

    @property
    def has_sides(self) -> bool:
        """Say whether several seats win together."""
        return self.sides < self.players

    @property
    def ruleset(self) -> str:
        """Return the text that names the rules in full: id, players, and the options that differ from the defaults."""
        parts = [f"{self.id}/{self.players}"]
        parts += [f"{name}={option_text(value)}" for name, value in self.canonical_options.items()]
        return ";".join(parts)

    def new_state(self, seed: str | bytes, first_dealer: int | None = None) -> State:
        """Start a game from a seed; its decks, and the first dealer unless given, are drawn from it."""
        raw = seed_bytes(seed)
        if first_dealer is None:
            first_dealer = first_dealer_of(raw, self.players)
        elif not 0 <= first_dealer < self.players:
            raise BadPlayers(f"the first dealer is a seat from 0 to {self.players - 1}, not {first_dealer!r}")
        state = self.state_class(self, raw)
        state.open_from_seed(first_dealer)
        return state

    def empty_state(self) -> State:
        """Return a state before its first deal, for decks that come from a record."""
        return self.state_class(self, None)

    def from_record(self, record: Mapping[str, Any]) -> State:
        """Replay the deals of a record of this very game."""
        return replay_deals(self, record.get("deals"))

    def observation_schema(self) -> dict[str, Any]:
        """Return the JSON Schema of this game's observations."""
        return observation_schema(self.id, self.players, self.spec.options, self.observation_properties())

    def __repr__(self) -> str:
        return f"<Game {self.ruleset}>"
