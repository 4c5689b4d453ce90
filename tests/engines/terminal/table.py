"""Sit down at the terminal without one: what is typed is a text, what is shown comes back as a text."""

import io
import random
from pathlib import Path

import engines
from engines.terminal.session import Session

SEED = f"{7:032x}"


class Typist(io.StringIO):
    """Type any legal action, whatever the table."""

    def __init__(self):
        super().__init__()
        self.session = None
        self.rng = random.Random(7)

    def readline(self, size=-1):
        state = self.session.state
        legal = state.legal_actions()
        return state.format(legal[int(self.rng.random() * len(legal))]) + "\n"


def sit_down(game_id, typed=None, *, humans=(0,), bots=None, players=None, options=None, seed=SEED, check=True):
    """Play; return the final state and all that was shown. `typed` None: a person who types legal actions."""
    game = engines.make_game(game_id, players, options or {})
    session = Session(game, seed, humans, {seat: Path(path) for seat, path in (bots or {}).items()})
    given = Typist() if typed is None else io.StringIO(typed)
    if isinstance(given, Typist):
        given.session = session
    out = io.StringIO()
    state = session.run(given, out, check)
    return state, out.getvalue()
