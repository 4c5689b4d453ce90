"""The games for OpenSpiel, registered with `pyspiel` when this module is imported. Needs the extra `open-spiel`.

    import pyspiel
    import engines.adapters.open_spiel

    game = pyspiel.load_game("fairdeal_thirty_one(players=3,options=max_deals:2;start_chips:2)")

The short name is `fairdeal_` and the game's id with underscores. `players` is an integer; `options` is a text of
`name:value` joined by `;`, as OpenSpiel gives `=` and `,` a meaning of their own, and on or off for flags.

Chance is explicit (`engines.adapters.table`): a node draws the first dealer, then for every deal the whole deck is
drawn card by card. Players choose among the fixed actions of `engines.adapters.actions`.

- `observation_string` is what the seat sees as JSON, `observation_tensor` the vector of `engines.adapters.vector`.
- `information_state_string` is JSON of all events that the seat has been told of since the game began: perfect recall.
  There is no tensor of it, as its length has no bound.
- `returns` are the payouts at the end, and 0 before.
- `max_game_length` is a ceiling (`engines.adapters.bounds`).
"""

import json
from collections.abc import Mapping
from typing import Any, Final

from engines import Game, GameSpec, game_ids, game_spec
from engines.adapters.actions import FixedActions
from engines.adapters.bounds import most_deals, most_moves, payout_range
from engines.adapters.table import Table
from engines.adapters.vector import ObservationVector
from engines.core.errors import BadOption

try:
    import numpy as np
    import pyspiel
except ModuleNotFoundError as error:
    raise ImportError(
        "engines.adapters.open_spiel needs the extra 'open-spiel': pip install 'fairdeal[open-spiel]'"
    ) from error

PREFIX: Final = "fairdeal_"


def short_name(game_id: str) -> str:
    """Return the name under which OpenSpiel knows a game."""
    return PREFIX + game_id.replace("-", "_")


def options_from_text(spec: GameSpec, text: str) -> dict[str, Any]:
    """Read options written as `name:value` joined by `;`; names are checked where the game is made."""
    known = {option.name: option for option in spec.options}
    options: dict[str, Any] = {}
    for part in filter(None, text.split(";")):
        name, colon, value = part.partition(":")
        if not colon:
            raise BadOption(name, f"{part!r} is not written name:value")
        options[name] = known[name].from_text(value) if name in known else value
    return options


class FairdealState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A game being played; all that OpenSpiel copies and keeps of it is its table."""

    def __init__(self, game: "FairdealGame") -> None:
        super().__init__(game)
        self.table = Table(game.rules, game.actions)

    def current_player(self) -> int:
        """Return the seat to act, or who else is next."""
        state = self.table.state
        if state.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return state.turn if state.in_deal else int(pyspiel.PlayerId.CHANCE)

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.table.legal()) if player == self.table.state.turn else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """List outcomes and probabilities of a chance node."""
        outcomes = self.table.chances()
        return [(outcome, 1 / len(outcomes)) for outcome in outcomes]

    def _apply_action(self, action: int) -> None:
        if self.table.awaits_chance:
            self.table.draw(action)
        else:
            self.table.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.table.chance_text(action)
        return self.table.action_text(action)

    def is_terminal(self) -> bool:
        """Say whether the game is over."""
        return self.table.state.is_over

    def returns(self) -> list[float]:
        """Return the payouts by seat; 0 before the end."""
        return list(self.table.state.payouts or [0.0] * self.table.game.players)

    def __str__(self) -> str:
        return str(self.table)


class FairdealObserver:
    """Write what a seat sees (with a tensor), or all that it has been told (perfect recall, as a string alone)."""

    def __init__(self, vector: ObservationVector, *, perfect_recall: bool) -> None:
        self.vector: Final = vector
        self.perfect_recall: Final = perfect_recall
        self.tensor = None if perfect_recall else np.zeros(vector.size, np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: FairdealState, player: int) -> None:
        """Write the seat's vector into the tensor."""
        if self.tensor is not None:
            self.tensor[:] = self.vector.of(state.table.state.observation(player))

    def string_from(self, state: FairdealState, player: int) -> str:
        """Return the observation, or the events, as JSON."""
        played = state.table.state
        return json.dumps(played.events_for(player) if self.perfect_recall else played.observation(player))


class FairdealGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """One of the games with players and options."""

    def __init__(self, game_type: Any, spec: GameSpec, params: Mapping[str, Any]) -> None:
        players = int(params.get("players", spec.default_players))
        self.rules: Final[Game] = spec.make(players, options_from_text(spec, str(params.get("options", ""))))
        self.actions: Final = FixedActions(self.rules)
        self.vector: Final = ObservationVector(self.rules)
        least, most = payout_range(self.rules)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.actions.size,
            max_chance_outcomes=max(players, max(self.rules.pack) + 1),
            num_players=players,
            min_utility=float(least),
            max_utility=float(most),
            utility_sum=None,
            max_game_length=most_moves(self.rules),
        )
        super().__init__(game_type, info, dict(params))

    def new_initial_state(self) -> FairdealState:
        """Start a game before its first dealer is drawn."""
        return FairdealState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return the most chance nodes of a game: the first dealer, and all cards of each deck but the last."""
        return 1 + most_deals(self.rules) * (len(self.rules.pack) - 1)

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> Any:
        """Return an observer of a seat's own view; None for kinds of views that there are not."""
        if params:
            raise ValueError(f"the games have no parameters of observations, but were given {params!r}")
        if iig_obs_type is None:
            return FairdealObserver(self.vector, perfect_recall=False)
        own = iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if not (own and iig_obs_type.public_info):
            return None
        return FairdealObserver(self.vector, perfect_recall=iig_obs_type.perfect_recall)


def _register(spec: GameSpec) -> None:
    kinds = pyspiel.GameType
    game_type = kinds(
        short_name=short_name(spec.id),
        long_name=spec.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=spec.max_players,
        min_num_players=spec.min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": spec.default_players, "options": ""},
    )

    class Registered(FairdealGame):
        """The game of this id. A class, as OpenSpiel keeps it beyond the life of the interpreter's other objects."""

        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(game_type, spec, params or {})

    pyspiel.register_game(game_type, Registered)


for _game_id in game_ids():
    _register(game_spec(_game_id))
