"""How long records are kept: those of results as long as the site says, those of lost attempts for a day."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q

from fairdeal.matches.models import AttemptState, Match

# Whoever looks into why an attempt was lost has as long.
LOST_FOR = timedelta(days=1)


def is_record_kept(match: Match, now: datetime) -> bool:
    """Say whether the records of a finished match are still there."""
    before = _kept_since(now)
    return before is None or match.finished_at is None or match.finished_at >= before


def kept_blocks(now: datetime) -> Q:
    """Give the condition for blocks whose records are kept."""
    before = _kept_since(now)
    return Q() if before is None else Q(match__finished_at__gte=before)


def kept_records(now: datetime) -> Q:
    """Give the condition for handed-in records that are kept: of attempts that go on or brought the result."""
    lost = Q(attempt__ended_at__lt=now - LOST_FOR) & ~Q(attempt__state=AttemptState.FINISHED)
    before = _kept_since(now)
    # The result's own are the blocks' too, and go with them.
    old = Q() if before is None else Q(attempt__state=AttemptState.FINISHED, attempt__match__finished_at__lt=before)
    return ~lost & ~old if old else ~lost


def _kept_since(now: datetime) -> datetime | None:
    return None if settings.RECORD_DAYS is None else now - timedelta(days=settings.RECORD_DAYS)
