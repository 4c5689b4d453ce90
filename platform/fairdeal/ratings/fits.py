"""The published rating of a pool: fitted from its ledger, kept by the ledger row it goes up to."""

import time
from collections.abc import Iterable, Iterator
from itertools import islice
from math import ceil
from typing import Any

import numpy as np
import structlog
from django.db import transaction
from django.db.models import Q, QuerySet

from fairdeal.accounts.models import Owner
from fairdeal.common import clock
from fairdeal.ratings import fit as fitting
from fairdeal.ratings.books import PoolRules, rules_for
from fairdeal.ratings.fit import Fit, Link, Piece, Shape, Source
from fairdeal.ratings.models import FittedRating, LedgerRow, LiveRating, Pool, PoolFit
from fairdeal.submissions.models import BotVersion

#: The house bot whose rating is the zero of a pool's scale: of middling strength, so that all others score against it.
#: The first version of the first of these that has played in the pool; a version never changes.
ANCHORS = ("rules", "first", "random")
# Rows in memory at a time.
_PIECE = 20_000
# The task uses at most this share of its time on one pool's fits: after a fit of a minute the next one waits twenty.
_SHARE = 0.05
# Residuals that are kept: the largest.
_MOST_RESIDUALS = 200
# A fit is kept for the history when its ledger is longer by this factor than the last one that was kept.
_GROWTH = 1.02

logger = structlog.stdlib.get_logger(__name__)


def fit_due(pool: Pool, last: PoolFit | None) -> bool:
    """Say whether a pool is to be fitted again: its ledger has grown, and the last fit's cost has been waited out."""
    if last is None:
        return pool.last_sequence > 0
    waited = (clock.now() - last.computed_at).total_seconds()
    return pool.last_sequence > last.sequence and waited >= last.seconds / _SHARE


def refit_all() -> int:
    """Fit the pools whose ledgers have grown; returns how many were fitted."""
    fitted = 0
    for pool in Pool.objects.filter(last_sequence__gt=0).order_by("pk"):
        if fit_due(pool, newest(pool)):
            pool_fit(pool=pool)
            fitted += 1
    return fitted


def newest(pool: Pool) -> PoolFit | None:
    """Give the newest fit of a pool, without its covariance."""
    return PoolFit.objects.filter(pool=pool).defer("covariance").order_by("-sequence").first()


def pool_fit(*, pool: Pool) -> PoolFit:
    """Give the fit of a pool up to its ledger's last row, made if it is not there yet."""
    # The rows that are there now: more may come while these are read.
    last = Pool.objects.values_list("last_sequence", flat=True).get(pk=pool.pk)
    found = PoolFit.objects.filter(pool=pool, sequence=last).first()
    if found is not None:
        return found
    began = time.monotonic()
    versions = list(LiveRating.objects.filter(pool=pool).order_by("version_id").values_list("version_id", flat=True))
    index = {pk: number for number, pk in enumerate(versions)}
    anchor = anchor_of(versions)
    result = fitting.fit(
        len(versions),
        shape_of(pool),
        ledger_source(effective_rows(pool, last), index, rules_for(pool)),
        anchor=None if anchor is None else index[anchor],
        links=links_between(index),
    )
    stored = _store(pool, last, versions, result, time.monotonic() - began)
    logger.info("pool fitted", pool=pool.pk, ruleset=pool.ruleset, sequence=last, seconds=round(stored.seconds, 3))
    return stored


def effective_rows(pool: Pool, last: int) -> QuerySet[LedgerRow]:
    """Give the rated blocks of the first so many rows that none of these rows withdraws."""
    rows = LedgerRow.objects.filter(pool=pool, sequence__lte=last, voids=None)
    return rows.exclude(Q(voided_by__isnull=False) & Q(voided_by__sequence__lte=last))


def ledger_source(rows: QuerySet[LedgerRow], index: dict[int, int], rules: PoolRules) -> Source:
    """Give rows of the ledger as pieces, by their deals; `index` are the bots' numbers by their version's id."""
    contests = _contests(rules)

    def pieces() -> Iterator[Piece]:
        columns = rows.order_by("deal", "sequence").values_list("versions", "scores", "deal")
        found = columns.iterator(chunk_size=_PIECE)
        while piece := list(islice(found, _PIECE)):
            lineup = [[index[pk] for pk in versions] for versions, _scores, _deal in piece]
            points = [[scores[i][j] for i, j in contests] for _versions, scores, _deal in piece]
            yield Piece(np.array(lineup), np.array(points), np.array([deal for _versions, _scores, deal in piece]))

    return pieces


def _contests(rules: PoolRules) -> list[tuple[int, int]]:
    """Give the places whose scores are those of the contests, in the shape's order."""
    if rules.has_partners:
        first, second = rules.groups
        return [(first[0], second[0])]
    return fitting.pairs(rules.entrants)


