"""Checks of versions: asking for them, taking in what workers say, and what happens when a worker is lost."""

import hashlib
import hmac
import secrets
from datetime import datetime, timedelta
from functools import partial
from itertools import takewhile
from typing import Any, BinaryIO

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from fairdeal.common import clock
from fairdeal.common.errors import Gone, InvalidInput, NotAuthenticated, NotFound
from fairdeal.submissions import bundles, dispatch, states
from fairdeal.submissions.models import BotVersion, Check, CheckState, VersionState
from fairdeal.submissions.reports import clean_report

OUTCOMES = frozenset({CheckState.PASSED, CheckState.FAILED, CheckState.BROKEN})
# Why a check was given up. Kept in these words; its page says them in the reader's language.
NOT_HEARD_OF = gettext_noop("The worker was not heard of any more.")
NOT_TAKEN_UP = gettext_noop("No worker took the check up in time.")
GIVEN_UP = frozenset({NOT_HEARD_OF, NOT_TAKEN_UP})
AFTER = {CheckState.PASSED: VersionState.ACTIVE, CheckState.FAILED: VersionState.REJECTED}


def ask(version: BotVersion) -> Check:
    """Make a check of a version, locked by the caller, and send it once the transaction is committed."""
    token = secrets.token_urlsafe(32)
    last = Check.objects.filter(version=version).order_by("-number").first()
    check = Check.objects.create(
        version=version,
        number=last.number + 1 if last else 1,
        token_digest=_digest(token),
        lease_expires_at=clock.now() + timedelta(seconds=settings.CHECK_QUEUE_SECONDS),
    )
    transaction.on_commit(partial(dispatch.send_check, check, token))
    return check


@transaction.atomic
def record_progress(*, message: dict[str, Any]) -> Check:
    """Note that a worker is at a check: the first message starts its time, each renews its lease.

    However often a worker says so, a check is over `CHECK_WALL_SECONDS` after its start. Raises as `record_result`.
    """
    check = _authenticated(message)
    if check.state not in Check.LIVE:
        raise Gone(_("The check has ended already."), code="check_ended")
    now = clock.now()
    check.state = CheckState.RUNNING
    check.started_at = check.started_at or now
    wall = check.started_at + timedelta(seconds=settings.CHECK_WALL_SECONDS)
    check.lease_expires_at = min(now + timedelta(seconds=settings.LEASE_SECONDS), wall)
    check.save(update_fields=["state", "started_at", "lease_expires_at"])
    return check


@transaction.atomic
def record_result(*, message: dict[str, Any]) -> Check:
    """Take in a worker's report. The same report again changes nothing.

    Raises InvalidInput for a message of another form, NotAuthenticated when its token is not the check's, Gone when
    the check has been given up in the meantime.
    """
    check = _authenticated(message)
    outcome = message.get("outcome")
    if not isinstance(outcome, str) or outcome not in OUTCOMES:
        raise InvalidInput(_("An outcome is expected: passed, failed or broken."), code="bad_message")
    if check.state not in Check.LIVE:
        if check.state == outcome:
            return check
        raise Gone(_("The check has ended already."), code="check_ended")
    # A report may overtake the word that its check has begun.
    check.started_at = check.started_at or clock.now()
    report = clean_report(message.get("report"))
    report["worker"] = str(message.get("worker", ""))[:120]
    report["engine_version"] = str(message.get("engine_version", ""))[:40]
    _end(check, CheckState(outcome), report)
    return check


@transaction.atomic
def sweep_one(*, check_id: int, now: datetime) -> bool:
    """Give up one check if its lease has run out; says whether it had."""
    check = _locked(check_id)
    if check is None or check.state not in Check.LIVE or check.lease_expires_at > now:
        return False
    lost = NOT_HEARD_OF if check.started_at else NOT_TAKEN_UP
    _end(check, CheckState.BROKEN, {"summary": lost, "steps": []})
    return True


def bundle_for_check(*, check_id: int, token: str, sha: str) -> BinaryIO:
    """Give a worker the bundle its check is about; raises NotAuthenticated, Gone, or NotFound for another bundle."""
    check = Check.objects.select_related("version").filter(pk=check_id).first()
    if check is None or not hmac.compare_digest(check.token_digest, _digest(token)):
        raise NotAuthenticated(_("The token is not the check's."), code="stale_token")
    if check.state not in Check.LIVE or check.lease_expires_at <= clock.now():
        raise Gone(_("The check has ended already."), code="check_ended")
    if check.version.bundle_sha256 != sha:
        raise NotFound(_("The check is about another bundle."), code="no_such_blob")
    return bundles.open_bundle(sha)


def _end(check: Check, state: CheckState, report: dict[str, Any]) -> None:
    """End a check and move its version on; one that broke by our fault is asked for again, a few times in all."""
    check.state = state
    check.report = report
    check.finished_at = clock.now()
    check.save(update_fields=["state", "report", "started_at", "finished_at"])
    version = check.version
    if version.state != VersionState.CHECKING:
        return
    if state in AFTER:
        states.move(version, AFTER[state])
    elif _may_be_tried_again(check):
        ask(version)
    else:
        states.move(version, VersionState.UNCHECKED)


def _may_be_tried_again(check: Check) -> bool:
    """Say whether a broken check was not the last try: those that a worker began and those that none took up differ."""
    has_begun = check.started_at is not None
    before = Check.objects.filter(version=check.version_id).order_by("-number").values_list("state", "started_at")
    broken = [started_at for _state, started_at in takewhile(lambda row: row[0] == CheckState.BROKEN, before)]
    alike = sum((started_at is not None) == has_begun for started_at in broken)
    # Multiples, because an author may ask for as many tries again.
    return alike % (settings.CHECK_TRIES if has_begun else settings.CHECK_HAND_OUTS) != 0


def _locked(check_id: int) -> Check | None:
    """Lock a check's version, then the check: always in this order."""
    version_id = Check.objects.filter(pk=check_id).values_list("version_id", flat=True).first()
    if version_id is None:
        return None
    version = BotVersion.objects.select_for_update().get(pk=version_id)
    check = Check.objects.select_for_update().get(pk=check_id)
    check.version = version
    return check


def _authenticated(message: dict[str, Any]) -> Check:
    """Read which check a worker speaks of, and lock it; whatever its state."""
    check_id, token = message.get("check"), message.get("token")
    if message.get("contract") != dispatch.CONTRACT:
        raise InvalidInput(_("The message is not of contract 1."), code="bad_contract")
    if type(check_id) is not int or not 0 < check_id < 2**63:
        raise InvalidInput(_("The number of a check is expected."), code="bad_message")
    if not isinstance(token, str):
        raise InvalidInput(_("A token is expected."), code="bad_message")
    check = _locked(check_id)
    if check is None or not hmac.compare_digest(check.token_digest, _digest(token)):
        raise NotAuthenticated(_("The token is not the check's."), code="stale_token")
    if check.version_id != message.get("version"):
        raise InvalidInput(_("The check is one of another version."), code="bad_message")
    return check


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
