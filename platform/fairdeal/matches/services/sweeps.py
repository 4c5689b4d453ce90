"""The sweep: attempts that nobody will bring to an end are given up, and their matches handed out again."""

from datetime import datetime

from django.db import transaction
from django.db.models import Max, Q

from fairdeal.matches.models import Attempt, AttemptState, Match
from fairdeal.matches.services.attempts import give_up, is_overdue, lease


def sweep(*, now: datetime) -> int:
    """Give up attempts whose lease has run out, each in its own transaction; returns how many.

    An attempt that a worker has begun is lost when its lease has run out. One that still waits for a worker is lost
    only if it was overtaken (a later one began a while ago: messages are handed out in order), or if nothing is played
    at all; otherwise its turn has not come, and its lease is renewed.
    """
    overdue = Attempt.objects.filter(state=AttemptState.LIVE, lease_expires_at__lte=now).order_by("match_id")
    is_quiet, overtaken_before = _is_quiet(now), _overtaken_before(now)
    given_up = 0
    for pk, match_id in list(overdue.values_list("pk", "match_id")):
        given_up += _sweep_one(pk, match_id, now, is_quiet, overtaken_before)
    return given_up


def leases_begin_anew(*, now: datetime) -> int:
    """Give every live attempt a whole lease from now on, unless it has a longer one; returns to how many.

    For the start of the platform: while it was away nobody could be heard of, and what was said waits in the inbox.
    """
    until = now + lease()
    return Attempt.objects.filter(state=AttemptState.LIVE, lease_expires_at__lt=until).update(lease_expires_at=until)


@transaction.atomic
def _sweep_one(attempt_id: int, match_id: int, now: datetime, is_quiet: bool, overtaken_before: int) -> bool:
    match = Match.objects.select_for_update().get(pk=match_id)
    attempt = Attempt.objects.select_for_update().get(pk=attempt_id)
    if not is_overdue(attempt, now):
        return False
    if attempt.started_at is not None:
        give_up(match, attempt, AttemptState.EXPIRED, "host_lost: the worker was not heard of any more")
        return True
    if is_quiet or attempt.pk < overtaken_before:
        give_up(match, attempt, AttemptState.EXPIRED, "no worker took it up")
        return True
    attempt.lease_expires_at = now + lease()
    attempt.save(update_fields=["lease_expires_at"])
    return False


def _is_quiet(now: datetime) -> bool:
    """Say whether nothing is being played, and nothing was lately."""
    lately = now - lease()
    playing = Q(state=AttemptState.LIVE, started_at__isnull=False, lease_expires_at__gt=now)
    played = Q(started_at__gt=lately) | Q(state__in=(AttemptState.FINISHED, AttemptState.FAILED), ended_at__gt=lately)
    return not Attempt.objects.filter(playing | played).exists()


def _overtaken_before(now: datetime) -> int:
    """Return the newest attempt that began a while ago: older ones still waiting have lost their message."""
    begun = Attempt.objects.filter(started_at__lte=now - lease()).aggregate(newest=Max("pk"))
    return begun["newest"] or 0
