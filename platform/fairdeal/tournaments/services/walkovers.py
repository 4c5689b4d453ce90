"""Calling off what somebody who leaves has still to play."""

from fairdeal.matches.models import Match
from fairdeal.matches.services import matches_cancel
from fairdeal.matches.states import TERMINAL
from fairdeal.tournaments import results
from fairdeal.tournaments.models import Pairing, Tournament


def call_off(tournament: Tournament, number: int) -> None:
    """Call off the matches of an entrant that are not over, and keep those that ended in the meantime."""
    rows = Pairing.objects.filter(tournament=tournament, result__isnull=True, match__isnull=False)
    own = {match: pk for pk, match, numbers in rows.values_list("pk", "match", "numbers") if number in numbers}
    matches_cancel(matches=Match.objects.filter(pk__in=own))
    # A result that came before the lock counts; none can come after it.
    results.write_results(tournament.pk)
    unplayed = Pairing.objects.filter(pk__in=own.values(), result__isnull=True, match__state__in=TERMINAL)
    unplayed.update(is_walkover=True)
