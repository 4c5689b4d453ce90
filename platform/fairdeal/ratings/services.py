"""What changes ratings: appending to the ledger, and rebuilding everything from it."""

from collections.abc import Iterator
from typing import Any

import structlog
from django.db import transaction
from django.db.models import Prefetch

import engines
from fairdeal.common import clock
from fairdeal.matches.models import Block, Match, MatchEntrant, MatchState
from fairdeal.matches.states import TERMINAL
from fairdeal.ratings.books import Books
from fairdeal.ratings.errors import LedgerAlarm
from fairdeal.ratings.models import LedgerRow, LiveRating, Pool
from fairdeal.ratings.rules import PoolRules
from fairdeal.ratings.score import block_scores, has_fault

# Matches a transaction: the pool is locked while they are entered.
BATCH = 200
_NEVER_RATED = frozenset(TERMINAL - {MatchState.FINISHED})

logger = structlog.stdlib.get_logger(__name__)


def ledger_append_ready(*, pool: Pool | None = None) -> int:
    """Enter into the ledger what may be entered by now; returns the number of new rows.

    The order is the scheduler's: by match, then by block. A finished match waits for all earlier ones of its pool that
    can still finish; failed and cancelled ones are passed over. Each pool has a transaction of its own: an alarm in one
    is raised when the others are done.
    """
    rows, alarms = 0, []
    for found in [pool] if pool else _pools_waiting():
        try:
            taken = 1
            while taken:
                taken, entered = _append(found.pk)
                rows += entered
        except LedgerAlarm as alarm:
            logger.error("ledger alarm", pool=found.pk, ruleset=found.ruleset, reason=str(alarm))
            alarms.append(f"{found}: {alarm}")
    if alarms:
        raise LedgerAlarm("; ".join(alarms))
    return rows


@transaction.atomic
def _append(pool_id: int) -> tuple[int, int]:
    """Enter the next batch; returns how many matches it held, and how many rows: faults may void all of a match."""
    pool = Pool.objects.select_for_update().get(pk=pool_id)
    rules = rules_of(pool)
    books = Books.of(pool, rules)
    rows: list[LedgerRow] = []
    matches = list(_ready(pool))
    for match in matches:
        versions = [entrant.version for entrant in match.entrants.all()]
        for block in match.blocks.all():
            if rules.has_partners and has_fault(block.games):
                continue
            scores = block_scores(block.games, len(versions))
            games = len(block.games)
            deltas = books.enter(versions, scores, games)
            rows.append(_row(pool, pool.last_sequence + len(rows) + 1, block, scores, games, deltas))
    if not matches:
        return 0, 0
    books.check()
    LedgerRow.objects.bulk_create(rows, batch_size=500)
    books.write(pool)
    pool.last_sequence += len(rows)
    pool.save(update_fields=["last_sequence"])
    Match.objects.filter(pk__in=[match.pk for match in matches]).update(rated_at=clock.now())
    return len(matches), len(rows)


@transaction.atomic
def rerate(*, pool: Pool) -> int:
    """Rebuild the live ratings of a pool from its ledger; returns the number of rows read.

    Raises LedgerAlarm, and changes nothing, when a row holds other changes than those that follow from the rows before.
    """
    locked = Pool.objects.select_for_update().get(pk=pool.pk)
    books = Books(rules_of(locked))
    count = 0
    for count, row in enumerate(ledger_rows(locked), start=1):
        if row.sequence != count:
            raise LedgerAlarm(f"row {count} of {locked} has the number {row.sequence}")
        versions = [entrant.version for entrant in row.block.match.entrants.all()]
        deltas = books.enter(versions, row.scores, row.games)
        if deltas != row.deltas:
            raise LedgerAlarm(
                f"row {row.sequence} of {locked} says {row.deltas}; {deltas} follows from the rows before"
            )
    if count != locked.last_sequence:
        raise LedgerAlarm(f"the ledger of {locked} has {count} rows, its pool says {locked.last_sequence}")
    books.check()
    LiveRating.objects.filter(pool=locked).delete()
    books.write(locked)
    return count


def rules_of(pool: Pool) -> PoolRules:
    """Give how the blocks of a pool are rated."""
    game = engines.make_game(pool.game, pool.players, pool.options)
    return PoolRules(pool.entry_kind, game.side_of)


def ledger_rows(pool: Pool) -> Iterator[LedgerRow]:
    """Give the rows of a pool in their order, with blocks and line-ups, a batch in memory at a time."""
    lineup = Prefetch("block__match__entrants", MatchEntrant.objects.select_related("version__bot__owner"))
    rows = LedgerRow.objects.filter(pool=pool).order_by("sequence")
    return rows.select_related("block__match").prefetch_related(lineup).iterator(chunk_size=1000)


def pool_of(match: Match) -> Pool:
    """Give the pool that a match is rated in, making it when it is not there."""
    facts: dict[str, Any] = {"game": match.game, "players": match.players, "options": match.options}
    pool, _made = Pool.objects.get_or_create(ruleset=match.ruleset, entry_kind=match.entry_kind, defaults=facts)
    return pool


def _pools_waiting() -> list[Pool]:
    """Give the pools with finished matches that are not in their ledgers yet."""
    waiting = Match.objects.filter(is_rated=True, rated_at=None, state=MatchState.FINISHED)
    kinds = waiting.order_by("ruleset", "entry_kind").values_list("ruleset", "entry_kind").distinct()
    pools = []
    for ruleset, entry_kind in kinds:
        first = waiting.filter(ruleset=ruleset, entry_kind=entry_kind).order_by("id").first()
        if first is not None:
            pools.append(pool_of(first))
    return pools


def _ready(pool: Pool) -> Iterator[Match]:
    """Give the next matches to be entered, in order, up to the first that is not over."""
    blocks = Prefetch("blocks", Block.objects.select_related("attempt").order_by("index"))
    lineup = Prefetch("entrants", MatchEntrant.objects.select_related("version").order_by("index"))
    waiting = Match.objects.filter(
        ruleset=pool.ruleset, entry_kind=pool.entry_kind, is_rated=True, rated_at=None
    ).exclude(state__in=_NEVER_RATED)
    for match in waiting.order_by("id").prefetch_related(blocks, lineup)[:BATCH]:
        if match.state != MatchState.FINISHED:
            return
        yield match


def _row(pool: Pool, sequence: int, block: Block, scores: list[list[int]], games: int, deltas: list[int]) -> LedgerRow:
    return LedgerRow(
        pool=pool,
        sequence=sequence,
        block=block,
        engine_version=block.attempt.engine_version,
        games=games,
        scores=scores,
        deltas=deltas,
    )
