"""Stored files that no row names, or none any more that is to be kept. They are removed after a while.

Unnamed are those that were written before a transaction that then failed.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import islice

import structlog

from fairdeal.common import blobs
from fairdeal.matches.models import Block, StoredRecord
from fairdeal.matches.retention import kept_blocks, kept_records
from fairdeal.submissions.models import BotVersion

# No transaction takes a day: what is older and still in no row will never be in one.
MARGIN = timedelta(days=1)
# Names asked for in one query.
BATCH = 500

logger = structlog.stdlib.get_logger(__name__)


def blobs_sweep(*, now: datetime) -> int:
    """Remove the files that no row has named for a day; returns how many.

    Every app that stores files has its column in `_named`; one that is missing there would lose its files.
    """
    before = now - MARGIN
    removed = blobs.remove_leftovers(before)
    names = blobs.names_older_than(before)
    while batch := list(islice(names, BATCH)):
        named = _named(batch, now)
        removed += sum(blobs.remove_old(name, before) for name in batch if name not in named)
    asides = blobs.names_set_aside(before)
    while batch := list(islice(asides, BATCH)):
        named = _named(batch, now)
        for name in batch:
            blobs.settle(name, is_wanted=name in named)
    if removed:
        logger.info("orphaned files removed", files=removed)
    return removed


def _named(names: Iterable[str], now: datetime) -> set[str]:
    """Give those of the names that are in a row, of whose file the site still wants to know."""
    wanted = list(names)
    return {
        *BotVersion.objects.filter(bundle_sha256__in=wanted).values_list("bundle_sha256", flat=True),
        *StoredRecord.objects.filter(kept_records(now), sha256__in=wanted).values_list("sha256", flat=True),
        *Block.objects.filter(kept_blocks(now), record_sha256__in=wanted).values_list("record_sha256", flat=True),
    }
