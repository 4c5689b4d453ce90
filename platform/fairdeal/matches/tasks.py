"""Periodic work on matches."""

from celery import shared_task

from fairdeal.common import clock
from fairdeal.matches.services import (
    audit_at_random,
    blobs_sweep,
    machine_users_restore,
    matches_hand_out,
    outliers_suspend,
    sweep,
)


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


@shared_task(name="fairdeal.audit_matches")
def audit_matches() -> int:
    """Derive a result again from its records; returns the number of blocks. What differs raises an alarm."""
    audit = audit_at_random()
    return 0 if audit is None else audit.blocks


@shared_task(name="fairdeal.restore_worker_users")
def restore_worker_users() -> int:
    """Make the users of workers at the broker again: one that was restarted may have lost them."""
    return machine_users_restore()


@shared_task(name="fairdeal.watch_machines")
def watch_machines() -> int:
    """Suspend machines whose matches go wrong far more often than others'."""
    return len(outliers_suspend())
