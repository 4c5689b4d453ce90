"""Reading bots and versions: only what the reader may see."""

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from fairdeal.accounts.models import Owner
from fairdeal.common.errors import NotFound
from fairdeal.submissions.access import PLAYED_IN_PUBLIC, Reader, is_staff
from fairdeal.submissions.models import Bot, BotVersion, Check


def versions_visible_to(user: Reader) -> QuerySet[BotVersion]:
    """Give the versions the reader may see, newest first, with bot and owner; agrees with `access.may(..., "see")`."""
    versions = BotVersion.objects.select_related("bot__owner").order_by("-id")
    return versions if is_staff(user) else versions.filter(_is_public() | _is_mine(user))


def bots_visible_to(user: Reader) -> QuerySet[Bot]:
    """Give the bots the reader may see, by owner and name."""
    bots = Bot.objects.select_related("owner").order_by("owner__name", "name")
    if is_staff(user):
        return bots
    public = BotVersion.objects.filter(_is_public(), bot=OuterRef("pk"))
    return bots.filter(Exists(public) | _is_mine(user))


def bot_get(user: Reader, owner_name: str, bot_name: str) -> Bot:
    """Give a bot by its names; raises NotFound, also for one that the reader may not see."""
    bot = bots_visible_to(user).filter(owner__name=owner_name, name=bot_name).first()
    if bot is None:
        raise NotFound(_("There is no such bot."), code="no_such_bot")
    return bot


def version_get(user: Reader, pk: int) -> BotVersion:
    """Give a version; raises NotFound, also for one that the reader may not see."""
    version = versions_visible_to(user).filter(pk=pk).first()
    if version is None:
        raise NotFound(_("There is no such version."), code="no_such_version")
    return version


def versions_of(user: Reader) -> QuerySet[BotVersion]:
    """Give the versions that belong to the reader."""
    return BotVersion.objects.select_related("bot__owner").filter(_is_mine(user)).order_by("-id")


def playable_by(user: Reader) -> Q:
    """Give the condition for versions the reader may have play: one's own, published ones, the house's; staff, all.

    The house's bots are there to be played against. Whether an opponent's private version plays is for its owner to
    decide.
    """
    if is_staff(user):
        return Q()
    return Q(is_published=True) | Q(owner__kind=Owner.Kind.HOUSE) | _is_mine(user)


def last_check(version: BotVersion) -> Check | None:
    """Give the newest check of a version; who may read its report, `access.may` says."""
    return Check.objects.filter(version=version).order_by("-number").first()


def _is_public() -> Q:
    entered = BotVersion.objects.filter(PLAYED_IN_PUBLIC, pk=OuterRef("pk"))
    return Q(is_published=True) | Q(Exists(entered))


def _is_mine(user: Reader) -> Q:
    if user is None or not user.is_authenticated or not user.is_active:
        return Q(pk__in=[])
    return Q(owner__in=Owner.objects.filter(members=user.pk))
