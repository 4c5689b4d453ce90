"""Tournaments of every format from their start to their end: rounds that start by themselves, failures, pauses."""

from __future__ import annotations

import random
from typing import Any

import pytest
from fairdeal.accounts.models import User
from fairdeal.common.errors import Conflict, Forbidden
from fairdeal.matches.models import Match, MatchState
from fairdeal.submissions.models import BotVersion, VersionState
from fairdeal.tournaments import selectors
from fairdeal.tournaments.access import may
from fairdeal.tournaments.models import Entry, EntryState, Pairing, TournamentState
from fairdeal.tournaments.services import (
    settle_all,
    tournament_pause,
    tournament_rerun_failed,
    tournament_resume,
    tournament_settle,
    tournament_start,
)

from tests.fairdeal.playing import FakeWorker, all_draw, make_versions
from tests.fairdeal.tournaments import arena

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unrated")]
SEED = "5eed" * 16


@pytest.mark.parametrize(
    ("format_name", "entries", "facts"),
    [
        ("swiss", 5, {"settings": {"rounds": 2}}),
        ("swiss", 6, {"players": 3, "settings": {"rounds": 2}}),
        ("double-elimination", 4, {"settings": {"extra_legs": 1, "extra_blocks": 2}}),
        ("groups", 4, {"settings": {"groups": 2, "qualifiers": 2, "third_place": True}}),
    ],
)
def test_results_in_any_order_give_the_same_event(
    worker: FakeWorker, staff: User, format_name: str, entries: int, facts: dict[str, Any]
) -> None:
    versions = make_versions(entries)
    events, standings = [], []
    for order in (None, random.Random(1)):
        # Not by rating: the first event moves it.
        settings = {**facts["settings"], "seeding": "given"}
        made = arena.create(staff, versions, format_name, seed=SEED, **{**facts, "settings": settings})
        tournament = arena.play_out(worker, arena.start(worker, staff, made), arena.chance, order)
        assert tournament.state == TournamentState.FINISHED
        assert not Match.objects.filter(pairing__tournament=tournament, is_closed=True).exists()
        events.append(arena.drawn(tournament))
        standings.append([(row.rank, row.number, row.points, row.tiebreaks) for row in selectors.standings(tournament)])
    assert events[0] == events[1]
    assert standings[0] == standings[1]


def test_rounds_of_a_swiss_start_by_themselves_with_deals_of_their_own(worker: FakeWorker, ada: User) -> None:
    tournament = arena.start(worker, ada, arena.create(ada, make_versions(5), "swiss", settings={"rounds": 3}))
    first = arena.waiting(tournament)
    bye = Pairing.objects.get(tournament=tournament, match=None)
    assert [row.round for row in first] == [1, 1] and len(bye.numbers) == 1
    arena.play(worker, first[0])
    assert tournament_settle(match_id=first[0].match_id or 0) is not None
    assert settle_all() == 0
    assert not Pairing.objects.filter(tournament=tournament, round=2).exists()
    assert not may(ada, "see_records", Match.objects.get(pk=first[0].match_id))
    arena.play(worker, first[1])
    assert [row.round for row in arena.waiting(tournament)] == [2, 2]
    assert all(may(None, "see_records", Match.objects.get(pk=row.match_id)) for row in first)
    assert settle_all() == 0
    with pytest.raises(Conflict, match="is being played already"):
        tournament_start(user=ada, tournament=tournament)
    tournament = arena.play_out(worker, tournament)
    assert tournament.state == TournamentState.FINISHED
    seeds = {row.round: set(row.match.seeds) for row in Pairing.objects.filter(match__isnull=False)}  # type: ignore[union-attr]
    assert len(set.union(*seeds.values())) == 3
    rows = selectors.standings(tournament)
    assert rows[0].rank == 1 and len(rows[0].tiebreaks) == len(selectors.tiebreak_columns(tournament))
    assert sum(row.byes for row in rows) == 3


