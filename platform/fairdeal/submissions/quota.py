"""How much one owner may upload: bytes that are kept, and uploads an hour. Staff is not counted."""

from datetime import timedelta

from django.conf import settings
from django.db.models import Sum
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from fairdeal.accounts.models import Owner
from fairdeal.common import clock
from fairdeal.common.errors import TooMany
from fairdeal.submissions.archive import MIB, too_large
from fairdeal.submissions.models import BotVersion

HOUR = timedelta(hours=1)


def check_rate(owner: Owner) -> None:
    """Raise TooMany when the owner, locked by the caller, has uploaded as often as it may within the last hour."""
    now, most = clock.now(), settings.UPLOADS_AN_HOUR
    lately = BotVersion.objects.filter(owner=owner, created_at__gt=now - HOUR).order_by("-created_at")
    # There is room again when the oldest of the newest `most` is an hour old.
    oldest = lately.values_list("created_at", flat=True)[most - 1 : most].first()
    if oldest is None:
        return
    wait_s = (oldest + HOUR - now).total_seconds()
    text = ngettext(
        "%(owner)s has uploaded %(most)d version within the last hour, which is all that is taken; "
        "there is room again in %(minutes)d min.",
        "%(owner)s has uploaded %(most)d versions within the last hour, which is all that is taken; "
        "there is room again in %(minutes)d min.",
        most,
    )
    words = {"owner": owner.name, "most": most, "minutes": max(1, -int(-wait_s // 60))}
    raise TooMany(text % words, retry_after_s=wait_s, code="too_many_uploads")


def check_store(owner: Owner, size: int) -> None:
    """Raise TooLarge when the owner's bundles and one of `size` bytes are together more than may be kept."""
    kept = BotVersion.objects.filter(owner=owner).aggregate(total=Sum("bundle_size"))["total"] or 0
    if kept + size <= settings.UPLOAD_STORE_BYTES:
        return
    text = _(
        "The bundles of %(owner)s take %(kept).1f MiB; with this one of %(size).1f MiB it would be more than the "
        "%(most).0f MiB that are kept for one owner."
    )
    words = {"owner": owner.name, "kept": kept / MIB, "size": size / MIB, "most": settings.UPLOAD_STORE_BYTES / MIB}
    raise too_large(text % words, "store_full")
