"""Who may see or do what with bots, versions and checks: the one place that decides."""

from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.db.models import Q

from fairdeal.accounts.models import Owner
from fairdeal.submissions.models import Bot, BotVersion, Check

Reader = AbstractBaseUser | AnonymousUser | None
# Facts of what plays in public are public; code, log and report are the author's until the version is published.
ACTIONS = frozenset({"see", "see_code", "see_log", "see_report", "manage"})
# The matches app, which is above this one, is reached through its rows alone.
PLAYED_IN_PUBLIC = Q(entered__isnull=False, entered__match__private_to=None)


def may(user: Reader, action: str, thing: Any) -> bool:
    """Say whether the reader may do this with a bot, a version or a check; raises ValueError for an unknown action."""
    if action not in ACTIONS:
        raise ValueError(f"unknown action {action!r}; expected one of {', '.join(sorted(ACTIONS))}")
    if isinstance(thing, Check):
        return may(user, "see_report" if action == "see" else action, thing.version)
    if not isinstance(thing, Bot | BotVersion):
        raise TypeError(f"no rule for {type(thing).__name__}; expected a bot, a version or a check")
    if is_staff(user) or is_member(user, thing.owner_id):
        return True
    if isinstance(thing, Bot):
        return action == "see" and any_public(thing)
    if action == "see_code":
        return thing.is_published
    return action == "see" and (thing.is_published or has_played(thing))


def is_staff(user: Reader) -> bool:
    """Say whether the reader works here."""
    return user is not None and bool(user.is_active) and bool(getattr(user, "is_staff", False))


def is_member(user: Reader, owner_id: int) -> bool:
    """Say whether the reader is the owner or one of them."""
    if user is None or not user.is_authenticated or not user.is_active:
        return False
    return Owner.objects.filter(pk=owner_id, members=user.pk).exists()


def has_played(version: BotVersion) -> bool:
    """Say whether the version was entered in a match that is not private: its results are public from then on."""
    return BotVersion.objects.filter(PLAYED_IN_PUBLIC, pk=version.pk).exists()


def any_public(bot: Bot) -> bool:
    """Say whether the bot has a version that anyone may see."""
    versions = BotVersion.objects.filter(bot=bot)
    return versions.filter(is_published=True).exists() or versions.filter(PLAYED_IN_PUBLIC).exists()
