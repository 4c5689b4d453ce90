"""The conformance suite: what any game must pass, as functions that raise NonConformance.

Each takes a game and a seed and plays at random; a test calls them over many games, options and seeds.
"""

import re
from collections.abc import Callable, Iterator
from itertools import product
from math import prod
from typing import Any, Final

from engines.core.cards import CARD_OF_TEXT, CARD_TEXT, texts
from engines.core.errors import BadNotation, EngineError, IllegalAction, RecordError
from engines.core.game import Game
from engines.core.notation import VERB_SHIFT
from engines.core.record import summary
from engines.core.rng import Stream
from engines.core.state import State

MAX_ACTIONS: Final = 200_000  # far above any game: a game that plays more does not end
MAX_LISTED: Final = 40  # of more legal actions than these only about so many are looked at, spread over all
MAX_LOOKS: Final = 25  # looks at one game: a look compares the whole history, and games may be long
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
_CARD: Final = re.compile(r"\b(?:[2-9TJQKA][CDHS]|BJ|LJ)\b")


class NonConformance(AssertionError):
    """Report what a game does that no game may do."""


def require(holds: bool, message: str) -> None:
    """Raise NonConformance unless what is required holds."""
    if not holds:
        raise NonConformance(message)


def random_states(game: Game, seed: str | bytes) -> Iterator[State]:
    """Play a random game; yield its one state before every action and at the end."""
    state = game.new_state(seed)
    choices = Stream(seed, "conformance-play")
    for _ in range(MAX_ACTIONS):
        yield state
        if state.is_over:
            return
        state.apply(state.random_action(choices))
    raise NonConformance(f"{game.ruleset} is not over after {MAX_ACTIONS} actions")


def looks(game: Game, seed: str | bytes, every: int) -> Iterator[tuple[int, State]]:
    """Play a random game; yield number and state at every so many actions, up to MAX_LOOKS times or the end."""
    for number, state in enumerate(random_states(game, seed)):
        if number > every * MAX_LOOKS:
            return
        if number % every == 0 or state.is_over:
            yield number, state


def fingerprint(state: State) -> dict[str, Any]:
    """Return all that can be seen of a state from outside, for comparing."""
    return {
        "record": state.record(),
        "summary": summary(state),
        "events": [dict(event) for event in state.events],
        "observations": [state.observation(seat) for seat in range(state.game.players)],
    }


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
        require(_size(shown) == len(legal), f"legal() holds not {len(legal)} actions: {shown}")
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


def _size(legal: list[str]) -> int:
    """Count compact legal actions without writing them out."""
    ranges = [re.findall(r"(\d+)\.\.(\d+)", text) for text in legal]
    return sum(prod(int(high) - int(low) + 1 for low, high in found) for found in ranges)


def expand(legal: list[str]) -> set[str]:
    """Write out the ranges of compact legal actions."""
    return {" ".join(words) for text in legal for words in product(*map(_values, text.split(" ")))}


def _values(word: str) -> list[str]:
    low, dots, high = word.partition("..")
    return [str(number) for number in range(int(low), int(high) + 1)] if dots else [word]


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


Seen = Callable[[State, int], set[int]]


def cards_in_events(state: State, seat: int) -> set[int]:
    """Collect the cards of the present deal that the seat has been told of, from its events."""
    start = max(index for index, event in enumerate(state.events) if event["type"] == "deal")
    return {CARD_OF_TEXT[text] for text in _CARD.findall(repr(state.events_for(seat, start)))}


def check_tight(game: Game, seed: str | bytes, seen: Seen = cards_in_events, points: int = 4) -> int:
    """Permute the cards a seat cannot know and check that nothing it sees changes; return how many were compared.

    `seen` says which cards of the present deal the seat may know. A permutation under which the same public course of
    play is impossible proves nothing and is passed over.
    """
    compared = 0
    choices = Stream(seed, "conformance-tight")
    for state in random_states(game, seed):
        if state.is_over or compared >= points * game.players:
            break
        if choices.below(8):
            continue
        for seat in range(game.players):
            other = _permuted(state, seen(state, seat), choices)
            if other is None or not other.in_deal:
                continue
            compared += 1
            require(other.observation(seat) == state.observation(seat), f"seat {seat} sees hidden cards")
            require(other.events_for(seat) == state.events_for(seat), f"seat {seat} is told of hidden cards")
            if state.current_player == seat:
                require(other.legal() == state.legal(), f"the legal actions of seat {seat} depend on hidden cards")
    return compared


def _permuted(state: State, seen: set[int], choices: Stream) -> State | None:
    """Replay the present deal with the unseen cards permuted, in the deck and in hidden actions alike."""
    hidden = [card for card in state.deck if card not in seen]
    to = dict(zip(hidden, choices.shuffled(hidden), strict=True))
    record = state.record()
    deal = record["deals"][-1]
    deal["deck"] = " ".join(texts(to.get(card, card) for card in state.deck))
    deal["actions"] = [_CARD.sub(lambda found: _mapped(found[0], to), text) for text in deal["actions"]]
    try:
        return state.game.from_record(record)
    except RecordError:
        return None


def _mapped(text: str, to: dict[int, int]) -> str:
    card = CARD_OF_TEXT[text]
    return CARD_TEXT[to.get(card, card)]
