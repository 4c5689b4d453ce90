"""Playing a comparison: batches are counted in their order, the likelihood ratio is looked at after every block."""

from typing import Final

import structlog
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from fairdeal.accounts.models import User
from fairdeal.common import clock
from fairdeal.common.errors import Conflict, Forbidden, InvalidInput
from fairdeal.comparisons.models import Batch, BatchState, Comparison, ComparisonState
from fairdeal.comparisons.scoring import duel_points, games_a_block, table_points
from fairdeal.matches import seeds
from fairdeal.matches.models import Lane, Match, MatchState
from fairdeal.matches.selectors import blocks_of
from fairdeal.matches.services import Lineup, matches_cancel, matches_create, matches_hand_out
from fairdeal.matches.states import TERMINAL
from fairdeal.ratings.sprt import Evidence, Verdict, likelihood_ratio, verdict
from fairdeal.submissions.access import is_staff
from fairdeal.submissions.models import BotVersion

# Batches of a comparison that are played or wait at a time, and the games of one: what is played in vain after the
# verdict, and for how long a worker is taken from whom has more right to it.
IN_HAND: Final = 4
GAMES_A_BATCH: Final = 40
# So many batches may be lost by the infrastructure before a comparison is given up.
MOST_LOST: Final = 5
# Points of the path that are kept; when there are more, every second one goes.
MOST_POINTS: Final = 400
_REASON = 500

logger = structlog.stdlib.get_logger(__name__)


def comparison_advance(*, match_id: int) -> Comparison | None:
    """Go on with the comparison that a match is of, if it is of one; again changes nothing."""
    batch = Batch.objects.filter(Q(match=match_id) | Q(other=match_id)).values_list("comparison_id", flat=True).first()
    return None if batch is None else _advance(batch)


def advance_all() -> int:
    """Go on with all that run, each in a transaction of its own; returns how many have ended by it."""
    running = list(Comparison.objects.filter(state=ComparisonState.RUNNING).values_list("pk", flat=True))
    return sum(_advance(pk).state != ComparisonState.RUNNING for pk in running)


@transaction.atomic
def comparison_stop(*, user: User, comparison: Comparison) -> Comparison:
    """Stop a comparison: what is being played is called off, the evidence stays.

    Raises Forbidden for anybody but its author and staff, Conflict when it is over already.
    """
    locked = Comparison.objects.select_for_update().get(pk=comparison.pk)
    if locked.user_id != user.pk and not is_staff(user):
        raise Forbidden(_("Only its author can stop a comparison."))
    if locked.state != ComparisonState.RUNNING:
        raise Conflict(_("The comparison is over already."), code="comparison_over")
    _end(locked, ComparisonState.STOPPED)
    return locked


