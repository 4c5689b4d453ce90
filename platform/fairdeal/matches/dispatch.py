"""Send matches to the workers: the one file of this app that speaks to the broker."""

from typing import Any

import structlog
from django.conf import settings
from kombu.exceptions import KombuError

from fairdeal.common import broker
from fairdeal.matches.messages import CONTRACT
from fairdeal.matches.models import Attempt

TASK = "worker.play_match"
QUEUE = "matches"

logger = structlog.stdlib.get_logger(__name__)


def match_job(attempt: Attempt, token: str) -> dict[str, Any]:
    """Give the message that asks a worker to play a match."""
    match = attempt.match
    entrants = match.entrants.select_related("version").order_by("index")
    return {
        "contract": CONTRACT,
        "match": match.pk,
        "attempt": attempt.pk,
        "token": token,
        "engine_version": attempt.engine_version,
        "platform": settings.PUBLIC_URL,
        "game": match.game,
        "players": match.players,
        "options": match.options,
        "entry": match.entry_kind,
        "entrants": [
            {
                "bundle": entrant.version.bundle_sha256,
                "language": entrant.version.language,
                "entry": entrant.version.entry,
            }
            for entrant in entrants
        ],
        "seeds": match.seeds,
        "rng_seed": match.rng_seed,
        "limits": match.limits,
    }


def send_match(attempt: Attempt, token: str) -> None:
    """Send an attempt, after the commit; when the broker is away, its lease runs out and the sweep sends another."""
    try:
        broker.send(task=TASK, queue=QUEUE, message=match_job(attempt, token))
    except (KombuError, OSError) as error:
        logger.warning("match not sent", attempt=attempt.pk, error=str(error))
