"""The platform's clock: one function that tests can set."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime

from django.utils import timezone

_frozen: ContextVar[datetime | None] = ContextVar("frozen clock", default=None)


def now() -> datetime:
    """Give the present time, in UTC."""
    return _frozen.get() or timezone.now()


@contextmanager
def frozen_at(moment: datetime) -> Iterator[datetime]:
    """Let `now()` give this moment inside the block."""
    token = _frozen.set(moment)
    try:
        yield moment
    finally:
        _frozen.reset(token)
