"""Workers: what they say of themselves, for staff to see, and how many of them play."""

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from fairdeal.common import clock
from fairdeal.common.errors import Conflict, InvalidInput
from fairdeal.matches import messages
from fairdeal.matches.fields import BadMessage
from fairdeal.matches.models import Machine, Worker
from fairdeal.matches.services.machines import machine_of

# A worker reports every half minute, and is taken for gone when it has not for so long.
SILENT_AFTER = timedelta(minutes=2)
# A worker that was restarted has another name: the old one is of interest for a while.
FORGOTTEN_AFTER = timedelta(days=2)
# Who holds a worker's broker can send any name: no more rows than this come of it.
MAX_WORKERS = 500


def match_slots() -> int:
    """Count the matches that can be played at a time: workers that play and were heard of lately, one match each."""
    heard_of = Worker.objects.filter(is_fit=True, plays_matches=True, seen_at__gt=clock.now() - SILENT_AFTER)
    suspended = set(Machine.objects.filter(suspended_at__isnull=False).values_list("name", flat=True))
    if not suspended:
        return heard_of.count()
    return sum(machine_of(name) not in suspended for name in heard_of.values_list("name", flat=True))


@transaction.atomic
def worker_report(*, message: object) -> Worker:
    """Note a worker's state, and forget workers that were not heard of for long.

    Raises InvalidInput for a message that does not follow the contract, Conflict when too many workers are known.
    """
    try:
        said = messages.read_worker(message)
    except BadMessage as error:
        raise InvalidInput(str(error), code="bad_message") from error
    now = clock.now()
    Worker.objects.filter(seen_at__lt=now - FORGOTTEN_AFTER).delete()
    if not Worker.objects.filter(name=said.name).exists() and Worker.objects.count() >= MAX_WORKERS:
        raise Conflict(_("Too many workers are known; those not heard of are forgotten in time."), code="many_workers")
    facts: dict[str, Any] = {
        "engine_version": said.engine_version,
        "sandbox": said.sandbox,
        "plays_matches": said.plays_matches,
        "is_fit": said.is_fit,
        "reason": said.reason,
        "remedy": said.remedy,
        "tested_at": None if said.tested_s_ago is None else now - timedelta(seconds=said.tested_s_ago),
        "seen_at": now,
    }
    return Worker.objects.update_or_create(name=said.name, defaults=facts)[0]