def play_on(comparison: Comparison) -> None:
    """Have as many batches played as may be in hand; the caller has locked the comparison, or made it."""
    batches = comparison.batches
    in_hand = batches.filter(state=BatchState.OPEN).count()
    issued = sum(batches.exclude(state=BatchState.LOST).values_list("blocks", flat=True))
    try:
        for number in range(batches.count(), batches.count() + IN_HAND - in_hand):
            blocks = min(max(1, GAMES_A_BATCH // games_a_block(comparison.entrants)), comparison.most_blocks - issued)
            if blocks < 1:
                break
            _issue(comparison, number, blocks)
            issued += blocks
    except InvalidInput as error:
        # One of the versions may not play any more.
        texts = [text for texts in error.fields.values() for text in texts]
        _end(comparison, ComparisonState.FAILED, " ".join([error.message, *texts]))
        return
    transaction.on_commit(matches_hand_out, robust=True)


def _issue(comparison: Comparison, number: int, blocks: int) -> None:
    """Make the matches of a batch: fresh deals, and at tables the next of the field, in the next order."""
    deals = [seeds.block_seed(comparison.seed, cycle=0, round_number=number, block=index) for index in range(blocks)]
    # Both tables have the same, so that the field draws the same numbers.
    rng_seed = seeds.bots_seed(comparison.seed, cycle=0, round_number=number, table=0)
    lineups = [Lineup(versions, deals, rng_seed) for versions in _lineups(comparison, number)]
    match, *others = matches_create(
        game=comparison.game,
        players=comparison.players,
        options=comparison.options,
        entry_kind=comparison.entry_kind,
        lineups=lineups,
        limits=comparison.limits,
        is_rated=False,
        lane=comparison.lane,
        private_to=comparison.user,
    )
    other = others[0] if others else None
    Batch.objects.create(comparison=comparison, number=number, blocks=blocks, match=match, other=other)


def _lineups(comparison: Comparison, number: int) -> list[list[BotVersion]]:
    field = [row.version for row in comparison.field.select_related("version__bot__owner")]
    if not field:
        return [[comparison.candidate, comparison.baseline]]
    seated = [field[(number + place) % len(field)] for place in range(comparison.entrants - 1)]
    return [[version, *seated] for version in (comparison.candidate, comparison.baseline)]


@transaction.atomic
def _advance(pk: int) -> Comparison:
    comparison = Comparison.objects.select_for_update().get(pk=pk)
    if comparison.state != ComparisonState.RUNNING:
        return comparison
    # As everybody who hands out: the lane before its matches.
    Lane.objects.select_for_update().get(pk=comparison.lane_id)
    evidence, found = comparison.evidence, Verdict.RUNNING
    for batch in comparison.batches.filter(state=BatchState.OPEN).select_related("match", "other"):
        matches = [match for match in (batch.match, batch.other) if match is not None]
        if any(match.state in TERMINAL - {MatchState.FINISHED} for match in matches):
            batch.state = BatchState.LOST
            matches_cancel(matches=Match.objects.filter(pk__in=[match.pk for match in matches]))
        elif all(match.state == MatchState.FINISHED for match in matches):
            found = _count(comparison, batch, evidence)
            batch.state = BatchState.COUNTED
        else:
            # What comes later waits: quick matches do not come first.
            break
        batch.save(update_fields=["state"])
        if found != Verdict.RUNNING:
            break
    comparison.counts = sorted([points, count] for points, count in evidence.counts.items())
    comparison.verdict = found.value
    comparison.save(update_fields=["counts", "path", "verdict"])
    if found != Verdict.RUNNING:
        _end(comparison, ComparisonState.FINISHED)
    elif comparison.batches.filter(state=BatchState.LOST).count() > MOST_LOST:
        _end(comparison, ComparisonState.FAILED, _("Its matches were lost again and again: the arena is at fault."))
    else:
        play_on(comparison)
    return comparison


def _count(comparison: Comparison, batch: Batch, evidence: Evidence) -> Verdict:
    """Enter a batch block by block, up to the verdict; notes on the path where it has led."""
    plan, found = comparison.plan, Verdict.RUNNING
    ours = [block.games for block in blocks_of(batch.match)]
    theirs = [block.games for block in blocks_of(batch.other)] if batch.other else []
    for index, games in enumerate(ours):
        points = table_points(games, theirs[index], comparison.entrants) if theirs else duel_points(games)
        evidence.add(points)
        found = verdict(plan, evidence)
        if found != Verdict.RUNNING:
            break
    if len(comparison.path) >= MOST_POINTS:
        comparison.path = comparison.path[1::2]
    comparison.path.append([evidence.blocks, round(likelihood_ratio(plan, evidence), 4)])
    return found


def _end(comparison: Comparison, state: ComparisonState, reason: str = "") -> None:
    comparison.state, comparison.reason, comparison.ended_at = state, reason[:_REASON], clock.now()
    comparison.save(update_fields=["state", "reason", "ended_at"])
    matches_cancel(matches=Match.objects.filter(lane=comparison.lane))
    logger.info("comparison ended", comparison=comparison.pk, state=str(state), verdict=comparison.verdict)
