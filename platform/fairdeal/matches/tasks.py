"""Periodic work on matches."""

from celery import shared_task

from fairdeal.common import clock
from fairdeal.matches.services import blobs_sweep, matches_hand_out, sweep


@shared_task(name="fairdeal.sweep_matches")
def sweep_matches() -> int:
    """Hand out again what a lost worker had in hand."""
    return sweep(now=clock.now())


@shared_task(name="fairdeal.hand_out_matches")
def hand_out_matches() -> int:
    """Hand out what waits; makes up for a signal that got lost."""
    return matches_hand_out()


@shared_task(name="fairdeal.sweep_blobs")
def sweep_blobs() -> int:
    """Remove stored files that no row names."""
    return blobs_sweep(now=clock.now())
