"""The lives of matches and attempts: which state may follow which."""

from collections.abc import Mapping
from typing import Final

from fairdeal.matches.models import TERMINAL_STATES, AttemptState, MatchState

MATCH_TRANSITIONS: Final[Mapping[MatchState, frozenset[MatchState]]] = {
    MatchState.CREATED: frozenset({MatchState.QUEUED, MatchState.CANCELLED}),
    MatchState.QUEUED: frozenset({MatchState.RUNNING, MatchState.FAILED, MatchState.CANCELLED}),
    MatchState.RUNNING: frozenset({MatchState.QUEUED, MatchState.FINISHED, MatchState.FAILED, MatchState.CANCELLED}),
    # Staff may give a match that only the infrastructure failed another try.
    MatchState.FAILED: frozenset({MatchState.CREATED, MatchState.QUEUED}),
    MatchState.FINISHED: frozenset(),
    MatchState.CANCELLED: frozenset(),
}
ATTEMPT_TRANSITIONS: Final[Mapping[AttemptState, frozenset[AttemptState]]] = {
    AttemptState.LIVE: frozenset(
        {AttemptState.FINISHED, AttemptState.FAILED, AttemptState.EXPIRED, AttemptState.RETURNED}
    ),
    AttemptState.FINISHED: frozenset(),
    AttemptState.FAILED: frozenset(),
    AttemptState.EXPIRED: frozenset(),
    AttemptState.RETURNED: frozenset(),
}
TERMINAL: Final = frozenset(TERMINAL_STATES)


class IllegalTransition(Exception):
    """The code asked for a step that the table does not have: a fault of ours, never of a message."""


def check_match(old: str, new: MatchState) -> None:
    """Raise IllegalTransition unless a match may go from the old state to the new one."""
    if new not in MATCH_TRANSITIONS[MatchState(old)]:
        raise IllegalTransition(f"a match that is {old} cannot become {new}")


def check_attempt(old: str, new: AttemptState) -> None:
    """Raise IllegalTransition unless an attempt may go from the old state to the new one."""
    if new not in ATTEMPT_TRANSITIONS[AttemptState(old)]:
        raise IllegalTransition(f"an attempt that is {old} cannot become {new}")
