"""Standings, cross-table, schedule and progress."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from django.core.cache import cache
from fairdeal.accounts.models import User
from fairdeal.common.errors import NotFound
from fairdeal.matches.models import Match
from fairdeal.ratings.uncertainty import error_without_spread
from fairdeal.tournaments import selectors
from fairdeal.tournaments.services import tournament_create, tournament_start

from tests.fairdeal.playing import FakeWorker, all_draw, first_wins, last_wins, make_versions

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    cache.clear()


def make(worker: FakeWorker, user: User, entrants: int, **changes: Any) -> Any:
    arguments: dict[str, Any] = {"name": "Cup", "game": "thirty-one", "players": 2, "blocks": 2}
    tournament = tournament_create(
        user=user, version_ids=[version.pk for version in make_versions(entrants)], **arguments | changes
    )
    return tournament


def start(worker: FakeWorker, user: User, tournament: Any) -> Any:
    with worker.capture(execute=True):
        return tournament_start(user=user, tournament=tournament)


def test_the_schedule_is_shown_before_it_runs_and_is_what_runs(worker: FakeWorker, ada: User) -> None:
    tournament = make(worker, ada, 4)
    planned = selectors.schedule(tournament)
    assert [(row.round, row.numbers) for row in planned] == [
        (1, (1, 4)), (1, (2, 3)), (2, (4, 3)), (2, (1, 2)), (3, (2, 4)), (3, (3, 1)),
    ]  # fmt: skip
    assert {row.match for row in planned} == {None}
    assert selectors.schedule_report(tournament).is_balanced
    assert (selectors.progress(tournament).matches, selectors.progress(tournament).blocks) == (6, 12)
    tournament = start(worker, ada, tournament)
    played = selectors.schedule(tournament)
    assert [row.numbers for row in played] == [row.numbers for row in planned]
    for row in played:
        assert row.match is not None
        assert tuple(str(entrant.version) for entrant in row.match.entrants.all()) == row.names


def test_progress_counts_what_a_running_match_has_reported(worker: FakeWorker, ada: User) -> None:
    tournament = start(worker, ada, make(worker, ada, 3, blocks=4))
    first, second, _third = Match.objects.order_by("id")
    worker.play(worker.job(first))
    worker.progress(worker.job(second), 3)
    progress = selectors.progress(tournament)
    assert (progress.matches, progress.finished, progress.running, progress.waiting) == (3, 1, 1, 1)
    assert (progress.blocks, progress.blocks_done, progress.percent) == (12, 7, 58)


def test_nobody_has_a_rank_before_the_first_block(worker: FakeWorker, ada: User) -> None:
    rows = selectors.standings(make(worker, ada, 3))
    assert [(row.rank, row.number, row.score, row.standard_error) for row in rows] == [
        (None, number, None, None) for number in (1, 2, 3)
    ]


def test_points_scores_and_errors(worker: FakeWorker, ada: User, django_assert_max_num_queries: Any) -> None:
    tournament = start(worker, ada, make(worker, ada, 3, blocks=2))

    def places(block: int, rotation: int, entrants: int) -> Sequence[int]:
        return first_wins(block, rotation, entrants) if block == 0 else last_wins(block, rotation, entrants)

    # The tables: 2-3, then 3-1, then 1-2, as Berger has them with a bye for the missing fourth.
    by_names = {row.numbers: row.match for row in selectors.schedule(tournament)}
    assert set(by_names) == {(2, 3), (1, 2), (3, 1)}
    worker.play(worker.job(by_names[2, 3]), all_draw)
    worker.play(worker.job(by_names[1, 2]), first_wins)
    worker.play(worker.job(by_names[3, 1]), places)
    with django_assert_max_num_queries(6):
        rows = {row.number: row for row in selectors.standings(tournament)}
    assert [rows[number].points for number in (1, 2, 3)] == [1.5, 0.5, 1.0]
    assert [rows[number].rank for number in (1, 2, 3)] == [1, 3, 2]
    assert sum(row.points for row in rows.values()) == 3
    one = rows[1]
    assert (one.blocks, one.games, one.wins, one.draws, one.losses) == (4, 8, 6, 0, 2)
    assert one.score == 0.75
    # Two clusters (the deals), with sums 1 and 2 over two blocks each: deviations -1/2 and 1/2. Nothing varied against
    # entrant 2, in half of the blocks: half of Wilson's error comes to it.
    spread = (2 * 0.5) ** 0.5 / 4
    assert one.standard_error == pytest.approx((spread**2 + (error_without_spread(1.0, 2) / 2) ** 2) ** 0.5)
    cells = {row.number: row.cells for row in selectors.crosstable(tournament)}
    assert cells[1][0].is_diagonal
    assert (cells[1][1].score, cells[1][1].blocks) == (1.0, 2)
    # Two blocks without spread: Wilson's error, and nothing is proved.
    assert cells[1][1].standard_error == pytest.approx(error_without_spread(1.0, 2))
    assert (cells[1][1].tone, cells[2][0].tone) == ("", "")
    assert (cells[1][2].score, cells[1][2].tone) == (0.5, "")
    assert cells[3][0].score == pytest.approx(1 - (cells[1][2].score or 0))


def test_who_has_no_table_yet_has_no_rank_and_stands_below(worker: FakeWorker, ada: User) -> None:
    tournament = start(worker, ada, make(worker, ada, 4))
    by_names = {row.numbers: row.match for row in selectors.schedule(tournament)}
    # Entrant 4 loses everything it has played: it still stands above those who have played nothing.
    worker.play(worker.job(by_names[2, 4]))
    rows = selectors.standings(tournament)
    assert [(row.rank, row.number, row.points) for row in rows] == [
        (1, 2, 1.0),
        (2, 4, 0.0),
        (None, 1, 0),
        (None, 3, 0),
    ]


def test_a_clear_score_without_spread_has_an_error_and_a_tone(worker: FakeWorker, ada: User) -> None:
    tournament = start(worker, ada, make(worker, ada, 2, blocks=12))
    worker.play(worker.job(Match.objects.get()))
    first, second = selectors.standings(tournament)
    assert (first.score, second.score) == (1.0, 0.0)
    assert [first.standard_error, second.standard_error] == pytest.approx([0.1237, 0.1237], abs=1e-4)
    tones = [cell.tone for row in selectors.crosstable(tournament) for cell in row.cells if not cell.is_diagonal]
    assert tones == ["better", "worse"]


def test_equal_points_share_a_rank(worker: FakeWorker, ada: User) -> None:
    tournament = start(worker, ada, make(worker, ada, 4))
    for match in Match.objects.all():
        worker.play(worker.job(match), all_draw)
    rows = selectors.standings(tournament)
    assert [(row.rank, row.points) for row in rows] == [(1, 1.5)] * 4
    assert [row.number for row in rows] == [1, 2, 3, 4]


def test_a_table_of_four_shares_one_point_a_block(worker: FakeWorker, ada: User) -> None:
    tournament = start(worker, ada, make(worker, ada, 4, players=4, blocks=3))
    worker.play(worker.job(Match.objects.get()))
    rows = selectors.standings(tournament)
    assert [row.score for row in rows] == pytest.approx([1, 2 / 3, 1 / 3, 0])
    assert [row.wins for row in rows] == [12, 0, 0, 0]
    assert [row.margin for row in rows] == pytest.approx([2 / 4, 2 / 3 / 4, -2 / 3 / 4, -2 / 4])
    assert all(
        cell.blocks == 3 for row in selectors.crosstable(tournament) for cell in row.cells if not cell.is_diagonal
    )


def test_sides_of_smear(worker: FakeWorker, ada: User) -> None:
    tournament = start(worker, ada, make(worker, ada, 3, game="smear-four-handed", players=4))
    for match in Match.objects.all():
        worker.play(worker.job(match))
    assert sum(row.points for row in selectors.standings(tournament)) == 3


def test_games_with_a_fault_count_but_their_margins_do_not(worker: FakeWorker, ada: User) -> None:
    tournament = start(worker, ada, make(worker, ada, 2, blocks=1))
    job = worker.job(Match.objects.get())
    worker.store(job, 0)
    message = worker.result(job)
    game = message["blocks"][0]["games"][0]
    evidence = {"signal": 9, "exit_code": None, "cpu_ms": 1, "wall_ms": 1, "peak_kib": 1, "stderr_tail": "\x00"}
    game["verdicts"][1] = "memory_limit"
    game["totals"] = [0, 1000]
    game["faults"] = [
        {"seat": 1, "verdict": "memory_limit", "detail": "x", "deal": 1, "action_index": 2, "evidence": evidence}
    ]
    worker.answer(message)
    rows = {row.number: row for row in selectors.standings(tournament)}
    assert (rows[1].wins, rows[2].faults, rows[1].faults) == (2, 1, 0)
    assert rows[1].margin == pytest.approx(1 / 4)


def test_standings_move_on_when_more_is_played(worker: FakeWorker, ada: User) -> None:
    tournament = start(worker, ada, make(worker, ada, 3))
    for number, match in enumerate(Match.objects.order_by("id"), start=1):
        worker.play(worker.job(match))
        for _ in range(2):
            assert sum(row.points for row in selectors.standings(tournament)) == number


def test_what_does_not_exist_is_not_found(ada: User) -> None:
    with pytest.raises(NotFound):
        selectors.tournament_get(ada, 1)