def test_ties_in_a_bracket_are_played_on_with_more_blocks_and_then_the_higher_seed_is_through(
    worker: FakeWorker, ada: User
) -> None:
    settings = {"extra_legs": 2, "extra_blocks": 3, "seeding": "given"}
    tournament = arena.create(ada, make_versions(4), "single-elimination", blocks=2, settings=settings)
    tournament = arena.start(worker, ada, tournament)
    final = arena.play_out(worker, tournament, lambda pairing: all_draw)
    assert final.state == TournamentState.FINISHED
    legs = Pairing.objects.filter(tournament=tournament, round=1, table=1).order_by("leg").select_related("match")
    assert [(row.leg, row.first_block, len(row.match.seeds)) for row in legs if row.match] == [
        (1, 0, 2), (2, 2, 3), (3, 5, 3),
    ]  # fmt: skip
    assert len({seed for row in legs if row.match for seed in row.match.seeds}) == 8
    assert len({row.match.rng_seed for row in legs if row.match}) == 3
    found = selectors.bracket(tournament)
    assert found is not None and {seat.winner for seat in found.seats.values()} == {1, 2}
    assert [result.blocks for result in found.legs(next(iter(found.seats)))] == [2, 3, 3]
    assert [row.rank for row in selectors.standings(tournament)] == [1, 2, 3, 3]


def test_cards_of_a_bracket_stay_closed_while_its_round_can_still_get_tables(worker: FakeWorker, ada: User) -> None:
    tournament = arena.create(ada, make_versions(8), "single-elimination", settings={"seeding": "given"})
    tournament = arena.start(worker, ada, tournament)
    quarter = arena.waiting(tournament)
    for row in quarter[:2]:
        arena.play(worker, row)
    semi = next(row for row in arena.waiting(tournament) if row.round == 2)
    arena.play(worker, semi)
    # The other semi-final plays the same deals, and is not drawn yet.
    assert Match.objects.get(pk=semi.match_id).is_closed
    for row in quarter[2:]:
        arena.play(worker, row)
    assert Match.objects.get(pk=semi.match_id).is_closed
    arena.play(worker, next(row for row in arena.waiting(tournament) if row.round == 2))
    assert not Match.objects.get(pk=semi.match_id).is_closed


@pytest.mark.parametrize(("visibility", "during"), [("hidden", [False, False]), ("entrants", [True, False])])
def test_who_sees_the_cards_of_a_round_is_the_organisers_choice(
    worker: FakeWorker, ada: User, bob: User, staff: User, visibility: str, during: list[bool]
) -> None:
    versions = make_versions(4)
    versions[0].owner.members.add(bob)
    made = arena.create(ada, versions, "swiss", visibility=visibility, settings={"rounds": 2})
    tournament = arena.start(worker, ada, made)
    first = arena.waiting(tournament)
    arena.play(worker, first[0])
    match = Match.objects.get(pk=first[0].match_id)
    assert [may(user, "see_records", match) for user in (bob, ada, None)] == [False, False, False]
    arena.play(worker, first[1])
    match.refresh_from_db()
    assert [may(user, "see_records", match) for user in (bob, ada)] == during
    assert not may(None, "see_records", match) and may(staff, "see_records", match)
    arena.play_out(worker, tournament)
    match.refresh_from_db()
    assert may(None, "see_records", match)


def test_a_failed_match_holds_up_what_follows_from_it_until_it_is_played_again(
    worker: FakeWorker, ada: User, bob: User
) -> None:
    tournament = arena.start(worker, ada, arena.create(ada, make_versions(4), "swiss", settings={"rounds": 2}))
    first, second = arena.waiting(tournament)
    assert first.match is not None
    arena.fail(worker, first.match)
    arena.play(worker, second)
    tournament.refresh_from_db()
    assert tournament.state == TournamentState.RUNNING and not arena.waiting(tournament)
    with pytest.raises(Forbidden):
        tournament_rerun_failed(user=bob, tournament=tournament)
    with worker.capture(execute=True):
        assert tournament_rerun_failed(user=ada, tournament=tournament) == 1
    assert arena.play_out(worker, tournament).state == TournamentState.FINISHED
    with pytest.raises(Conflict, match="No match of this tournament has failed"):
        tournament_rerun_failed(user=ada, tournament=tournament)


