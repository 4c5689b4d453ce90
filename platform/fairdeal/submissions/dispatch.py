"""Send checks to the workers: the one file of this app that speaks to the broker."""

import structlog
from django.conf import settings
from kombu.exceptions import KombuError

from fairdeal.common import broker
from fairdeal.submissions.models import Check

CONTRACT = 1
TASK = "worker.check_bundle"
QUEUE = "checks"

logger = structlog.stdlib.get_logger(__name__)


def check_job(check: Check, token: str) -> dict[str, object]:
    """Give the message that asks a worker to check a version."""
    version = check.version
    return {
        "contract": CONTRACT,
        "version": version.pk,
        "check": check.pk,
        "token": token,
        "platform": settings.PUBLIC_URL,
        "bundle": version.bundle_sha256,
        "language": version.language,
        "entry": version.entry,
        "games": list(version.games),
        "limits": dict(settings.CHECK_LIMITS),
    }


def send_check(check: Check, token: str) -> None:
    """Send a check; when the broker is away, its wait runs out and the sweep asks again."""
    try:
        broker.send(task=TASK, queue=QUEUE, message=check_job(check, token))
    except (KombuError, OSError) as error:
        logger.warning("check not sent", check=check.pk, error=str(error))
