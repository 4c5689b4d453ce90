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
    if action != "see_records" or thing.state != MatchState.FINISHED:
        return False
    return not thing.is_closed or _takes_part(user, thing)


def _takes_part(user: Reader, match: Match) -> bool:
    """Say whether the cards are open to those who take part, and the reader is one of them."""
    if user is None or not user.is_authenticated or not user.is_active:
        return False
    # The tournaments app, which is above this one, is reached through its rows alone.
    open_to = Match.objects.filter(pk=match.pk, pairing__is_open_to_entrants=True)
    return open_to.filter(pairing__tournament__entries__version__owner__members=user.pk).exists()
