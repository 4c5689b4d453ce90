"""What pages read across apps: rows for their tables, in a fixed number of queries, only what the reader may see."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Count, Prefetch, QuerySet

from fairdeal.matches.models import Match, MatchEntrant
from fairdeal.matches.selectors import matches_visible_to
from fairdeal.ratings.models import LiveRating, Pool
from fairdeal.submissions.access import Reader
from fairdeal.submissions.models import Bot, BotVersion
from fairdeal.submissions.selectors import bots_visible_to, versions_visible_to

RECENT_MATCHES = 15


class BotRow(NamedTuple):
    """A bot and the newest of its versions that the reader may see."""

    bot: Bot
    newest: BotVersion


def bots_with_newest(user: Reader, owner_name: str) -> list[BotRow]:
    """Give an owner's bots, each with its newest version."""
    newest = versions_visible_to(user).filter(owner__name=owner_name).order_by("bot_id", "-number")
    by_bot: dict[int, BotVersion] = {}
    for version in newest:
        by_bot.setdefault(version.bot_id, version)
    bots = bots_visible_to(user).filter(owner__name=owner_name)
    return [BotRow(bot, by_bot[bot.pk]) for bot in bots if bot.pk in by_bot]


def versions_of_bot(user: Reader, bot: Bot) -> list[BotVersion]:
    """Give the versions of a bot that the reader may see, newest first."""
    return list(versions_visible_to(user).filter(bot=bot).order_by("-number"))


def ratings_of(versions: Sequence[BotVersion]) -> QuerySet[LiveRating]:
    """Give the live ratings of versions, by pool, best first."""
    ratings = LiveRating.objects.filter(version__in=versions, units__gt=0).select_related("pool", "version")
    return ratings.order_by("pool__ruleset", "pool__entry_kind", "-elo_milli")


def recent_matches(user: Reader, *, bot: Bot | None = None, version: BotVersion | None = None) -> QuerySet[Match]:
    """Give the newest matches of a bot or of one version."""
    entered = MatchEntrant.objects.filter(version__bot=bot) if bot else MatchEntrant.objects.filter(version=version)
    lineup = Prefetch("entrants", MatchEntrant.objects.select_related("version__bot__owner"))
    matches = matches_visible_to(user).filter(pk__in=entered.values("match_id")).order_by("-id")
    return matches.prefetch_related(lineup)[:RECENT_MATCHES]


def pools() -> QuerySet[Pool]:
    """Give all pools in which something has been rated, with the number of rated versions."""
    rated = Count("ratings", distinct=True)
    return Pool.objects.filter(last_sequence__gt=0).annotate(rated_versions=rated).order_by("ruleset", "entry_kind")
