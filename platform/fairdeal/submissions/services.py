"""What changes bots and versions: uploading, publishing, checking again, taking in what the check found."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, BinaryIO

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

import engines
from fairdeal.accounts.models import Owner, User
from fairdeal.common import blobs
from fairdeal.common.errors import Conflict, NotFound
from fairdeal.submissions import archive, bundles, checks, quota, states, syntax
from fairdeal.submissions.access import is_member, is_staff, may
from fairdeal.submissions.manifest import refuse
from fairdeal.submissions.members import FIELD
from fairdeal.submissions.models import Bot, BotVersion, Check, VersionState

bundle_for_check = checks.bundle_for_check


def version_upload(
    *,
    user: User,
    owner: Owner,
    filename: str,
    content: BinaryIO,
    bot_name: str | None = None,
    games: Sequence[str] | None = None,
) -> BotVersion:
    """Take in an upload: a version of a new or a known bot, stored and sent to be checked.

    Raises InvalidInput or TooLarge for what is wrong with the file, Conflict when this owner has these bytes already,
    also under another name, TooMany or TooLarge when the owner's quota is used up (staff has none), NotFound when the
    user may not upload for this owner. Then nothing is stored.
    """
    if not is_member(user, owner.pk):
        raise NotFound(_("There is no such owner."), code="no_such_owner")
    data = content.read(archive.MAX_UPLOAD + 1)
    bundle = archive.unpack(
        filename=filename, content=data, known_games=engines.game_ids(), bot_name=bot_name, games=games
    )
    check_syntax(bundle)
    with transaction.atomic():
        # Uploads of one owner come one after the other: numbers have no gaps, and the same bytes meet each other.
        locked = Owner.objects.select_for_update().get(pk=owner.pk)
        sha = blobs.sha256(data)
        _refuse_repeat(locked, sha, bundle.sha256)
        if not is_staff(user):
            quota.check_rate(locked)
            quota.check_store(locked, len(bundle.content))
        return _store(locked, bundle, sha)


def check_syntax(bundle: archive.Bundle) -> None:
    """Raise InvalidInput with file and line unless all files of a Python bundle compile, the entry first."""
    if bundle.manifest.language != "python":
        return
    entry = bundle.manifest.entry
    names = [entry, *sorted(name for name in bundle.files if name.endswith(".py") and name != entry)]
    fault = syntax.find_fault({name: bundle.files[name] for name in names})
    if fault is None:
        return
    place = fault.file if fault.line is None else f"{fault.file}, line {fault.line}"
    text = _("%(place)s: %(reason)s") % {"place": place, "reason": fault.reason}
    if fault.text:
        text = f"{text}: {fault.text}"
    raise refuse(FIELD, text, "syntax_error")


def _refuse_repeat(owner: Owner, upload_sha: str, bundle_sha: str) -> None:
    """Raise Conflict when the owner has these bytes, as they came or as they are kept; the error names the version."""
    is_same = Q(upload_sha256=upload_sha) | Q(bundle_sha256=bundle_sha)
    same = BotVersion.objects.select_related("bot__owner").filter(is_same, owner=owner).order_by("id").first()
    if same is None:
        return
    text = _("These bytes are there already, as %(version)s (version id %(id)s).") % {"version": same, "id": same.pk}
    raise Conflict(text, code="same_bytes", fields={FIELD: text})


def _store(owner: Owner, bundle: archive.Bundle, upload_sha: str) -> BotVersion:
    facts = bundle.manifest
    bot, _made = Bot.objects.get_or_create(owner=owner, name=facts.name)
    last = BotVersion.objects.filter(bot=bot).order_by("-number").first()
    version = BotVersion.objects.create(
        bot=bot,
        owner=owner,
        number=last.number + 1 if last else 1,
        parent=last,
        bundle_sha256=bundle.sha256,
        upload_sha256=upload_sha,
        bundle_size=len(bundle.content),
        language=facts.language,
        entry=facts.entry,
        games=list(facts.games),
    )
    # Last, so that whatever goes wrong before leaves no file behind. A file whose transaction is not committed after
    # all is swept up by `matches.services.orphans`.
    bundles.store(bundle.content)
    checks.ask(version)
    return version


@transaction.atomic
def version_publish(*, user: User, version: BotVersion) -> BotVersion:
    """Let anyone read the version's code; there is no way back. Raises NotFound when it is not the user's."""
    locked = _managed(user, version)
    if not locked.is_published:
        locked.is_published = True
        locked.save(update_fields=["is_published"])
    return locked


@transaction.atomic
def check_request_again(*, user: User, version: BotVersion) -> Check:
    """Check a version again that was rejected, suspended, or could not be checked; raises NotFound or Conflict."""
    locked = _managed(user, version)
    states.move(locked, VersionState.CHECKING)
    return checks.ask(locked)


@transaction.atomic
def version_suspend(*, version: BotVersion) -> BotVersion:
    """Stop an active version after repeated faults; raises Conflict when it is not active."""
    locked = BotVersion.objects.select_for_update().get(pk=version.pk)
    states.move(locked, VersionState.SUSPENDED)
    return locked


def check_record_progress(*, message: dict[str, Any]) -> Check:
    """Take in that a worker is at a check; see `checks.record_progress`."""
    return checks.record_progress(message=message)


def check_record_result(*, message: dict[str, Any]) -> Check:
    """Take in a worker's report of a check; see `checks.record_result`."""
    return checks.record_result(message=message)


def check_sweep(*, now: datetime) -> int:
    """Give up all checks whose lease has run out, each in its own transaction; returns how many there were."""
    expired = Check.objects.filter(state__in=Check.LIVE, lease_expires_at__lte=now).order_by("id")
    return sum(checks.sweep_one(check_id=pk, now=now) for pk in list(expired.values_list("pk", flat=True)))


def _managed(user: User, version: BotVersion) -> BotVersion:
    locked = BotVersion.objects.select_for_update().filter(pk=version.pk).first()
    if locked is None or not may(user, "manage", locked):
        raise NotFound(_("There is no such version."), code="no_such_version")
    return locked
