"""Checks of versions: asking for them, taking in their reports, and what happens when a worker is lost."""

import hashlib
import hmac
import secrets
from datetime import datetime, timedelta
from functools import partial
from typing import Any, BinaryIO

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from fairdeal.common import clock
from fairdeal.common.errors import Gone, InvalidInput, NotAuthenticated, NotFound
from fairdeal.submissions import bundles, dispatch, states
from fairdeal.submissions.models import BotVersion, Check, CheckState, VersionState
from fairdeal.submissions.reports import clean_report

OUTCOMES = frozenset({CheckState.PASSED, CheckState.FAILED, CheckState.BROKEN})
AFTER = {CheckState.PASSED: VersionState.ACTIVE, CheckState.FAILED: VersionState.REJECTED}


def ask(version: BotVersion) -> Check:
    """Make a check of a version, locked by the caller, and send it once the transaction is committed."""
    token = secrets.token_urlsafe(32)
    last = Check.objects.filter(version=version).order_by("-number").first()
    check = Check.objects.create(
        version=version,
        number=last.number + 1 if last else 1,
        token_digest=_digest(token),
        lease_expires_at=clock.now() + timedelta(seconds=settings.CHECK_LEASE_S),
    )
    transaction.on_commit(partial(dispatch.send_check, check, token))
    return check


@transaction.atomic
def record_result(*, message: dict[str, Any]) -> Check:
    """Take in a worker's report. The same report again changes nothing.

    Raises InvalidInput for a message of another form, NotAuthenticated when its token is not the check's, Gone when
    the check has been given up in the meantime.
    """
    check_id, token, outcome = _read(message)
    check = _locked(check_id)
    if check is None or not hmac.compare_digest(check.token_digest, _digest(token)):
        raise NotAuthenticated(_("The token is not the check's."), code="stale_token")
    if check.version_id != message.get("version"):
        raise InvalidInput(_("The check is one of another version."), code="bad_message")
    if check.state != CheckState.QUEUED:
        if check.state == outcome:
            return check
        raise Gone(_("The check has ended already."), code="check_ended")
    report = clean_report(message.get("report"))
    report["worker"] = str(message.get("worker", ""))[:120]
    report["engine_version"] = str(message.get("engine_version", ""))[:40]
    _end(check, CheckState(outcome), report)
    return check


@transaction.atomic
def sweep_one(*, check_id: int, now: datetime) -> bool:
    """Give up one check if its lease has run out; says whether it had."""
    check = _locked(check_id)
    if check is None or check.state != CheckState.QUEUED or check.lease_expires_at > now:
        return False
    _end(check, CheckState.BROKEN, {"summary": _("No worker brought a result in time."), "steps": []})
    return True


def bundle_for_check(*, check_id: int, token: str, sha: str) -> BinaryIO:
    """Give a worker the bundle its check is about; raises NotAuthenticated, Gone, or NotFound for another bundle."""
    check = Check.objects.select_related("version").filter(pk=check_id).first()
    if check is None or not hmac.compare_digest(check.token_digest, _digest(token)):
        raise NotAuthenticated(_("The token is not the check's."), code="stale_token")
    if check.state != CheckState.QUEUED or check.lease_expires_at <= clock.now():
        raise Gone(_("The check has ended already."), code="check_ended")
    if check.version.bundle_sha256 != sha:
        raise NotFound(_("The check is about another bundle."), code="no_such_blob")
    return bundles.open_bundle(sha)


def _end(check: Check, state: CheckState, report: dict[str, Any]) -> None:
    """End a check and move its version on; one that broke by our fault is asked for again, three times in all."""
    check.state = state
    check.report = report
    check.finished_at = clock.now()
    check.save(update_fields=["state", "report", "finished_at"])
    version = check.version
    if version.state != VersionState.CHECKING:
        return
    if state in AFTER:
        states.move(version, AFTER[state])
    elif _broken_in_a_row(version) % settings.CHECK_TRIES:
        ask(version)
    else:
        states.move(version, VersionState.UNCHECKED)


def _broken_in_a_row(version: BotVersion) -> int:
    count = 0
    for state in Check.objects.filter(version=version).order_by("-number").values_list("state", flat=True):
        if state != CheckState.BROKEN:
            break
        count += 1
    return count


def _locked(check_id: int) -> Check | None:
    """Lock a check's version, then the check: always in this order."""
    version_id = Check.objects.filter(pk=check_id).values_list("version_id", flat=True).first()
    if version_id is None:
        return None
    version = BotVersion.objects.select_for_update().get(pk=version_id)
    check = Check.objects.select_for_update().get(pk=check_id)
    check.version = version
    return check


def _read(message: dict[str, Any]) -> tuple[int, str, str]:
    check_id, token, outcome = message.get("check"), message.get("token"), message.get("outcome")
    if message.get("contract") != dispatch.CONTRACT:
        raise InvalidInput(_("The message is not of contract 1."), code="bad_contract")
    if type(check_id) is not int or not 0 < check_id < 2**63:
        raise InvalidInput(_("The number of a check is expected."), code="bad_message")
    if not isinstance(token, str) or not isinstance(outcome, str) or outcome not in OUTCOMES:
        raise InvalidInput(_("A token and an outcome are expected."), code="bad_message")
    return check_id, token, outcome


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
