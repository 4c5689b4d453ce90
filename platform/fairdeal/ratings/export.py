"""The ledger in a form that is the same wherever the same matches were played."""

from collections.abc import Iterator
from typing import Any

from django.db.models import Prefetch, QuerySet

from fairdeal.matches.models import MatchEntrant
from fairdeal.ratings.models import LedgerRow, Pool

# Rows in memory at a time.
_PIECE = 1000


def ledger_rows(pool: Pool) -> QuerySet[LedgerRow]:
    """Give the rows of a pool in their order, each with its block, its line-up and the row that it withdraws."""
    lineup = Prefetch("block__match__entrants", MatchEntrant.objects.select_related("version__bot__owner"))
    rows = LedgerRow.objects.filter(pool=pool).order_by("sequence").select_related("block__match", "voids")
    return rows.prefetch_related(lineup)


def ledger_export(pool: Pool) -> Iterator[dict[str, Any]]:
    """Give the rows of a pool in their order.

    No keys and no times of this database: matches are numbered as they come, versions have their names. Records are
    left out because they hold measured times.
    """
    ordinals: dict[int, int] = {}
    for row in ledger_rows(pool).iterator(chunk_size=_PIECE):
        about = {"pool": pool.ruleset, "entry": pool.entry_kind, "sequence": row.sequence}
        if row.block is None:
            yield {**about, "voids": row.voids.sequence if row.voids else None, "reason": row.reason}
            continue
        match = row.block.match
        ordinal = ordinals.setdefault(match.pk, len(ordinals) + 1)
        versions = [entrant.version for entrant in match.entrants.all()]
        yield {
            **about,
            "match": ordinal,
            "block": row.block.index,
            "seed": match.seeds[row.block.index],
            "versions": [f"{version.bot.owner.name}/{version.bot.name}/{version.number}" for version in versions],
            "games": row.games,
            "scores": row.scores,
            "placing": row.placing,
            "deltas": row.deltas,
            "engine": row.engine_version,
        }
