"""The life of a tournament: which state may follow which, in one table."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _

from fairdeal.common import clock
from fairdeal.common.errors import Conflict
from fairdeal.tournaments.models import Tournament, TournamentState

TRANSITIONS: Final[Mapping[TournamentState, frozenset[TournamentState]]] = {
    TournamentState.DRAFT: frozenset({TournamentState.RUNNING, TournamentState.CANCELLED}),
    TournamentState.RUNNING: frozenset({TournamentState.FINISHED, TournamentState.CANCELLED}),
    TournamentState.FINISHED: frozenset(),
    TournamentState.CANCELLED: frozenset(),
}


def may_follow(old: str, new: TournamentState) -> bool:
    """Say whether a tournament in the old state may come into the new one."""
    return new in TRANSITIONS[TournamentState(old)]


def move(tournament: Tournament, new: TournamentState) -> None:
    """Bring a tournament, locked by the caller, into a state; raises Conflict when it may not follow."""
    moment = "started_at" if new == TournamentState.RUNNING else "finished_at"
    changes: dict[str, Any] = {"state": new, moment: clock.now()}
    is_allowed = may_follow(tournament.state, new)
    here = Tournament.objects.filter(pk=tournament.pk, state=tournament.state)
    if not is_allowed or here.update(**changes) != 1:
        text = _("The tournament is in the state “%(old)s”; it cannot come into the state “%(new)s”.")
        raise Conflict(text % {"old": TournamentState(tournament.state).label, "new": new.label}, code="wrong_state")
    for name, value in changes.items():
        setattr(tournament, name, value)
