"""What pages read across apps: rows for their tables, in a fixed number of queries, only what the reader may see."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Count, Max, Q, QuerySet

import engines
from fairdeal.matches.models import Match, MatchEntrant
from fairdeal.matches.selectors import matches_visible_to
from fairdeal.ratings import selectors as ratings
from fairdeal.ratings.models import LiveRating, Pool
from fairdeal.submissions.access import Reader
from fairdeal.submissions.models import Bot, BotVersion
from fairdeal.submissions.selectors import bots_visible_to, versions_visible_to
from fairdeal.tournaments.models import Tournament, TournamentState
from fairdeal.tournaments.selectors import Progress, entries_of, progress, tournaments_visible_to

RECENT_MATCHES = 15
# What the front page shows: running tournaments, rating tables, rows of each.
RUNNING_SHOWN = 6
TABLES_SHOWN = 6
ROWS_SHOWN = 5


class BotRow(NamedTuple):
    """A bot and the newest of its versions that the reader may see."""

    bot: Bot
    newest: BotVersion


class EntryRow(NamedTuple):
    """An entry before the start: the version, whether it may still play, and how it is rated under these rules."""

    number: int
    version: BotVersion
    rating: LiveRating | None


class RatedRow(NamedTuple):
    """A version in a pool: live Elo and, once it is computed, the published rating."""

    live: LiveRating
    published: ratings.Published | None


class PoolCard(NamedTuple):
    """A pool and the head of its table."""

    pool: Pool
    rows: Sequence[ratings.RatingRow]


class RunningCard(NamedTuple):
    """A tournament that is being played, and how far it is."""

    tournament: Tournament
    progress: Progress

    @property
    def meter_id(self) -> str:
        """Give the id of its progress bar, for the label."""
        return f"progress-{self.tournament.pk}"


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
    rows = LiveRating.objects.filter(version__in=versions, units__gt=0).select_related("pool", "version")
    return rows.order_by("pool__ruleset", "pool__entry_kind", "-elo_milli")


def rated(versions: Sequence[BotVersion]) -> list[RatedRow]:
    """Give both ratings of versions, by pool."""
    published = ratings.published_of(versions)
    return [RatedRow(row, published.get((row.pool_id, row.version_id))) for row in ratings_of(versions)]


def recent_matches(user: Reader, *, bot: Bot | None = None, version: BotVersion | None = None) -> QuerySet[Match]:
    """Give the newest matches of a bot or of one version."""
    entered = MatchEntrant.objects.filter(version__bot=bot) if bot else MatchEntrant.objects.filter(version=version)
    # Private ones are many, and have a page of their own.
    return matches_visible_to(user).filter(pk__in=entered.values("match_id"), private_to=None)[:RECENT_MATCHES]


def pools() -> QuerySet[Pool]:
    """Give all pools in which something has been rated, with the number of rated versions."""
    return ratings.pools().annotate(rated_versions=Count("ratings", filter=Q(ratings__units__gt=0), distinct=True))


def tournament_of(match: Match) -> Tournament | None:
    """Give the tournament whose schedule a match is part of."""
    return Tournament.objects.filter(pairings__match=match).first()


def entry_rows(tournament: Tournament) -> list[EntryRow]:
    """Give the entries by pairing number, each with its live rating in the pool that the tournament is rated in."""
    entries = entries_of(tournament)
    ruleset = engines.make_game(tournament.game, tournament.players, tournament.options).ruleset
    rated = ratings_of([entry.version for entry in entries])
    of_pool = rated.filter(pool__ruleset=ruleset, pool__entry_kind=tournament.entry_kind)
    by_version = {rating.version_id: rating for rating in of_pool}
    return [EntryRow(entry.number, entry.version, by_version.get(entry.version_id)) for entry in entries]


def newest_tables() -> list[PoolCard]:
    """Give the heads of the rating tables that moved last."""
    newest = ratings.pools().annotate(moved=Max("ledger__id")).order_by("-moved", "-id")[:TABLES_SHOWN]
    return [PoolCard(pool, ratings.rating_table(pool)[:ROWS_SHOWN]) for pool in newest]


def running_tournaments(user: Reader) -> list[RunningCard]:
    """Give the tournaments that are being played, newest first, each with how far it is."""
    running = tournaments_visible_to(user).filter(state=TournamentState.RUNNING)[:RUNNING_SHOWN]
    return [RunningCard(tournament, progress(tournament)) for tournament in running]
