"""What is published, as the documents that verification reads: the same as the API's."""

from collections.abc import Iterator
from typing import Any

from fairdeal.matches.models import Match
from fairdeal.matches.selectors import blocks_of
from fairdeal.ratings.export import ledger_rows
from fairdeal.ratings.models import LedgerRow, Pool
from fairdeal.tournaments.models import Tournament
from fairdeal.tournaments.selectors import schedule


def match_document(match: Match) -> dict[str, Any]:
    """Give a match with all its blocks; whether the reader may see the seeds is the caller's to ask."""
    return {
        "game": match.game,
        "players": match.players,
        "options": match.options,
        "entry": match.entry_kind,
        "block_count": len(match.seeds),
        "blocks": [
            {
                "index": block.index,
                "seed": match.seeds[block.index],
                "record": {"sha256": block.record_sha256, "size": block.record_size},
                "games": block.games,
            }
            for block in blocks_of(match)
        ],
    }


def tournament_document(tournament: Tournament) -> dict[str, Any]:
    """Give a tournament with its seed and schedule."""
    rows = [
        {
            "cycle": row.cycle,
            "round": row.round,
            "table": row.table,
            "leg": row.leg,
            "part": row.part,
            "deals_round": row.deals_round,
            "first_block": row.first_block,
            "match": None if row.match is None else row.match.pk,
            "state": None if row.match is None else row.match.state,
        }
        for row in schedule(tournament)
        if not row.is_bye
    ]
    return {"seed": tournament.seed, "seed_sha256": tournament.seed_sha256, "schedule": rows}


def pool_document(pool: Pool) -> dict[str, Any]:
    """Give what a pool is of."""
    return {"game": pool.game, "players": pool.players, "options": pool.options, "entry": pool.entry_kind}


def ledger_document(row: LedgerRow) -> dict[str, Any]:
    """Give a row of a ledger that `ledger_rows` has read; one that withdraws another has no block."""
    block = row.block
    lineup = [] if block is None else sorted(block.match.entrants.all(), key=lambda entrant: entrant.index)
    return {
        "sequence": row.sequence,
        "match": None if block is None else block.match_id,
        "block": None if block is None else block.index,
        "voids": None if row.voids is None else row.voids.sequence,
        "reason": row.reason,
        "versions": [{"id": entrant.version_id, "parent": entrant.version.parent_id} for entrant in lineup],
        "engine_version": row.engine_version,
        "games": row.games,
        "scores": row.scores,
        "placing": row.placing,
        "deltas": row.deltas,
    }


def ledger_documents(pool: Pool) -> Iterator[tuple[LedgerRow, dict[str, Any]]]:
    """Give all rows of a pool's ledger, each with its document."""
    for row in ledger_rows(pool).iterator(chunk_size=1000):
        yield row, ledger_document(row)
