"""The sums of a tournament's finished matches, kept until there are more."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.core.cache import cache
from django.db.models import Count, Max, QuerySet

from fairdeal.matches.models import Block, Match, MatchState
from fairdeal.tournaments.models import Tournament
from fairdeal.tournaments.tally import Cluster, Tables, add_up

_CACHE_S = 3600


def event_tables(tournament: Tournament) -> Tables:
    """Add up the finished matches. Blocks are written once, so the sums are those of the matches they came from."""
    finished = Match.objects.filter(pairing__tournament=tournament, state=MatchState.FINISHED)
    version = finished.aggregate(count=Count("id"), last=Max("finished_at"))
    if not version["count"]:
        return Tables()
    moment = version["last"].timestamp() if version["last"] else 0
    key = f"tournament-tables:{tournament.pk}:{version['count']}:{moment}"
    found: Tables | None = cache.get(key)
    if found is None:
        found = add_up(_blocks(finished))
        cache.set(key, found, _CACHE_S)
    return found


def _blocks(finished: QuerySet[Match]) -> Iterator[tuple[Sequence[int], Cluster, Sequence[Mapping[str, Any]]]]:
    """Give the blocks with their line-ups, and as the cluster the deal that each was played on.

    In one query: a match that finishes between two would be in one of them alone.
    """
    of_pairing = [f"match__pairing__{name}" for name in ("numbers", "cycle", "deals_round", "first_block")]
    rows = Block.objects.filter(match__in=finished).order_by("match_id", "index")
    for numbers, cycle, deals_of, first, index, games in rows.values_list(*of_pairing, "index", "games").iterator(
        chunk_size=500
    ):
        yield numbers, (cycle, deals_of, first + index), games
