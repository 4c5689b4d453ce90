"""The life of a version: which state may follow which, in one table."""

from django.utils.translation import gettext as _

from fairdeal.common.errors import Conflict
from fairdeal.submissions.models import BotVersion, VersionState

TRANSITIONS: dict[VersionState, frozenset[VersionState]] = {
    VersionState.CHECKING: frozenset({VersionState.ACTIVE, VersionState.REJECTED, VersionState.UNCHECKED}),
    VersionState.UNCHECKED: frozenset({VersionState.CHECKING}),
    # The same bytes may pass later: a rule of the arena can have been at fault.
    VersionState.REJECTED: frozenset({VersionState.CHECKING}),
    VersionState.ACTIVE: frozenset({VersionState.SUSPENDED}),
    VersionState.SUSPENDED: frozenset({VersionState.CHECKING}),
}


def may_follow(old: str, new: VersionState) -> bool:
    """Say whether a version in the old state may come into the new one."""
    return new in TRANSITIONS[VersionState(old)]


def move(version: BotVersion, new: VersionState) -> None:
    """Bring a version, locked by the caller, into a state; raises Conflict when it may not follow."""
    if not may_follow(version.state, new):
        raise Conflict(
            _("The version is in the state “%(old)s”; it cannot come into the state “%(new)s”.")
            % {"old": VersionState(version.state).label, "new": new.label},
            code="wrong_state",
        )
    version.state = new
    version.save(update_fields=["state"])
