"""The games for PettingZoo, as AEC environments. Needs the extra `pettingzoo`.

    from engines.adapters.pettingzoo import env

    table = env("thirty-one", players=3, options={"max_deals": 2})
    table.reset(seed=1)
    for agent in table.agent_iter():
        observation, reward, termination, truncation, info = table.last()
        done = termination or truncation
        action = None if done else table.action_space(agent).sample(observation["action_mask"])
        table.step(action)

- Agents are `player_0`, `player_1`, ... by seat.
- Actions are the fixed ones of `engines.adapters.actions`; an action that is not legal now raises ValueError.
- An observation is `{"observation": the vector of engines.adapters.vector, "action_mask": 1 for what is legal now}`;
  nothing is legal for an agent that is not to act.
- The info of the agent to act is `{"observation": what the seat sees, as the game's schema says, "actions": the legal
  actions as text by number}`; at the end every agent's info has its observation.
- Rewards are the payouts at the end, and 0 before. Nothing is truncated.
- `reset(seed=...)` fixes all games from then on: each reset without a seed plays the next of them. Without any seed the
  first is drawn at random. `table.unwrapped.game_seed` is the seed of the game in play as the engines know it.
- `options` of `reset` is not used. A game that ends as it is dealt, before anybody could act, is passed over.
"""

import secrets
from collections.abc import Mapping
from typing import Any, Final

from engines import Game, State, make_game
from engines.adapters.actions import FixedActions
from engines.adapters.vector import LIMIT, ObservationVector
from engines.core.rng import seed_from_text

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:
    raise ImportError(
        "engines.adapters.pettingzoo needs the extra 'pettingzoo': pip install 'fairdeal[pettingzoo]'"
    ) from error

_RENDER_MODES: Final = ("ansi",)


def env(
    game_id: str,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    render_mode: str | None = None,
) -> Any:
    """Make the environment of a game, with PettingZoo's checks of bounds and order around it."""
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(FairdealEnv(make_game(game_id, players, options), render_mode))
    )


class FairdealEnv(AECEnv):  # type: ignore[misc]  # PettingZoo is checked as untyped
    """One game with its players and options, played again after each reset."""

    def __init__(self, game: Game, render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in _RENDER_MODES:
            raise ValueError(f"render_mode {render_mode!r} is not known; known: {', '.join(_RENDER_MODES)}")
        self.metadata = {
            "name": f"fairdeal_{game.id.replace('-', '_')}",
            "render_modes": list(_RENDER_MODES),
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.game: Final = game
        self.fixed: Final = FixedActions(game)
        self.vector: Final = ObservationVector(game)
        self.possible_agents = [f"player_{seat}" for seat in range(game.players)]
        self.agents: list[str] = []
        self.action_spaces = {agent: spaces.Discrete(self.fixed.size) for agent in self.possible_agents}
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self._series = secrets.token_hex(32)
        self._played = 0

    def _observation_space(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(-LIMIT, LIMIT, (self.vector.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (self.fixed.size,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations: always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of an agent's actions: always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game: the first of the seed's, or the next of those before."""
        if seed is not None:
            self._series, self._played = str(seed), 0
        self.game_state: State = self._next_game()
        while self.game_state.is_over:
            self.game_state = self._next_game()
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._look()

    def _seed_of(self, number: int) -> str:
        return seed_from_text(f"pettingzoo|{self._series}|{number}")

    def _next_game(self) -> State:
        self.game_seed = self._seed_of(self._played)
        self._played += 1
        return self.game.new_state(self.game_seed)

    def _look(self) -> None:
        """Bring up to date who acts, what is legal, and the infos."""
        state = self.game_state
        self._legal = self.fixed.legal(state)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        if state.is_over:
            self.agent_selection = self.agents[0]
            for seat, agent in enumerate(self.agents):
                self.infos[agent] = {"observation": state.observation(seat), "actions": {}}
            return
        self.agent_selection = self.possible_agents[state.turn]
        actions = {fixed: state.format(action) for fixed, action in self._legal.items()}
        self.infos[self.agent_selection] = {"observation": state.observation(state.turn), "actions": actions}

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what the agent's seat sees, as numbers, with the mask of what it may do now."""
        seat = self.possible_agents.index(agent)
        mask = np.zeros(self.fixed.size, np.int8)
        if seat == self.game_state.turn:
            mask[list(self._legal)] = 1
        # The infos hold the observation of who acts, which need not be made twice.
        seen = self.infos.get(agent, {}).get("observation") or self.game_state.observation(seat)
        return {"observation": np.array(self.vector.of(seen), np.float32), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play a fixed action of the agent to act; None takes out an agent whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        played = None if action is None else self._legal.get(int(action))
        if played is None:
            legal = ", ".join(f"{fixed} ({self.game_state.format(own)})" for fixed, own in self._legal.items())
            raise ValueError(f"{action!r} is not legal for {agent} now; legal: {legal}")
        self.game_state.apply(played)
        if self.game_state.payouts is not None:
            self.rewards = {name: float(paid) for name, paid in zip(self.agents, self.game_state.payouts, strict=True)}
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._look()

    def render(self) -> str | None:
        """Return the public facts of the moment as text, in the mode `ansi`."""
        if self.render_mode is None:
            return None
        state = self.game_state
        to_act = "the game is over" if state.is_over else f"{self.agent_selection} is to act"
        return f"{self.game.title}, deal {state.deals_done + state.in_deal}: totals {state.totals}, {to_act}"

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
