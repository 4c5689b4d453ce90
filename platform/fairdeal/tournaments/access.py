"""Who may see or do what with tournaments; all else is asked of the matches app."""

from typing import Any

from fairdeal.matches import access
from fairdeal.submissions.access import is_staff
from fairdeal.tournaments.models import Tournament, TournamentState

Reader = access.Reader
ACTIONS = access.ACTIONS | {"see_seed"}


def may(user: Reader, action: str, thing: Any) -> bool:
    """Say whether the reader may do this with a tournament, a match, a bot or a version."""
    if action not in ACTIONS:
        raise ValueError(f"unknown action {action!r}; expected one of {', '.join(sorted(ACTIONS))}")
    if not isinstance(thing, Tournament):
        return access.may(user, action, thing)
    if action == "see":
        return True
    if action == "see_seed":
        # All deals still to come follow from it.
        return thing.state in (TournamentState.FINISHED, TournamentState.CANCELLED)
    if action != "manage" or user is None or not user.is_authenticated or not user.is_active:
        return False
    return is_staff(user) or thing.organiser_id == user.pk
