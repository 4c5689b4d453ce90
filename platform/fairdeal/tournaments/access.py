"""Who may see or do what with tournaments; all else is asked of the matches app."""

from typing import Any

from django.db.models import Exists, OuterRef, Q

from fairdeal.matches import access
from fairdeal.submissions.access import is_staff
from fairdeal.submissions.models import BotVersion
from fairdeal.submissions.selectors import playable_by, versions_of
from fairdeal.tournaments.models import Entry, Tournament, TournamentState

Reader = access.Reader
ACTIONS = access.ACTIONS | {"see_seed", "enter"}


def may(user: Reader, action: str, thing: Any) -> bool:
    """Say whether the reader may do this with a tournament, a match, a bot or a version."""
    if action not in ACTIONS:
        raise ValueError(f"unknown action {action!r}; expected one of {', '.join(sorted(ACTIONS))}")
    if action == "enter":
        return isinstance(thing, BotVersion) and BotVersion.objects.filter(enterable_by(user), pk=thing.pk).exists()
    if not isinstance(thing, Tournament):
        return access.may(user, action, thing)
    if action == "see":
        return Tournament.objects.filter(visible_to(user), pk=thing.pk).exists()
    if action == "see_seed":
        # All deals still to come follow from it.
        return thing.state in (TournamentState.FINISHED, TournamentState.CANCELLED)
    if action != "manage" or user is None or not user.is_authenticated or not user.is_active:
        return False
    return is_staff(user) or thing.organiser_id == user.pk


def visible_to(user: Reader) -> Q:
    """Give the condition for tournaments that the reader may see.

    Before the start who is entered is not public: an entry can be a private version, and what is set up may never be
    played. What was called off before its start stays as it was.
    """
    if is_staff(user):
        return Q()
    started = Q(started_at__isnull=False)
    if user is None or not user.is_authenticated or not user.is_active:
        return started
    mine = Entry.objects.filter(tournament=OuterRef("pk"), version__in=versions_of(user).order_by().values("pk"))
    return started | Q(organiser=user.pk) | Q(Exists(mine))


def enterable_by(user: Reader) -> Q:
    """Give the condition for versions that the reader may enter: playing makes their names and results public."""
    return playable_by(user)