def shape_of(pool: Pool) -> Shape:
    """Give the shape of a pool's blocks: as many games as there are rotations."""
    rules = rules_for(pool)
    if rules.has_partners:
        return fitting.sides_shape(rules.groups, rules.entrants)
    return fitting.table_shape(rules.entrants, rules.entrants)


def anchor_of(versions: Iterable[int]) -> int | None:
    """Choose the house version that is the zero of the scale; None when no house bot has played."""
    house = BotVersion.objects.filter(pk__in=versions, owner__kind=Owner.Kind.HOUSE)
    by_name: dict[str, int] = {}
    for pk, name in house.order_by("-pk").values_list("pk", "bot__name"):
        by_name[name] = pk
    known = [by_name[name] for name in ANCHORS if name in by_name]
    return known[0] if known else min(by_name.values(), default=None)


def links_between(index: dict[int, int]) -> list[Link]:
    """Link each version to the nearest earlier one of its bot that has played here too."""
    bots = set(BotVersion.objects.filter(pk__in=index).values_list("bot_id", flat=True))
    parents = dict(BotVersion.objects.filter(bot__in=bots).values_list("pk", "parent_id"))
    links = []
    for pk, number in index.items():
        parent, steps = parents.get(pk), 1
        while parent is not None and parent not in index:
            parent, steps = parents.get(parent), steps + 1
        if parent is not None:
            links.append(Link(number, index[parent], steps))
    return links


@transaction.atomic
def _store(pool: Pool, last: int, versions: list[int], result: Fit, seconds: float) -> PoolFit:
    """Keep a fit, with its covariance; the ones before lose theirs, and those too close to each other go."""
    Pool.objects.select_for_update().get(pk=pool.pk)
    found = PoolFit.objects.filter(pool=pool, sequence=last).first()
    if found is not None:
        return found
    _thin(pool)
    row = LedgerRow.objects.filter(pool=pool, sequence=last).first()
    stored = PoolFit.objects.create(
        pool=pool,
        sequence=last,
        at=row.created_at if row else clock.now(),
        computed_at=clock.now(),
        anchor_id=None if result.anchor is None else versions[result.anchor],
        blocks=result.blocks,
        clusters=result.clusters,
        seconds=seconds,
        facts=_facts(versions, result),
        covariance=pack(result),
    )
    ranges = result.comparison.rank_ranges()
    FittedRating.objects.bulk_create(
        (
            FittedRating(
                fit=stored,
                index=number,
                version_id=versions[bot],
                elo_milli=_milli(result.elo[number]),
                error_milli=_milli(result.errors[number]),
                field_error_milli=_milli(result.field_errors[number]),
                factor_milli=_milli(result.factors[number]),
                clusters=int(result.clusters_of[number]),
                rank_best=ranges[number][0],
                rank_worst=ranges[number][1],
                is_rough=bool(result.is_rough[number]),
            )
            for number, bot in enumerate(result.bots.tolist())
        ),
        batch_size=500,
    )
    return stored


def _thin(pool: Pool) -> None:
    """Drop the newest fit unless its ledger is a good deal longer than that of the one before it."""
    pair = list(PoolFit.objects.filter(pool=pool).defer("covariance").order_by("-sequence")[:2])
    if len(pair) == 2 and pair[0].sequence < ceil(pair[1].sequence * _GROWTH):
        pair[0].delete()
    PoolFit.objects.filter(pool=pool).update(covariance=b"")


def _facts(versions: list[int], result: Fit) -> dict[str, Any]:
    names = [versions[bot] for bot in range(len(versions))]
    return {
        "dispersion": result.dispersion,
        "islands": [[names[bot] for bot in group] for group in result.islands],
        "one_way": [[names[bot] for bot in group] for group in result.one_way],
        "residuals": [
            {
                "first": names[row.first],
                "second": names[row.second],
                "blocks": row.blocks,
                "score": round(row.score, 6),
                "expected": round(row.expected, 6),
                "deviation": round(row.deviation, 3),
                "is_sure": row.is_sure,
            }
            for row in fitting.residuals(result)[:_MOST_RESIDUALS]
        ],
    }


def pack(result: Fit) -> bytes:
    """Return the covariance in Elo squared as bytes: its lower half by rows, 32-bit floats, the least byte first."""
    return result.covariance[np.tril_indices(len(result.bots))].astype("<f4").tobytes()


def unpack(packed: bytes, count: int) -> np.ndarray:
    """Return the covariance [count, count] that `pack` has written."""
    rows = np.tril_indices(count)
    matrix = np.zeros((count, count))
    matrix[rows] = np.frombuffer(packed, dtype="<f4")
    return matrix + np.tril(matrix, -1).T


def _milli(value: float) -> int:
    return round(1000 * float(value))
