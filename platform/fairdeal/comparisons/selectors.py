"""Reading comparisons: whose they are, how they stand, and what that means in Elo."""

from dataclasses import dataclass
from math import sqrt

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from fairdeal.common.errors import NotFound
from fairdeal.comparisons.models import BatchState, Comparison, ComparisonState, FieldVersion
from fairdeal.matches.models import MatchState
from fairdeal.ratings.sprt import elo_of, likelihood_ratio
from fairdeal.ratings.uncertainty import Z_95, error_without_spread
from fairdeal.submissions.access import Reader, is_staff


@dataclass(frozen=True, slots=True)
class Standing:
    """How a comparison stands: the log-likelihood ratio between its limits, and the score with its 95 % interval.

    The interval is that of a fixed number of blocks: after a verdict it leans towards it. Scores are None before the
    first block. `playing` are matches with the workers, `waiting` those that wait for a spare one.
    """

    blocks: int
    ratio: float
    lower: float
    upper: float
    score: float | None
    low: float | None
    high: float | None
    elo: float | None
    elo_low: float | None
    elo_high: float | None
    playing: int
    waiting: int
    lost: int


def comparisons_of(user: Reader) -> QuerySet[Comparison]:
    """Give the reader's comparisons, newest first."""
    rows = _rows()
    return rows.filter(user=user.pk) if user is not None and user.is_active else rows.none()


def comparison_get(user: Reader, pk: int) -> Comparison:
    """Give a comparison; raises NotFound, also for somebody else's. Staff sees all."""
    found = (_rows() if is_staff(user) else comparisons_of(user)).filter(pk=pk).first()
    if found is None:
        raise NotFound(_("There is no such comparison."), code="no_such_comparison")
    return found


def field_of(comparison: Comparison) -> list[FieldVersion]:
    """Give those whom both versions meet; none where they meet each other."""
    return list(comparison.field.select_related("version__bot__owner"))


def standing(comparison: Comparison) -> Standing:
    """Say how a comparison stands."""
    plan, evidence = comparison.plan, comparison.evidence
    score, low, high = evidence.mean, None, None
    if score is not None:
        variance = evidence.variance
        error = sqrt(variance / evidence.blocks) if variance else error_without_spread(score, evidence.blocks)
        low, high = score - Z_95 * error, score + Z_95 * error
    playing, waiting = _in_hand(comparison)
    return Standing(
        blocks=evidence.blocks,
        ratio=likelihood_ratio(plan, evidence),
        lower=plan.lower,
        upper=plan.upper,
        score=score,
        low=low,
        high=high,
        elo=None if score is None else elo_of(score),
        elo_low=None if low is None else elo_of(low),
        elo_high=None if high is None else elo_of(high),
        playing=playing,
        waiting=waiting,
        lost=comparison.batches.filter(state=BatchState.LOST).count(),
    )


def _rows() -> QuerySet[Comparison]:
    return Comparison.objects.select_related("candidate__bot__owner", "baseline__bot__owner", "user").order_by("-id")


def _in_hand(comparison: Comparison) -> tuple[int, int]:
    """Count its matches that are with the workers, and those that wait."""
    if comparison.state != ComparisonState.RUNNING:
        return 0, 0
    states = list(comparison.lane.matches.filter(finished_at=None).values_list("state", flat=True))
    waiting = states.count(MatchState.CREATED)
    return len(states) - waiting, waiting
