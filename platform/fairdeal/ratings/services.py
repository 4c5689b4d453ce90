"""What changes the ledger: appending what has finished, withdrawing what was wrong; and rebuilding all that follows."""

import hashlib
from collections.abc import Collection, Iterator
from typing import Any

import structlog
from django.db import transaction
from django.db.models import Prefetch
from django.utils.translation import gettext as _

from fairdeal.common import clock
from fairdeal.common.errors import Conflict, InvalidInput
from fairdeal.matches.models import Block, Match, MatchEntrant, MatchState
from fairdeal.matches.states import TERMINAL
from fairdeal.ratings.books import Books, rules_for
from fairdeal.ratings.errors import LedgerAlarm
from fairdeal.ratings.models import LedgerRow, Pool
from fairdeal.ratings.replay import forget, replay
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
    rules = rules_for(pool)
    matches = list(_ready(pool))
    if not matches:
        return 0, 0
    entrants = [entrant for match in matches for entrant in match.entrants.all()]
    parents = {entrant.version_id: entrant.version.parent_id for entrant in entrants}
    books = Books.of(pool, rules, set(parents))
    rows: list[LedgerRow] = []
    for match in matches:
        versions = [entrant.version_id for entrant in match.entrants.all()]
        for block in match.blocks.all():
            if rules.has_partners and has_fault(block.games):
                continue
            scores = block_scores(block.games, len(versions))
            changes, placing = books.enter(versions, parents, block.games, scores)
            rows.append(
                LedgerRow(
                    pool=pool,
                    sequence=pool.last_sequence + len(rows) + 1,
                    created_at=clock.now(),
                    block=block,
                    versions=versions,
                    deal=deal_of(match.seeds[block.index]),
                    engine_version=block.attempt.engine_version,
                    games=len(block.games),
                    scores=scores,
                    placing=placing,
                    deltas=changes,
                )
            )
            books.remember(rows[-1])
    books.check()
    LedgerRow.objects.bulk_create(rows, batch_size=500)
    books.write(pool)
    pool.last_sequence += len(rows)
    pool.save(update_fields=["last_sequence"])
    Match.objects.filter(pk__in=[match.pk for match in matches]).update(rated_at=clock.now())
    return len(matches), len(rows)


@transaction.atomic
def ledger_void(*, pool: Pool, sequences: Collection[int], reason: str) -> int:
    """Withdraw rows of the ledger by new ones, and rebuild what follows from it; returns how many were withdrawn.

    For staff, when an engine or a worker was wrong. Nothing is edited: the old rows stay, and so do the changes they
    say they made at their time. Raises InvalidInput for rows that are not there or withdraw others themselves,
    Conflict for rows that were withdrawn before.
    """
    if not reason.strip() or not sequences:
        raise InvalidInput(_("To withdraw rows of the ledger, name them and the reason."), code="no_reason")
    locked = Pool.objects.select_for_update().get(pk=pool.pk)
    found = list(LedgerRow.objects.filter(pool=locked, sequence__in=sequences, voids=None).order_by("sequence"))
    missing = sorted(set(sequences) - {row.sequence for row in found})
    if missing:
        text = _("The ledger of %(pool)s has no rated block in row %(row)d.") % {"pool": locked, "row": missing[0]}
        raise InvalidInput(text, code="no_such_row")
    again = LedgerRow.objects.filter(voids__in=found).first()
    if again is not None:
        text = _("Row %(row)d was withdrawn already.") % {"row": again.voids.sequence if again.voids else 0}
        raise Conflict(text, code="row_withdrawn")
    LedgerRow.objects.bulk_create(
        LedgerRow(
            pool=locked, sequence=number, created_at=clock.now(), voids=row, deal=row.deal, reason=reason.strip()[:300]
        )
        for number, row in enumerate(found, start=locked.last_sequence + 1)
    )
    locked.last_sequence += len(found)
    locked.save(update_fields=["last_sequence"])
    forget(locked)
    replay(locked, rules_for(locked)).write(locked)
    return len(found)


@transaction.atomic
def rerate(*, pool: Pool) -> int:
    """Rebuild from its ledger all that a pool's ledger says; returns the number of rows read.

    Raises LedgerAlarm, and changes nothing, when a row holds other changes than those that follow from the rows before.
    """
    locked = Pool.objects.select_for_update().get(pk=pool.pk)
    books = replay(locked, rules_for(locked))
    forget(locked)
    books.write(locked)
    return locked.last_sequence


def deal_of(seed: str) -> int:
    """Return a number that stands for a block's deals: blocks of one seed have the same, and no others."""
    return int.from_bytes(hashlib.sha256(bytes.fromhex(seed)).digest()[:8], "big") >> 1


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
