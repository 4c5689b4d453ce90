"""Periodic work on ratings."""

from celery import shared_task

from fairdeal.ratings.fits import refit_all
from fairdeal.ratings.services import ledger_append_ready


@shared_task(name="fairdeal.append_ledger")
def append_ledger() -> int:
    """Enter into the ledger what has finished."""
    return ledger_append_ready()


@shared_task(name="fairdeal.refit_pools")
def refit_pools() -> int:
    """Fit the pools whose ledgers have grown."""
    return refit_all()
