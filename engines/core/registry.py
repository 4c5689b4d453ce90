"""The register of games: every id with its spec, and the doors `make_game`, `from_observation` and `replay`."""

from collections.abc import Iterable, Mapping
from typing import Any

from engines.core.errors import EngineError, RecordError, UnknownGame
from engines.core.game import Game, GameSpec
from engines.core.record import RECORD_FORMAT, is_integer, replay_deals
from engines.core.rng import Randomness
from engines.core.state import State

_SPECS: dict[str, GameSpec] = {}


def register(specs: Iterable[GameSpec]) -> None:
    """Add games to the register; an id is taken once."""
    for spec in specs:
        if spec.id in _SPECS:
            raise EngineError(f"the game id {spec.id!r} is registered twice")
        _SPECS[spec.id] = spec


def game_ids() -> tuple[str, ...]:
    """List the ids of all games, sorted."""
    return tuple(sorted(_SPECS))


def game_spec(game_id: str) -> GameSpec:
    """Return the facts of a game id."""
    spec = _SPECS.get(game_id) if isinstance(game_id, str) else None
    if spec is None:
        raise UnknownGame(f"There is no game {game_id!r}; there are: {', '.join(game_ids())}.")
    return spec


def make_game(game_id: str, players: int | None = None, options: Mapping[str, object] | None = None) -> Game:
    """Make a game for so many players (None: the default) with the options that differ from the defaults."""
    return game_spec(game_id).make(players, options)


def from_observation(game: Game, observation: Mapping[str, Any], rng: Randomness) -> State:
    """Make a state that agrees with what a seat sees; what it cannot know is drawn as for `State.sample`.

    The observation is one of this very game (id, players and options), at any moment.
    """
    for name, expected in (("game", game.id), ("players", game.players), ("options", game.options)):
        if observation.get(name) != expected:
            raise EngineError(f"the observation's {name!r} is {observation.get(name)!r}, not the game's {expected!r}")
    return game.state_class.rebuild(game, observation, rng)


def replay(record: Mapping[str, Any]) -> State:
    """Replay a record with all checks; raise RecordError at the first fault."""
    if not isinstance(record, Mapping):
        raise RecordError(f"a record must be an object, not {type(record).__name__}")
    if not is_integer(record.get("format")) or record["format"] != RECORD_FORMAT:
        raise RecordError(f"'format' must be {RECORD_FORMAT}, not {record.get('format')!r}")
    options = record.get("options", {})
    if not isinstance(options, Mapping):
        raise RecordError(f"'options' must be an object, not {type(options).__name__}")
    if not is_integer(record.get("players")):
        raise RecordError(f"'players' must be an integer, not {record.get('players')!r}")
    try:
        game = make_game(record.get("game"), record["players"], options)  # type: ignore[arg-type]  # checked there
    except EngineError as error:
        raise RecordError(str(error)) from None
    return replay_deals(game, record.get("deals"))
