"""Alarms: what staff must look at, raised once and settled by a person."""

import structlog
from django.db import transaction
from django.utils.translation import gettext as _

from fairdeal.accounts.models import User
from fairdeal.common import clock
from fairdeal.common.errors import Forbidden, NotFound
from fairdeal.matches.models import Alarm, AlarmKind, Match
from fairdeal.submissions.access import is_staff

_DETAIL = 1000

logger = structlog.stdlib.get_logger(__name__)


@transaction.atomic
def alarm_raise(*, kind: AlarmKind, detail: str, match: Match | None = None, worker: str = "") -> Alarm:
    """Raise an alarm about a match or a worker; one that is open already stays as it is."""
    key = {"kind": kind, "match": match, "settled_at": None} | ({} if match else {"worker": worker})
    alarm, is_new = Alarm.objects.get_or_create(**key, defaults={"worker": worker, "detail": detail[:_DETAIL]})
    if is_new:
        logger.error("alarm", alarm=alarm.pk, kind=kind, match=alarm.match_id, worker=worker, detail=detail)
    return alarm


@transaction.atomic
def alarm_settle(*, user: User, alarm_id: int) -> Alarm:
    """Note that somebody of the staff has seen to an alarm; again changes nothing. Raises Forbidden, NotFound."""
    if not is_staff(user):
        raise Forbidden(_("Alarms are for staff to settle."), code="staff_only")
    alarm = Alarm.objects.select_for_update().filter(pk=alarm_id).first()
    if alarm is None:
        raise NotFound(_("There is no such alarm."), code="no_such_alarm")
    if alarm.settled_at is None:
        alarm.settled_at, alarm.settled_by = clock.now(), user
        alarm.save(update_fields=["settled_at", "settled_by"])
    return alarm
