"""Periodic work on checks."""

from celery import shared_task

from fairdeal.common import clock
from fairdeal.submissions.services import check_sweep


@shared_task(name="fairdeal.sweep_checks")
def sweep_checks() -> int:
    """Give up checks whose worker was lost, and ask again."""
    return check_sweep(now=clock.now())
