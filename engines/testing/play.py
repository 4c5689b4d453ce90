"""Checks of play: legal actions, what is refused, clones, records, the end."""

from typing import Final

from engines.core.cards import CARD_TEXT
from engines.core.errors import BadNotation, EngineError, IllegalAction
from engines.core.game import Game
from engines.core.notation import VERB_SHIFT
from engines.core.rng import Stream
from engines.core.state import State
from engines.testing.base import NonConformance, expand, fingerprint, looks, random_states, require, size_of

MAX_LISTED: Final = 40  # of more legal actions than these only about so many are looked at, spread over all
GARBAGE: Final = (
    "",
    " ",
    "pass ",
    " pass",
    "draw  stock",
    "bid +3",
    "bid 03",
    "bid 3.0",
    "play",
    "play 1H",
    "frob",
    "\n",
)


def check_random_play(game: Game, seed: str | bytes) -> int:
    """Check legal actions, notation, invariants and the end of one random game; return the number of its actions."""
    actions = -1
    for state in random_states(game, seed):
        actions += 1
        broken = state.broken_invariants()
        require(not broken, f"{game.ruleset}: broken after {actions} actions: {broken}")
        if not state.is_over:
            _check_turn(state)
    _check_end(state)
    return actions


def _check_turn(state: State) -> None:
    legal, players = state.legal_actions(), state.game.players
    require(state.current_player in range(players), f"no player to act: {state.current_player}")
    listed = legal[:: len(legal) // MAX_LISTED + 1]
    require(list(listed) == sorted(set(listed)) and bool(listed), f"legal actions are ascending, once each: {legal}")
    shown = state.legal()
    if len(legal) <= MAX_LISTED:
        require(expand(shown) == {state.format(action) for action in legal}, f"legal() differs: {shown}")
    else:
        require(size_of(shown) == len(legal), f"legal() holds not {len(legal)} actions: {shown}")
    for action in listed:
        require(state.parse(state.format(action)) == action, f"{state.format(action)} does not read back")
    require(state.passive_action() in legal, f"the passive action {state.passive_action()} is not legal")


def _check_end(state: State) -> None:
    places, payouts, players = state.places, state.payouts, state.game.players
    require(state.legal() == [] and state.current_player is None, "nobody acts once the game is over")
    if places is None or payouts is None:
        raise NonConformance("a game that is over has places and payouts")
    require(len(places) == len(payouts) == players, "places and payouts are by seat")
    ranked = sorted(places)
    require(all(place == 1 + sum(o < place for o in ranked) for place in ranked), f"not competition places: {places}")
    require(state.totals_history[-1] == tuple(state.totals), "the last row is the totals at the end")
    require(len(state.totals_history) == len(state.pool_history) == len(state.history), "a row a deal")


def check_illegal_changes_nothing(game: Game, seed: str | bytes, every: int = 7) -> int:
    """Try what is not legal, at every so many actions; return how much was tried."""
    tried = 0
    for _, state in looks(game, seed, every):
        before, legal = fingerprint(state), state.legal_actions()
        for verb in range(len(game.verbs)):
            for argument in range(len(CARD_TEXT) + 1):
                action = verb << VERB_SHIFT | argument
                if action not in legal:
                    tried += 1
                    _must_refuse(state, action)
        for text in GARBAGE:
            try:
                state.act(text)
            except (BadNotation, IllegalAction):
                tried += 1
            else:
                raise NonConformance(f"{text!r} was played")
        require(fingerprint(state) == before, "a refused action has changed the state")
    return tried


def _must_refuse(state: State, action: int) -> None:
    try:
        state.apply(action)
    except EngineError:
        return
    raise NonConformance(f"action {action} is not legal but was played")


def check_clones(game: Game, seed: str | bytes, every: int = 11) -> None:
    """Check that a clone is equal, that playing on it leaves the original alone, and that both play on alike."""
    for number, state in looks(game, seed, every):
        before, clone, choices = fingerprint(state), state.clone(), Stream(seed, "conformance-clone", number)
        require(fingerprint(clone) == before, "a clone differs from its original")
        for _ in range(60):
            if clone.is_over:
                break
            clone.apply(clone.random_action(choices))
        require(fingerprint(state) == before, "playing on a clone has changed the original")


def check_record(game: Game, seed: str | bytes, every: int = 13) -> None:
    """Check that records, whole or stopped anywhere, replay to the same state."""
    for number, state in looks(game, seed, every):
        replayed = game.from_record(state.record())
        same = fingerprint(replayed)
        same["record"] = {**same["record"], "seed": state.record()["seed"]}
        require(same == fingerprint(state), f"the record after {number} actions replays to something else")
