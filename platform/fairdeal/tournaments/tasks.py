"""Periodic work on tournaments."""

from celery import shared_task

from fairdeal.tournaments.services import settle_all


@shared_task(name="fairdeal.settle_tournaments")
def settle_tournaments() -> int:
    """Finish tournaments whose matches are all over; makes up for a signal that got lost."""
    return settle_all()