def test_a_finished_round_robin_plays_its_failed_matches_by_one_call(worker: FakeWorker, ada: User) -> None:
    tournament = arena.start(worker, ada, arena.create(ada, make_versions(3), "round-robin"))
    with pytest.raises(Conflict):
        tournament_rerun_failed(user=ada, tournament=tournament)
    for row in arena.waiting(tournament)[:2]:
        assert row.match is not None
        arena.fail(worker, row.match)
    tournament = arena.play_out(worker, tournament)
    assert tournament.state == TournamentState.FINISHED
    assert [row.played for row in selectors.standings(tournament)] == [1, 1, 0]
    began = tournament.started_at
    with worker.capture(execute=True):
        assert tournament_rerun_failed(user=ada, tournament=tournament) == 2
    tournament.refresh_from_db()
    assert (tournament.state, tournament.started_at, tournament.finished_at) == (TournamentState.RUNNING, began, None)
    tournament = arena.play_out(worker, tournament)
    assert tournament.state == TournamentState.FINISHED
    assert [row.played for row in selectors.standings(tournament)] == [2, 2, 2]


def test_one_that_cannot_be_brought_on_holds_up_no_other(
    worker: FakeWorker, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, good = (
        arena.start(worker, ada, arena.create(ada, make_versions(2), "single-elimination")) for _ in range(2)
    )
    # As no code of ours leaves it: the format would seat them the other way round.
    Pairing.objects.filter(tournament=broken).update(numbers=[2, 1])
    monkeypatch.setattr("fairdeal.matches.services.matches.announce", lambda match_id: None)
    (final,) = arena.waiting(good)
    arena.play(worker, final)
    assert settle_all() == 1
    states = [type(one).objects.get(pk=one.pk).state for one in (broken, good)]
    assert states == [TournamentState.RUNNING, TournamentState.FINISHED]


def test_a_pause_holds_back_the_next_round_too(worker: FakeWorker, ada: User) -> None:
    tournament = arena.start(worker, ada, arena.create(ada, make_versions(4), "swiss", settings={"rounds": 2}))
    tournament_pause(user=ada, tournament=tournament)
    for row in arena.waiting(tournament):
        arena.play(worker, row)
    assert settle_all() == 0
    assert not Pairing.objects.filter(tournament=tournament, round=2).exists()
    with worker.capture(execute=True):
        tournament_resume(user=ada, tournament=tournament)
    assert [row.round for row in arena.waiting(tournament)] == [2, 2]
    tournament_pause(user=ada, tournament=tournament)
    # What is with the workers is played, and there is nothing to wait for after it.
    assert arena.play_out(worker, tournament).state == TournamentState.FINISHED


def test_who_was_stopped_between_rounds_is_put_out_and_the_others_play_on(worker: FakeWorker, ada: User) -> None:
    versions = make_versions(5)
    tournament = arena.start(worker, ada, arena.create(ada, versions, "swiss", settings={"rounds": 2}))
    first = arena.waiting(tournament)
    arena.play(worker, first[0])
    BotVersion.objects.filter(pk=versions[0].pk).update(state=VersionState.SUSPENDED)
    arena.play(worker, first[1])
    entry = Entry.objects.get(version=versions[0])
    assert entry.state == EntryState.DISQUALIFIED and "faults" in entry.reason
    second = arena.waiting(tournament)
    assert len(second) == 2 and all(entry.number not in row.numbers for row in second)
    assert arena.play_out(worker, tournament).state == TournamentState.FINISHED


def test_a_ladder_goes_on_and_gives_way_to_others(worker: FakeWorker, ada: User, bob: User, settings: Any) -> None:
    ladder = arena.create(ada, make_versions(4), "ladder", blocks=2, settings={"batch": 2, "newcomer_blocks": 4})
    ladder = arena.start(worker, ada, ladder)
    assert len(arena.waiting(ladder)) == 2
    for _ in range(6):
        arena.play(worker, arena.waiting(ladder)[0])
    assert 1 <= len(arena.waiting(ladder)) <= 2
    assert selectors.progress(ladder).finished == 6
    assert [row.rank for row in selectors.standings(ladder)] == [1, 2, 3, 4]
    settings.HAND_OUT_WINDOW = 2
    held = arena.waiting(ladder)
    cup = arena.start(worker, bob, arena.create(bob, make_versions(3), "round-robin"))
    for row in held:
        arena.play(worker, row)
    # The ladder has drawn more, and gets no turn while the round-robin has something waiting.
    assert len(arena.waiting(cup)) == 2 and not arena.waiting(ladder)
    assert Match.objects.filter(pairing__tournament=ladder, state=MatchState.CREATED).exists()
    assert arena.play_out(worker, cup).state == TournamentState.FINISHED
    assert arena.waiting(ladder)
    ladder.refresh_from_db()
    assert ladder.state == TournamentState.RUNNING
