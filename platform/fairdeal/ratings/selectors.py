"""Reading ratings."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Any

from django.db.models import QuerySet

from fairdeal.ratings.elo import rdiv
from fairdeal.ratings.models import LiveRating, Pool
from fairdeal.ratings.services import ledger_rows, rules_of
from fairdeal.ratings.uncertainty import error_without_spread
from fairdeal.submissions.models import BotVersion


@dataclass(frozen=True, slots=True)
class RatingRow:
    """A line of a rating table. `score` is the mean block score, from 0 to 1, with its standard error."""

    rank: int
    version: BotVersion
    bot: str
    elo: int
    elo_milli: int
    units: int
    games: int
    score: float
    standard_error: float | None


def pools() -> QuerySet[Pool]:
    """Give the pools in which something has been rated."""
    return Pool.objects.filter(last_sequence__gt=0).order_by("game", "players", "ruleset", "entry_kind")


def rating_table(pool: Pool) -> list[RatingRow]:
    """Give the rating table of a pool, best first; equal ratings share a rank."""
    ratings = LiveRating.objects.filter(pool=pool, units__gt=0).select_related("version__bot__owner")
    entrants = len([entrant for group in rules_of(pool).groups for entrant in group])
    rows: list[RatingRow] = []
    for place, rating in enumerate(ratings.order_by("-elo_milli", "version_id"), start=1):
        is_tied = bool(rows) and rows[-1].elo_milli == rating.elo_milli
        score, error = score_and_error(rating, entrants)
        rows.append(
            RatingRow(
                rank=rows[-1].rank if is_tied else place,
                version=rating.version,
                bot=str(rating.version),
                elo=rdiv(rating.elo_milli, 1000),
                elo_milli=rating.elo_milli,
                units=rating.units,
                games=rating.games,
                score=score,
                standard_error=error,
            )
        )
    return rows


def score_and_error(rating: LiveRating, entrants: int) -> tuple[float, float | None]:
    """Return the mean block score and its standard error; None for fewer than two blocks.

    Each block is one observation: its games share their cards. Where all had the same score, the error is Wilson's.
    """
    full = 2 * (entrants - 1) * rating.games  # half points that could be had over all blocks
    score = rating.half_points / full if full else 0.0
    if rating.units < 2:
        return score, None
    # units * sum of squares - square of the sum, in integers: nothing is lost in the difference.
    spread = rating.units * rating.half_points_squared - rating.half_points**2
    if not spread:
        return score, error_without_spread(score, rating.units)
    per_block = full / rating.units
    return score, sqrt(spread / (rating.units * (rating.units - 1))) / sqrt(rating.units) / per_block


def ledger_export(pool: Pool) -> Iterator[dict[str, Any]]:
    """Give the ledger of a pool in a form that is the same wherever the same matches were played.

    No keys and no times of this database: matches are numbered as they come, versions have their names. Records are
    left out because they hold measured times.
    """
    ordinals: dict[int, int] = {}
    for row in ledger_rows(pool):
        match = row.block.match
        ordinal = ordinals.setdefault(match.pk, len(ordinals) + 1)
        versions = [entrant.version for entrant in match.entrants.all()]
        yield {
            "pool": pool.ruleset,
            "entry": pool.entry_kind,
            "sequence": row.sequence,
            "match": ordinal,
            "block": row.block.index,
            "seed": match.seeds[row.block.index],
            "versions": [f"{version.bot.owner.name}/{version.bot.name}/{version.number}" for version in versions],
            "games": row.games,
            "scores": row.scores,
            "deltas": row.deltas,
            "engine": row.engine_version,
        }
