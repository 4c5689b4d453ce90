"""Idempotency keys: the same POST sent twice is done once and answered twice."""

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from fairdeal.common import clock
from fairdeal.common.errors import Conflict, InvalidInput, Unprocessable
from fairdeal.common.models import IdempotencyKey

KEY = re.compile(r"[\x21-\x7e]{1,128}")
# A first request that has not ended by then died with its process.
ABANDONED_AFTER = timedelta(minutes=5)
KEPT_FOR = timedelta(days=7)


@dataclass(frozen=True)
class Answer:
    """What a POST is answered with: a status, a JSON body, and whether it is from an earlier request."""

    status: int
    body: Any
    is_replay: bool = False


def fingerprint(method: str, path: str, body: bytes) -> str:
    """Give what tells this request from another one under the same key."""
    digest = hashlib.sha256()
    for part in (method.encode(), path.encode(), body):
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()


def perform(*, user: AbstractBaseUser, key: str, fingerprint: str, action: Callable[[], Answer]) -> Answer:
    """Do the action once for this user and key, and give its answer, or the stored one when it was done before.

    The answer is stored in the action's own transaction. An action that raises leaves the key free: it can be sent
    again, corrected. Raises InvalidInput for a bad key, Unprocessable for a key of another request, Conflict while
    the first request still runs.
    """
    if not KEY.fullmatch(key):
        raise InvalidInput(
            _("An Idempotency-Key is 1 to 128 visible ASCII characters."),
            code="bad_idempotency_key",
            fields={"Idempotency-Key": _("1 to 128 visible ASCII characters are expected.")},
        )
    row, stored = _claim(user, key, fingerprint)
    if stored is not None:
        return stored
    try:
        with transaction.atomic():
            answer = action()
            IdempotencyKey.objects.filter(pk=row.pk).update(status=answer.status, body=answer.body)
    except BaseException:
        IdempotencyKey.objects.filter(pk=row.pk, status=None).delete()
        raise
    return answer


def _claim(user: AbstractBaseUser, key: str, fingerprint: str) -> tuple[IdempotencyKey, Answer | None]:
    now = clock.now()
    mine = IdempotencyKey.objects.filter(user_id=user.pk, key=key)
    mine.filter(created_at__lt=now - KEPT_FOR).delete()
    mine.filter(status=None, created_at__lt=now - ABANDONED_AFTER).delete()
    try:
        with transaction.atomic():
            return IdempotencyKey.objects.create(user_id=user.pk, key=key, fingerprint=fingerprint), None
    except IntegrityError:
        row = mine.first()
    if row is None or (row.status is None and row.fingerprint == fingerprint):
        raise Conflict(_("The first request with this key is still running."), code="request_in_progress")
    if row.fingerprint != fingerprint:
        raise Unprocessable(_("This key was used for another request."), code="idempotency_key_reused")
    return row, Answer(row.status or 200, row.body, is_replay=True)
