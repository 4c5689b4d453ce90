"""The sums of a tournament's finished matches, kept until there are more."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.core.cache import cache
from django.db.models import Count, Max, QuerySet

from fairdeal.matches.models import Block, Match, MatchEntrant, MatchState
from fairdeal.tournaments.models import Tournament
from fairdeal.tournaments.parts import block_parts
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
        found = add_up(_blocks(tournament, finished))
        cache.set(key, found, _CACHE_S)
    return found


def _blocks(
    tournament: Tournament, finished: QuerySet[Match]
) -> Iterator[tuple[Sequence[int], Cluster, Sequence[Mapping[str, Any]]]]:
    """Give the blocks with their line-ups, in three queries; the deals they share are their cycle and number."""
    numbers = dict(tournament.entries.values_list("version_id", "number"))
    seated: dict[int, list[int]] = defaultdict(list)
    entrants = MatchEntrant.objects.filter(match__in=finished).order_by("match_id", "index")
    for match_id, version_id in entrants.values_list("match_id", "version_id"):
        seated[match_id].append(numbers[version_id])
    first_blocks = [blocks.start for blocks in block_parts(tournament)]
    rows = Block.objects.filter(match__in=finished).order_by("match_id", "index")
    columns = ("match_id", "index", "games", "match__pairing__cycle", "match__pairing__part")
    for match_id, index, games, cycle, part in rows.values_list(*columns).iterator(chunk_size=500):
        yield seated[match_id], (cycle, first_blocks[part] + index), games
