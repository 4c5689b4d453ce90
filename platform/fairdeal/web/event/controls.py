"""What a reader may do with a tournament on its page."""

from collections.abc import Sequence
from typing import Any

from fairdeal.common import clock
from fairdeal.submissions.access import is_staff
from fairdeal.submissions.selectors import versions_of
from fairdeal.tournaments.access import Reader, may
from fairdeal.tournaments.models import Entry, EntryState, Tournament, TournamentState
from fairdeal.tournaments.selectors import RoundRow, View
from fairdeal.tournaments.states import BEFORE_START, OVER, may_follow

S = TournamentState


def controls(user: Reader, view: View, drawn: Sequence[RoundRow]) -> dict[str, Any]:
    """Give what is offered: to the organiser, to owners of bots that take part, to whoever could enter one."""
    thing = view.tournament
    has_failed = any(table.state == "failed" for row in drawn for table in row.tables)
    is_mine = may(user, "manage", thing)
    is_running = thing.state == S.RUNNING
    return {
        "is_mine": is_mine,
        "may_start": is_mine and thing.state in BEFORE_START,
        "may_open": is_mine and may_follow(thing.state, S.OPEN),
        "may_close": is_mine and thing.state == S.OPEN,
        "may_cancel": is_mine and may_follow(thing.state, S.CANCELLED),
        "may_pause": is_mine and is_running,
        "may_rerun": is_mine and has_failed and thing.state in (S.RUNNING, S.FINISHED),
        "may_enter": may_enter(user, thing),
        "leaving": _leaving(user, view, is_mine=is_mine),
        "removable": _staying(view) if is_mine and thing.state not in OVER else [],
        "seed": thing.seed if may(user, "see_seed", thing) else "",
    }


def may_enter(user: Reader, tournament: Tournament) -> bool:
    """Say whether entry is open, for the reader or, as far as he is concerned, for anybody who logs in."""
    is_ladder = tournament.format == Tournament.Format.LADDER and tournament.state == S.RUNNING
    is_draft = tournament.state == S.DRAFT and may(user, "manage", tournament)
    is_late = tournament.entry_deadline is not None and tournament.entry_deadline <= clock.now()
    return (tournament.state == S.OPEN or is_ladder or is_draft) and not is_late


def _leaving(user: Reader, view: View, *, is_mine: bool) -> list[Entry]:
    """Give the entries that the reader may withdraw: his own; the organiser all before the start, staff at any time."""
    thing = view.tournament
    if thing.state in OVER or user is None or not user.is_authenticated:
        return []
    staying = _staying(view)
    if is_staff(user) or (is_mine and thing.state in BEFORE_START):
        return staying
    own = set(versions_of(user).filter(entries__tournament=thing).values_list("pk", flat=True))
    return [entry for entry in staying if entry.version_id in own]


def _staying(view: View) -> list[Entry]:
    return [entry for entry in view.entries if entry.state == EntryState.IN]
