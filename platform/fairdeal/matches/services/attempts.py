"""Attempts: handing a match out, the lease and its token, and what follows when an attempt brought nothing."""

import hashlib
import hmac
import secrets
from datetime import datetime, timedelta
from functools import partial
from typing import Any, BinaryIO

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

import engines
from fairdeal.common import clock
from fairdeal.common.errors import Conflict, Gone, InvalidInput, NotAuthenticated, NotFound
from fairdeal.matches import dispatch, messages, states
from fairdeal.matches.fields import BadMessage
from fairdeal.matches.limits import longest_block
from fairdeal.matches.models import Attempt, AttemptState, Match, MatchEntrant, MatchState
from fairdeal.matches.services.machines import refuse_suspended
from fairdeal.matches.services.matches import move
from fairdeal.submissions.bundles import open_bundle

# A match fails after so many attempts that a worker had begun. An attempt counts before it is played: the message
# that begins it comes first. One that a worker told to stop gave back is no failure, and counts no more.
MAX_STARTED = 3
# Attempts that no worker ever took up, when the broker or all workers were away, are sent again more patiently.
MAX_SENT = 20
LONGEST_WAIT = timedelta(hours=1)
_REASON = 500


def lease() -> timedelta:
    """Give how long a worker may be silent."""
    return timedelta(seconds=settings.LEASE_SECONDS)


@transaction.atomic
def match_enqueue(*, match: Match) -> Attempt:
    """Hand a match out: a new attempt, sent after the commit. Raises Conflict unless it waits to be handed out."""
    locked = Match.objects.select_for_update().get(pk=match.pk)
    if locked.state != MatchState.CREATED:
        raise Conflict(_("The match was handed out already."), code="match_enqueued")
    return hand_out(locked)


def hand_out(match: Match) -> Attempt:
    """Make the next attempt at a match that the caller has locked, and send it after the commit."""
    if match.state != MatchState.QUEUED:
        move(match, MatchState.QUEUED)
    token = secrets.token_urlsafe(32)
    number = match.attempts.count() + 1
    wait = min(lease() * 2 ** min(_never_begun_in_a_row(match), 12), LONGEST_WAIT)
    attempt = Attempt.objects.create(
        match=match,
        number=number,
        token_digest=digest(token),
        lease_expires_at=clock.now() + wait,
        engine_version=engines.ENGINE_VERSION,
    )
    transaction.on_commit(partial(dispatch.send_match, attempt, token))
    return attempt


@transaction.atomic
def attempt_progress(*, message: dict[str, Any]) -> Attempt:
    """Renew the lease of an attempt that goes on. A report that is older than the last one changes nothing.

    Raises InvalidInput for a message of another form, NotAuthenticated for a wrong token, Gone for an attempt that is
    over.
    """
    sender = read_sender(message)
    match, attempt = authenticate(sender.attempt, sender.token, match_id=sender.match)
    if attempt.state != AttemptState.LIVE:
        raise Gone(_("The attempt is over."), code="attempt_over")
    refuse_suspended(sender.worker)
    try:
        done = messages.read_blocks_done(message, len(match.seeds))
    except BadMessage as error:
        raise InvalidInput(str(error), code="bad_message") from error
    now = clock.now()
    if begin(match, attempt, sender) or done > attempt.blocks_done:
        attempt.blocks_done, attempt.progress_at = done, now
    elif done < attempt.blocks_done:
        return attempt
    # A block may take long with slow bots, but not for ever: life alone renews no lease.
    stall = longest_block(match.limits, seats=match.players * match.entrants.count())
    attempt.lease_expires_at = max(attempt.lease_expires_at, min(now + lease(), (attempt.progress_at or now) + stall))
    attempt.save()
    return attempt


def begin(match: Match, attempt: Attempt, sender: messages.Sender) -> bool:
    """Note that a worker has begun; says whether this is the first that is heard of it. The caller saves."""
    if attempt.started_at is not None:
        return False
    attempt.started_at = attempt.progress_at = clock.now()
    # The long wait for a free worker is over: from here on the worker must be heard of.
    attempt.lease_expires_at = attempt.started_at + lease()
    attempt.worker, attempt.sandbox = sender.worker, sender.sandbox
    if match.state == MatchState.QUEUED:
        move(match, MatchState.RUNNING)
    return True


def give_up(match: Match, attempt: Attempt, state: AttemptState, reason: str) -> None:
    """End an attempt that brought no result, and hand the match out again or fail it; the caller has locked both."""
    states.check_attempt(attempt.state, state)
    attempt.state, attempt.reason, attempt.ended_at = state, reason[:_REASON], clock.now()
    attempt.save()
    if state != AttemptState.RETURNED and _was_the_last_try(match, has_begun=attempt.started_at is not None):
        move(match, MatchState.FAILED)
    else:
        hand_out(match)


def _was_the_last_try(match: Match, *, has_begun: bool) -> bool:
    tries = match.attempts.exclude(state=AttemptState.RETURNED)
    # Multiples, because staff may start over a match that failed: then it has as many tries again.
    begun, sent = tries.filter(started_at__isnull=False).count(), tries.count()
    return (has_begun and begun % MAX_STARTED == 0) or sent % MAX_SENT == 0


def authenticate(attempt_id: int, token: str, *, match_id: int | None = None) -> tuple[Match, Attempt]:
    """Lock match and attempt, in this order, and return them if the token is the attempt's own; whatever its state."""
    found = Attempt.objects.filter(pk=attempt_id).values_list("match_id", "token_digest").first()
    if found is None or not hmac.compare_digest(found[1], digest(token)):
        raise NotAuthenticated(_("The token is not the attempt's."), code="bad_lease")
    if match_id is not None and match_id != found[0]:
        raise InvalidInput(_("The attempt is one at another match."), code="bad_message")
    match = Match.objects.select_for_update().get(pk=found[0])
    attempt = Attempt.objects.select_for_update().get(pk=attempt_id)
    attempt.match = match
    return match, attempt


def bundle_for_attempt(*, attempt_id: int, token: str, sha: str) -> BinaryIO:
    """Give a worker one of the bundles it is to play; raises NotAuthenticated, Gone, or NotFound for another bundle."""
    attempt = Attempt.objects.filter(pk=attempt_id).first()
    if attempt is None or not hmac.compare_digest(attempt.token_digest, digest(token)):
        raise NotAuthenticated(_("The token is not the attempt's."), code="bad_lease")
    if attempt.state != AttemptState.LIVE:
        raise Gone(_("The attempt is over."), code="attempt_over")
    if not MatchEntrant.objects.filter(match=attempt.match_id, version__bundle_sha256=sha).exists():
        raise NotFound(_("No entrant of the match has this bundle."), code="no_such_blob")
    return open_bundle(sha)


def read_sender(message: object) -> messages.Sender:
    """Read who sends; raises InvalidInput."""
    try:
        return messages.read_sender(message)
    except BadMessage as error:
        raise InvalidInput(str(error), code="bad_message") from error


def digest(token: str) -> str:
    """Give what is stored of a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def is_overdue(attempt: Attempt, now: datetime) -> bool:
    """Say whether the lease of a live attempt has run out."""
    return attempt.state == AttemptState.LIVE and attempt.lease_expires_at <= now


def _never_begun_in_a_row(match: Match) -> int:
    count = 0
    for started_at in match.attempts.order_by("-number").values_list("started_at", flat=True):
        if started_at is not None:
            break
        count += 1
    return count
