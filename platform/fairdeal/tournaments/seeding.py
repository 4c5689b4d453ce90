"""By what entrants are seeded: their ratings under the tournament's rules."""

from collections.abc import Iterable

from django.db.models import QuerySet

import engines
from fairdeal.ratings.fits import newest
from fairdeal.ratings.models import FittedRating, LiveRating, Pool
from fairdeal.tournaments.models import Entry, Tournament


def ratings_now(tournament: Tournament, entries: Iterable[Entry]) -> dict[int, float]:
    """Give the Elo of the versions entered, by id: as published, or live where nothing has been published yet.

    The two are on different scales and are not mixed: who is not in the newest fit has no rating.
    """
    ruleset = engines.make_game(tournament.game, tournament.players, tournament.options).ruleset
    pool = Pool.objects.filter(ruleset=ruleset, entry_kind=tournament.entry_kind).first()
    if pool is None:
        return {}
    versions = [entry.version_id for entry in entries]
    fit = newest(pool)
    rows: QuerySet[FittedRating] | QuerySet[LiveRating] = (
        LiveRating.objects.filter(pool=pool, version__in=versions, units__gt=0)
        if fit is None
        else FittedRating.objects.filter(fit=fit, version__in=versions)
    )
    return {version: milli / 1000 for version, milli in rows.values_list("version_id", "elo_milli")}
