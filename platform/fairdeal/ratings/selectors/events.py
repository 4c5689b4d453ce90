"""The published rating over some of a pool's blocks: those of one event."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from django.core.cache import cache
from django.db.models import Count, Max, QuerySet

from fairdeal.matches.models import Match
from fairdeal.ratings import fit as fitting
from fairdeal.ratings.books import rules_for
from fairdeal.ratings.fit import Fit
from fairdeal.ratings.fits import anchor_of, effective_rows, ledger_source, links_between, shape_of
from fairdeal.ratings.models import Pool
from fairdeal.ratings.selectors.table import Published

_CACHE_S = 3600


@dataclass(frozen=True, slots=True)
class EventRatings:
    """The ratings of an event's versions by their ids, over so many of its blocks.

    `joins_by_prior`: nothing was played between parts of the field, or all points between them went one way.
    """

    blocks: int
    clusters: int
    ratings: dict[int, Published]
    joins_by_prior: bool


def event_ratings(pool: Pool, matches: QuerySet[Match], versions: Sequence[int]) -> EventRatings:
    """Fit the rated blocks of these matches alone; `versions` are all that take part. Kept until there are more.

    The anchor is a house bot that takes part; without one the mean of the field is the zero.
    """
    rows = effective_rows(pool, pool.last_sequence).filter(block__match__in=matches)
    there = rows.aggregate(count=Count("id"), last=Max("id"))
    # Rows are only ever added, or withdrawn by others: number and newest say which they are, among those up to here.
    who = hashlib.sha256(repr(sorted(versions)).encode()).hexdigest()[:16]
    key = f"event-ratings:{pool.pk}:{who}:{there['count']}:{there['last']}"
    found: EventRatings | None = cache.get(key)
    if found is None:
        numbers = sorted(versions)
        index = {pk: number for number, pk in enumerate(numbers)}
        anchor = anchor_of(numbers)
        source = ledger_source(rows, index, rules_for(pool))
        place = None if anchor is None else index[anchor]
        result = fitting.fit(len(numbers), shape_of(pool), source, anchor=place, links=links_between(index))
        found = _read(result, numbers)
        cache.set(key, found, _CACHE_S)
    return found


def _read(result: Fit, versions: Sequence[int]) -> EventRatings:
    ranges = result.comparison.rank_ranges()
    ratings = {}
    for place, bot in enumerate(result.bots.tolist()):
        elo, error = float(result.elo[place]), float(result.errors[place])
        reach = error * float(result.factors[place])
        ratings[versions[bot]] = Published(
            elo=elo,
            low=elo - reach,
            high=elo + reach,
            error=error,
            field_error=float(result.field_errors[place]),
            rank_best=ranges[place][0],
            rank_worst=ranges[place][1],
            clusters=int(result.clusters_of[place]),
            is_rough=bool(result.is_rough[place]),
            is_anchor=bot == result.anchor,
        )
    return EventRatings(result.blocks, result.clusters, ratings, len(result.islands) > 1 or len(result.one_way) > 1)
