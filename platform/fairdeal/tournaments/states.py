"""The life of a tournament: which state may follow which, in one table."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _

from fairdeal.common import clock
from fairdeal.common.errors import Conflict
from fairdeal.tournaments.models import Tournament, TournamentState

S = TournamentState
TRANSITIONS: Final[Mapping[TournamentState, frozenset[TournamentState]]] = {
    S.DRAFT: frozenset({S.OPEN, S.RUNNING, S.CANCELLED}),
    S.OPEN: frozenset({S.CLOSED, S.RUNNING, S.CANCELLED}),
    S.CLOSED: frozenset({S.OPEN, S.RUNNING, S.CANCELLED}),
    S.RUNNING: frozenset({S.FINISHED, S.CANCELLED}),
    # Matches that the infrastructure failed may be played after the end.
    S.FINISHED: frozenset({S.RUNNING}),
    S.CANCELLED: frozenset(),
}
#: Nothing has been drawn, and nobody knows against whom he will play.
BEFORE_START: Final = frozenset({S.DRAFT, S.OPEN, S.CLOSED})
OVER: Final = frozenset({S.FINISHED, S.CANCELLED})


def may_follow(old: str, new: TournamentState) -> bool:
    """Say whether a tournament in the old state may come into the new one."""
    return new in TRANSITIONS[TournamentState(old)]


def move(tournament: Tournament, new: TournamentState) -> None:
    """Bring a tournament, locked by the caller, into a state; raises Conflict when it may not follow."""
    changes: dict[str, Any] = {"state": new}
    if new in OVER:
        changes["finished_at"] = clock.now()
    elif new == S.RUNNING:
        changes |= {"started_at": tournament.started_at or clock.now(), "finished_at": None}
    is_allowed = may_follow(tournament.state, new)
    here = Tournament.objects.filter(pk=tournament.pk, state=tournament.state)
    if not is_allowed or here.update(**changes) != 1:
        text = _("The tournament is in the state “%(old)s”; it cannot come into the state “%(new)s”.")
        raise Conflict(text % {"old": S(tournament.state).label, "new": new.label}, code="wrong_state")
    for name, value in changes.items():
        setattr(tournament, name, value)
