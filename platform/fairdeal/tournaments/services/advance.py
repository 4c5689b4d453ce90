"""Bringing a tournament on: results are counted, what can be drawn is, cards that may be seen are opened, it ends.

All of it is a function of what is in the database, so that it may be done again at any time, and after results in any
order.
"""

from dataclasses import replace

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from fairdeal.common import clock
from fairdeal.matches.models import Match
from fairdeal.matches.services import matches_open
from fairdeal.matches.states import TERMINAL
from fairdeal.submissions.models import VersionState
from fairdeal.tournaments import results, states
from fairdeal.tournaments.events import DRAWN_AT_ONCE, Formats, event_of, form_of
from fairdeal.tournaments.formats.base import Event, Format
from fairdeal.tournaments.formats.ladder import Ladder
from fairdeal.tournaments.models import EntryState, Pairing, Tournament, TournamentState, Visibility
from fairdeal.tournaments.services.draw import draw
from fairdeal.tournaments.services.lane import lane_of
from fairdeal.tournaments.services.walkovers import call_off


def advance(tournament: Tournament) -> None:
    """Bring on a tournament that runs; it is locked by the caller. Again it changes nothing.

    A match that the infrastructure failed keeps back the rounds that follow from it, until it is played again; where
    all tables are known from the start it keeps back nothing.
    """
    results.write_results(tournament.pk)
    is_playing = _unfinished(tournament).exists()
    has_begun = Pairing.objects.filter(tournament=tournament).exists()
    undecided: set[tuple[int, int]] = set()
    is_waiting = False
    if not has_begun or not _waits_for_all(tournament, is_playing=is_playing):
        form, event = form_of(tournament), event_of(tournament)
        event, is_waiting = _drawn(tournament, form, event)
        undecided = undecided_rounds(form, event)
        is_playing = any(event.open_tables())
    _open_cards(tournament, undecided)
    if not is_playing and not is_waiting and tournament.format != Formats.LADDER:
        finish(tournament)


def finish(tournament: Tournament) -> None:
    """End a tournament: no deal is still to come, so all cards are open."""
    states.move(tournament, TournamentState.FINISHED)
    open_all(tournament)


def open_all(tournament: Tournament) -> None:
    """Open the cards of all matches of a tournament that is over."""
    closed = Match.objects.filter(pairing__tournament=tournament, is_closed=True)
    matches_open(match_ids=list(closed.values_list("pk", flat=True)))


def undecided_rounds(form: Format, event: Event) -> set[tuple[int, int]]:
    """Return cycle and round of a bracket's slots that have no winner yet: their tables play the deals of the round."""
    bracket = getattr(form, "bracket", None)
    seats = bracket(event).values() if bracket else ()
    return {seat.slot.place[:2] for seat in seats if seat.winner is None}


def _waits_for_all(tournament: Tournament, *, is_playing: bool) -> bool:
    """Say whether nothing can be drawn, whatever the results are: no need to look at them."""
    return tournament.format in DRAWN_AT_ONCE or (tournament.format == Formats.SWISS and is_playing)


def _drawn(tournament: Tournament, form: Format, event: Event) -> tuple[Event, bool]:
    """Draw what can be drawn; returns the event with it, and whether more waits for the tournament to be resumed."""
    if _has_no_room(form, event):
        return event, True
    while new := form.next_tables(event):
        if lane_of(tournament).filter(is_paused=True).exists():
            return event, True
        if _put_out_suspended(tournament):
            event = event_of(tournament)
            continue
        draw(tournament, new)
        event = replace(event, tables=event.tables + new)
        if any(event.open_tables()):
            break
    return event, False


def _has_no_room(form: Format, event: Event) -> bool:
    """Say whether a ladder does not draw now: it has more than half a batch in hand, and drawing costs time."""
    return isinstance(form, Ladder) and 2 * sum(1 for _table in event.open_tables()) > form.batch


def _put_out_suspended(tournament: Tournament) -> bool:
    """Put out entries whose versions may not play any more, as they would hold up everybody; says whether any."""
    stopped = list(tournament.entries.filter(state=EntryState.IN).exclude(version__state=VersionState.ACTIVE))
    for entry in stopped:
        if entry.number is not None:
            call_off(tournament, entry.number)
        entry.state, entry.left_at = EntryState.DISQUALIFIED, clock.now()
        entry.reason = _("It was stopped after repeated faults.")
        entry.save(update_fields=["state", "left_at", "reason"])
    return bool(stopped)


def _unfinished(tournament: Tournament) -> QuerySet[Pairing]:
    return Pairing.objects.filter(tournament=tournament, match__isnull=False).exclude(match__state__in=TERMINAL)


def _open_cards(tournament: Tournament, undecided: set[tuple[int, int]]) -> None:
    """Open the cards of matches on whose deals nobody has still to play, as far as the tournament lets them be seen."""
    if tournament.visibility == Visibility.HIDDEN:
        return
    closed = Pairing.objects.filter(tournament=tournament, match__is_closed=True, is_open_to_entrants=False)
    for cycle, deals_round in _deals_of(closed) - _deals_of(_unfinished(tournament)) - undecided:
        over = list(closed.filter(cycle=cycle, deals_round=deals_round).values_list("pk", "match"))
        if tournament.visibility == Visibility.PUBLIC:
            matches_open(match_ids=[match for _pk, match in over])
        else:
            Pairing.objects.filter(pk__in=[pk for pk, _match in over]).update(is_open_to_entrants=True)


def _deals_of(pairings: QuerySet[Pairing]) -> set[tuple[int, int]]:
    """Return which deals are played: cycle, and round or 0."""
    return set(pairings.order_by().values_list("cycle", "deals_round").distinct())
