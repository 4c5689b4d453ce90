"""Periodic work on comparisons."""

from celery import shared_task

from fairdeal.comparisons.services import advance_all


@shared_task(name="fairdeal.advance_comparisons")
def advance_comparisons() -> int:
    """Go on with comparisons whose matches are over; makes up for a signal that got lost."""
    return advance_all()
