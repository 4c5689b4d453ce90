"""Is it better? Private, on spare workers, counted in order, and over as soon as the evidence is there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from fairdeal.accounts.models import User
from fairdeal.common.errors import Conflict, Forbidden, InvalidInput, NotFound
from fairdeal.comparisons import selectors
from fairdeal.comparisons.cost import cost_of
from fairdeal.comparisons.models import BatchState, Comparison, ComparisonState
from fairdeal.comparisons.scoring import full_points, table_points
from fairdeal.comparisons.services import Asked, advance_all, comparison_cost, comparison_start, comparison_stop
from fairdeal.comparisons.services.advance import IN_HAND, MOST_LOST
from fairdeal.matches.access import may
from fairdeal.matches.models import Lane, Match, MatchState
from fairdeal.matches.queue import queue
from fairdeal.matches.selectors import match_get, matches_visible_to
from fairdeal.matches.services import Lineup, matches_cancel, matches_create, matches_hand_out
from fairdeal.ratings.models import Pool
from fairdeal.ratings.sprt import LEAST_BLOCKS, Plan, Verdict
from fairdeal.submissions import access
from fairdeal.submissions.models import BotVersion, VersionState
from fairdeal.submissions.selectors import versions_visible_to

from tests.fairdeal.playing import (
    FakeWorker,
    all_draw,
    first_wins,
    game_of,
    last_wins,
    make_version,
    make_versions,
    seeds,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def candidate(ada: User) -> BotVersion:
    return make_version("ada", is_published=False)


def ask(candidate: BotVersion, baseline: BotVersion, **words: Any) -> Asked:
    return Asked("thirty-one", candidate.pk, baseline.pk, **{"players": 2, **words})


def start(worker: FakeWorker, user: User, asked: Asked) -> Comparison:
    with worker.capture(execute=True):
        return comparison_start(user=user, asked=asked)


def job_of(worker: FakeWorker, match: Match | None) -> dict[str, Any]:
    assert match is not None
    return worker.job(match)


def test_it_is_private_on_spare_workers_and_ends_with_the_evidence(
    worker: FakeWorker, ada: User, bob: User, house: list[BotVersion], candidate: BotVersion
) -> None:
    lane = Lane.objects.create()
    rated = {"game": "thirty-one", "players": 2, "options": {}, "entry_kind": "seat", "lane": lane}
    others = matches_create(**rated, lineups=[Lineup(make_versions(2), seeds(1, str(n))) for n in range(5)])
    comparison = start(worker, ada, ask(candidate, house[2], elo1=30.0))
    # All of what is rated comes first, whoever has more with the workers.
    assert [job["match"] for job in worker.jobs] == [match.pk for match in others[:4]]
    rows = queue().lanes
    assert [(row.lane, row.is_spare, row.waiting) for row in rows] == [
        (lane.pk, False, 1),
        (comparison.lane_id, True, IN_HAND),
    ]
    for other in others[:4]:
        worker.play(worker.job(other))
    with worker.capture(execute=True):
        matches_hand_out()
    batches = list(comparison.batches.select_related("match"))
    assert [batch.match.state for batch in batches] == [MatchState.QUEUED] * 3 + [MatchState.CREATED]
    others[4].refresh_from_db()
    assert others[4].state == MatchState.QUEUED

    match = batches[0].match
    assert [entrant.version_id for entrant in match.entrants.all()] == [candidate.pk, house[2].pk]
    assert (match.is_rated, match.private_to) == (False, ada)
    assert match_get(ada, match.pk) == match
    for reader in (None, bob):
        assert match not in matches_visible_to(reader)
        assert not may(reader, "see", match)
        with pytest.raises(NotFound):
            match_get(reader, match.pk)
        with pytest.raises(NotFound):
            selectors.comparison_get(reader, comparison.pk)
        # It is played, but not in public.
        assert not access.may(reader, "see", candidate)
        assert not access.may(reader, "see", candidate.bot)
        assert candidate not in versions_visible_to(reader)

    # The second batch comes first, and waits for the first.
    worker.play(job_of(worker, batches[1].match), last_wins)
    comparison.refresh_from_db()
    assert (comparison.blocks, comparison.path) == (0, [])
    worker.play(job_of(worker, match), first_wins)
    comparison.refresh_from_db()
    blocks = batches[0].blocks
    assert comparison.blocks == 2 * blocks
    assert [point[0] for point in comparison.path] == [blocks, 2 * blocks]
    assert comparison.path[0][1] > 0 > comparison.path[1][1] - comparison.path[0][1]
    assert comparison.batches.filter(state=BatchState.OPEN).count() == IN_HAND

    for _ in range(20):
        for batch in comparison.batches.filter(state=BatchState.OPEN).select_related("match"):
            if comparison.state == ComparisonState.RUNNING:
                with worker.capture(execute=True):
                    matches_hand_out()
                worker.play(job_of(worker, batch.match), first_wins)
                comparison.refresh_from_db()
    assert (comparison.state, comparison.verdict) == (ComparisonState.FINISHED, Verdict.BETTER)
    assert comparison.path[-1][1] >= comparison.plan.upper > comparison.path[-2][1]
    assert not Match.objects.filter(lane=comparison.lane, finished_at=None).exists()
    found = selectors.standing(comparison)
    assert found.blocks == comparison.blocks < 200
    assert (found.playing, found.waiting) == (0, 0)
    assert found.score is not None and found.low is not None and found.score > found.low > 0.5
    assert Pool.objects.get().last_sequence == 4
    assert advance_all() == 0
    with pytest.raises(Conflict):
        comparison_stop(user=ada, comparison=comparison)


def test_at_tables_both_play_the_same_and_lost_batches_do_not_count(
    worker: FakeWorker, ada: User, staff: User, house: list[BotVersion], candidate: BotVersion
) -> None:
    older = make_version("ada", is_published=False)
    comparison = start(worker, ada, ask(candidate, older, players=3))
    first, second, *_ = comparison.batches.select_related("match", "other")
    assert first.other is not None
    ours, theirs = ([entrant.version_id for entrant in match.entrants.all()] for match in (first.match, first.other))
    field = [version.pk for version in house]
    assert (ours, theirs) == ([candidate.pk, *field[:2]], [older.pk, *field[:2]])
    assert (first.match.seeds, first.match.rng_seed) == (first.other.seeds, first.other.rng_seed)
    assert not set(first.match.seeds) & set(second.match.seeds)
    assert [entrant.version_id for entrant in second.match.entrants.all()][1:] == field[1:]

    worker.play(job_of(worker, first.other), last_wins)
    comparison.refresh_from_db()
    assert comparison.blocks == 0
    # An arena that loses one of the two tables loses the batch, and plays another one.
    matches_cancel(matches=Match.objects.filter(pk=first.match.pk))
    advance_all()
    comparison.refresh_from_db()
    assert (comparison.blocks, comparison.state) == (0, ComparisonState.RUNNING)
    assert selectors.standing(comparison).lost == 1
    with worker.capture(execute=True):
        matches_hand_out()
    worker.play(job_of(worker, second.match), first_wins)
    worker.play(job_of(worker, second.other), all_draw)
    comparison.refresh_from_db()
    # First of three against level with two: ½ more for a block.
    assert comparison.counts == [[full_points(3), second.blocks]]
    for _ in range(MOST_LOST):
        matches_cancel(matches=Match.objects.filter(lane=comparison.lane))
        advance_all()
    comparison.refresh_from_db()
    assert (comparison.state, comparison.verdict) == (ComparisonState.FAILED, Verdict.RUNNING)
    assert comparison.reason


def test_a_version_that_is_suspended_ends_it(
    worker: FakeWorker, ada: User, house: list[BotVersion], candidate: BotVersion
) -> None:
    comparison = start(worker, ada, ask(candidate, house[0], most_blocks=LEAST_BLOCKS))
    assert comparison.batches.count() == 1
    BotVersion.objects.filter(pk=candidate.pk).update(state=VersionState.SUSPENDED)
    matches_cancel(matches=Match.objects.filter(lane=comparison.lane))
    assert advance_all() == 1
    comparison.refresh_from_db()
    assert comparison.state == ComparisonState.FAILED
    assert "may not play" in comparison.reason


def test_the_cap_leaves_it_undecided(
    worker: FakeWorker, ada: User, house: list[BotVersion], candidate: BotVersion
) -> None:
    comparison = start(worker, ada, ask(candidate, house[0], most_blocks=LEAST_BLOCKS + 5))
    for batch in comparison.batches.select_related("match"):
        worker.play(job_of(worker, batch.match), lambda block, rotation, entrants: [1 + block % 2, 2 - block % 2])
    comparison.refresh_from_db()
    assert (comparison.blocks, comparison.verdict) == (LEAST_BLOCKS + 5, Verdict.UNDECIDED)


def test_what_may_be_asked_and_stopped_by_whom(
    worker: FakeWorker, ada: User, bob: User, staff: User, house: list[BotVersion], candidate: BotVersion
) -> None:
    secret = make_version("bob", is_published=False)
    public = make_version("bob", "owl")
    right = ask(candidate, public)
    wrong: list[tuple[Asked, str]] = [
        (replace(right, candidate=house[0].pk), "candidate"),
        (replace(right, baseline=secret.pk), "baseline"),
        (replace(right, baseline=candidate.pk), "baseline"),
        (replace(right, game="whist"), "game"),
        (replace(right, players=17), "players"),
        (
            replace(right, game="maverick", players=None, baseline=make_version("bob", "elk", games=["maverick"]).pk),
            "candidate",
        ),
        (replace(right, elo0=10.0), "elo1"),
        (replace(right, elo0=float("nan")), "elo0"),
        (replace(right, alpha=0.5), "alpha"),
        (replace(right, most_blocks=LEAST_BLOCKS - 1), "most_blocks"),
        (replace(right, field=[house[0].pk]), "field"),
        (replace(right, players=6), "field"),
        (replace(right, players=3, field=[house[0].pk, public.pk]), "field"),
        (replace(right, players=3, field=[house[0].pk, secret.pk]), "field"),
        (replace(right, limits={"move_ms": 1}), "limits"),
    ]
    for asked, field in wrong:
        for refuse in (comparison_start, comparison_cost):
            with pytest.raises(InvalidInput) as caught:
                refuse(user=ada, asked=asked)
            assert list(caught.value.fields) == [field]
    assert not Comparison.objects.exists()
    assert not Match.objects.exists()

    first, _second = start(worker, ada, right), start(worker, ada, right)
    with pytest.raises(Conflict, match="2 comparisons"):
        comparison_start(user=ada, asked=right)
    with pytest.raises(Forbidden):
        comparison_stop(user=bob, comparison=first)
    assert list(selectors.comparisons_of(ada)) == [_second, first]
    assert not selectors.comparisons_of(bob).exists()
    comparison_stop(user=ada, comparison=first)
    first.refresh_from_db()
    assert (first.state, first.verdict) == (ComparisonState.STOPPED, Verdict.RUNNING)
    assert not Match.objects.filter(lane=first.lane, finished_at=None).exists()
    start(worker, ada, right)
    assert selectors.comparison_get(staff, first.pk) == first


def test_the_cost_is_told_ahead() -> None:
    apart = cost_of(Plan(elo1=20), "thirty-one", "seat", 2)
    assert (apart.variance, apart.is_measured, apart.games_a_block) == (0.125, False, 2)
    # Twice 2.94 / 0.0287 squared, times the variance, by Wald; the errors are made too, so a tenth less.
    assert apart.if_not == pytest.approx(0.9 * 2 * 2.944 * 0.125 / 0.02876**2, rel=0.01)
    assert apart.if_not < apart.halfway == pytest.approx(2.944**2 * 0.125 / 0.02876**2, rel=0.01)
    assert cost_of(Plan(elo1=20), "thirty-one", "seat", 6).games_a_block == 12


def test_a_table_says_the_difference_of_two_scores() -> None:
    def block(places: list[int]) -> list[dict[str, Any]]:
        return [game_of([(seat + turn) % 3 for seat in range(3)], [0, 1, 2], places) for turn in range(3)]

    full = full_points(3)
    assert table_points(block([1, 2, 3]), block([1, 3, 2]), 3) == full // 2
    assert table_points(block([1, 2, 3]), block([3, 1, 2]), 3) == full + full // 2
    assert table_points(block([2, 1, 3]), block([3, 1, 2]), 3) == full
    assert table_points(block([3, 1, 2]), block([1, 2, 3]), 3) == -full // 2
