"""The life of a tournament: which state may follow which."""

from collections.abc import Mapping
from typing import Final

from fairdeal.tournaments.models import TournamentState

TRANSITIONS: Final[Mapping[TournamentState, frozenset[TournamentState]]] = {
    TournamentState.DRAFT: frozenset({TournamentState.RUNNING, TournamentState.CANCELLED}),
    TournamentState.RUNNING: frozenset({TournamentState.FINISHED, TournamentState.CANCELLED}),
    TournamentState.FINISHED: frozenset(),
    TournamentState.CANCELLED: frozenset(),
}


def may_follow(old: str, new: TournamentState) -> bool:
    """Say whether a tournament in the old state may come into the new one."""
    return new in TRANSITIONS[TournamentState(old)]
