"""The Celery app of the platform's own work: sweeping, rating, settling. Workers cannot reach its broker."""

from logging.config import dictConfig
from typing import Any

from celery import Celery, signals
from django.conf import settings

from fairdeal.common.broker import celery_settings
from fairdeal.settings import env

QUEUE = "internal"
# How often each task runs, in seconds.
PERIODS = {
    "fairdeal.sweep_matches": settings.SWEEP_SECONDS,
    "fairdeal.sweep_checks": settings.SWEEP_SECONDS,
    "fairdeal.sweep_blobs": 3600.0,
    "fairdeal.audit_matches": 60.0,
    "fairdeal.hand_out_matches": 2.0,
    "fairdeal.restore_worker_users": 30.0,
    "fairdeal.watch_machines": 300.0,
    "fairdeal.append_ledger": 2.0,
    "fairdeal.refit_pools": 5.0,
    "fairdeal.settle_tournaments": 5.0,
    "fairdeal.advance_comparisons": 5.0,
}


def beat_schedule() -> dict[str, dict[str, Any]]:
    """Give Celery's schedule. What waited longer than two periods is dropped: the next one does the same work."""
    return {
        name: {"task": name, "schedule": period, "options": {"queue": QUEUE, "expires": 2 * period}}
        for name, period in PERIODS.items()
    }


@signals.setup_logging.connect
def keep_the_platforms_logging(**_: Any) -> None:
    """Log as the web does, with secrets taken out, instead of Celery's way."""
    dictConfig(settings.LOGGING)


@signals.worker_ready.connect
def begin_leases_anew(sender: Any, **_: Any) -> None:
    """Before the first sweep, give workers the time to be heard of: it may be us who were away."""
    from fairdeal.common import clock
    from fairdeal.matches import services  # models cannot be imported before Django is set up

    if sender.app is app:  # the inbox is a worker of another app
        services.leases_begin_anew(now=clock.now())


env.choose_settings("fairdeal.settings.production")
app = Celery("fairdeal", set_as_current=True)
app.conf.update(
    celery_settings(settings.INTERNAL_BROKER_URL),
    task_default_queue=QUEUE,
    beat_schedule=beat_schedule(),
    include=[f"fairdeal.{name}.tasks" for name in ("submissions", "matches", "ratings", "comparisons", "tournaments")],
)
