"""Who may see or do what with matches, bots and versions: the question that pages and API ask."""

from typing import Any

from fairdeal.matches.models import Match, MatchState
from fairdeal.submissions import access

Reader = access.Reader
ACTIONS = access.ACTIONS | {"see_records"}


def may(user: Reader, action: str, thing: Any) -> bool:
    """Say whether the reader may do this with a match, a bot or a version; raises ValueError for an unknown action."""
    if action not in ACTIONS:
        raise ValueError(f"unknown action {action!r}; expected one of {', '.join(sorted(ACTIONS))}")
    if not isinstance(thing, Match):
        return access.may(user, action, thing)
    if access.is_staff(user):
        return True
    if thing.private_to_id is not None and (user is None or thing.private_to_id != user.pk or not user.is_active):
        return False
    if action == "see":
        return True
    # Seeds and records tell all hands: not while the match can still be played, nor while others play the same deals.
    return action == "see_records" and thing.state == MatchState.FINISHED and not thing.is_closed
