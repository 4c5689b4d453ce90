"""Entering and leaving: who may, how many, until when; what becomes of the schedule."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

import pytest
from fairdeal.accounts.models import User
from fairdeal.common import clock
from fairdeal.common.errors import Conflict, Forbidden, InvalidInput
from fairdeal.matches.models import Match, MatchState
from fairdeal.submissions.models import BotVersion, VersionState
from fairdeal.tournaments import selectors
from fairdeal.tournaments.access import may
from fairdeal.tournaments.models import Entry, EntryState, Tournament, TournamentState
from fairdeal.tournaments.services import (
    settle_all,
    tournament_change,
    tournament_close,
    tournament_disqualify,
    tournament_enter,
    tournament_open,
    tournament_start,
    tournament_withdraw,
)

from tests.fairdeal.playing import FakeWorker, make_version, make_versions
from tests.fairdeal.tournaments import arena

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unrated")]


@pytest.fixture
def bobs(bob: User) -> list[BotVersion]:
    """Three bots of bob's, none of them published."""
    versions = [make_version("bob", name, is_published=False) for name in ("one", "two", "three")]
    versions[0].owner.members.add(bob)
    return versions


def opened(user: User, format_name: str = "swiss", **facts: Any) -> Tournament:
    return tournament_open(user=user, tournament=arena.create(user, None, format_name, **facts))


def numbers(tournament: Tournament) -> list[tuple[int | None, str]]:
    return [(entry.number, entry.version.bot.name) for entry in selectors.entries_of(tournament)]


def test_owners_enter_their_bots_while_it_is_open(
    ada: User, bob: User, bobs: list[BotVersion], worker: FakeWorker
) -> None:
    tournament = arena.create(ada, None, "swiss", settings={"rounds": 1})
    with pytest.raises(Conflict, match="not open for entry"):
        tournament_enter(user=bob, tournament=tournament, bot_id=bobs[0].bot_id)
    assert not may(bob, "see", tournament)
    tournament = tournament_open(user=ada, tournament=tournament)
    assert may(bob, "see", tournament) and may(None, "see", tournament)
    with pytest.raises(Forbidden):
        tournament_enter(user=bob, tournament=tournament, bot_id=make_version("cy").bot_id)
    for version in bobs[:2]:
        tournament_enter(user=bob, tournament=tournament, bot_id=version.bot_id)
    with pytest.raises(Conflict, match="entered already"):
        tournament_enter(user=bob, tournament=tournament, bot_id=bobs[0].bot_id)
    tournament_enter(user=ada, tournament=tournament, version_id=make_version("house", "rules").pk)
    newer = make_version("bob", "one", is_published=False)
    make_version("bob", "one", state=VersionState.CHECKING)
    assert numbers(tournament) == [(1, "one"), (2, "two"), (3, "rules")]
    tournament = tournament_close(user=ada, tournament=tournament)
    assert [entry.version_id for entry in selectors.entries_of(tournament)][:2] == [newer.pk, bobs[1].pk]
    with pytest.raises(Conflict, match="not open for entry"):
        tournament_enter(user=bob, tournament=tournament, bot_id=bobs[2].bot_id)
    assert arena.start(worker, ada, tournament).state == TournamentState.RUNNING


def test_what_an_organiser_enters_is_never_a_version_that_its_owner_keeps_to_himself(ada: User) -> None:
    published = make_version("cy", "fox")
    tournament = opened(ada)
    tournament_enter(user=ada, tournament=tournament, bot_id=published.bot_id)
    make_version("cy", "fox", is_published=False)
    late = make_version("cy", "fox")
    make_version("cy", "fox", is_published=False)
    tournament_close(user=ada, tournament=tournament)
    assert Entry.objects.get().version == late


def test_where_all_was_decided_without_play_there_is_a_winner(
    ada: User, bob: User, bobs: list[BotVersion], worker: FakeWorker
) -> None:
    BotVersion.objects.filter(pk=bobs[0].pk).update(is_published=True)
    versions = [bobs[0], *make_versions(1)]
    tournament = arena.start(worker, ada, arena.create(ada, versions, "single-elimination"))
    entry = Entry.objects.get(version=bobs[0])
    with worker.capture(execute=True):
        tournament_withdraw(user=bob, tournament=tournament, entry_id=entry.pk)
    tournament.refresh_from_db()
    assert tournament.state == TournamentState.FINISHED
    assert [(row.rank, row.number) for row in selectors.standings(tournament)] == [(1, 2), (2, 1)]
    assert selectors.progress(tournament).failed == 0


def test_what_cannot_play_is_not_entered(ada: User, bob: User, bobs: list[BotVersion]) -> None:
    tournament = opened(ada)
    other = make_version("bob", "four", games=["smear-four-handed"])
    stopped = make_version("bob", "five", state=VersionState.SUSPENDED)
    for words in (
        {"bot_id": other.bot_id},
        {"version_id": other.pk},
        {"version_id": stopped.pk},
        {"bot_id": 10**6},
        {},
    ):
        with pytest.raises(InvalidInput) as caught:
            tournament_enter(user=bob, tournament=tournament, **words)
        assert set(caught.value.fields) <= {"bot", "version"}
    assert not Entry.objects.exists()


def test_the_limit_and_the_deadline_hold(ada: User, bob: User, bobs: list[BotVersion]) -> None:
    deadline = clock.now() + timedelta(hours=1)
    tournament = opened(ada, entry_limit=2, entry_deadline=deadline)
    entry = tournament_enter(user=bob, tournament=tournament, bot_id=bobs[0].bot_id)
    tournament_enter(user=bob, tournament=tournament, bot_id=bobs[1].bot_id)
    with pytest.raises(Conflict) as caught:
        tournament_enter(user=bob, tournament=tournament, bot_id=bobs[2].bot_id)
    assert caught.value.code == "full"
    tournament_withdraw(user=bob, tournament=tournament, entry_id=entry.pk)
    assert numbers(tournament) == [(1, "two"), (None, "one")]
    with clock.frozen_at(deadline):
        with pytest.raises(Conflict) as caught:
            tournament_enter(user=bob, tournament=tournament, bot_id=bobs[2].bot_id)
        assert caught.value.code == "deadline_over"
        assert settle_all() == 1
        assert settle_all() == 0
        tournament.refresh_from_db()
        assert tournament.state == TournamentState.CLOSED
        with pytest.raises(Conflict, match="set a later one"):
            tournament_open(user=ada, tournament=tournament)


def test_it_starts_by_itself_or_says_why_not(ada: User, worker: FakeWorker) -> None:
    moment = clock.now() + timedelta(hours=1)
    alone = arena.create(ada, None, "swiss", starts_at=moment)
    ready = arena.create(ada, make_versions(2), "swiss", starts_at=moment)
    assert settle_all() == 0
    with clock.frozen_at(moment), worker.capture(execute=True):
        assert settle_all() == 1
    alone.refresh_from_db()
    ready.refresh_from_db()
    assert ready.state == TournamentState.RUNNING and len(arena.waiting(ready)) == 1
    assert (alone.state, alone.starts_at) == (TournamentState.DRAFT, None)
    assert "entries" in alone.trouble


def test_nothing_is_changed_after_the_start_and_no_rule_after_entry_opened(ada: User, worker: FakeWorker) -> None:
    tournament = arena.create(ada, make_versions(4), "swiss")
    changed = tournament_change(user=ada, tournament=tournament, name="Cup 2", format="round-robin", blocks=3)
    assert (changed.name, changed.format, changed.blocks, changed.deals) == ("Cup 2", "round-robin", 3, "cycle")
    assert changed.settings["cycles"] == 1
    for words in ({"format": "gauntlet", "settings": {"challengers": 4}}, {"blocks": 0}, {"entry_limit": 3}):
        with pytest.raises(InvalidInput):
            tournament_change(user=ada, tournament=tournament, **words)
    tournament = tournament_open(user=ada, tournament=tournament)
    assert tournament_change(user=ada, tournament=tournament, visibility="hidden").visibility == "hidden"
    with pytest.raises(Conflict, match="Entry has been opened"):
        tournament_change(user=ada, tournament=tournament, blocks=5)
    tournament = arena.start(worker, ada, tournament)
    for name, value in {"name": "Cup 3", "blocks": 5, "visibility": "public"}.items():
        with pytest.raises(Conflict, match="has started"):
            tournament_change(user=ada, tournament=tournament, **{name: value})
    tournament.refresh_from_db()
    assert (tournament.name, tournament.blocks, tournament.visibility) == ("Cup 2", 3, "hidden")


def test_who_withdraws_gives_walkovers_and_cannot_do_it_twice(
    ada: User, bob: User, bobs: list[BotVersion], worker: FakeWorker
) -> None:
    others = make_versions(3)
    BotVersion.objects.filter(pk=bobs[0].pk).update(is_published=True)
    tournament = arena.start(worker, ada, arena.create(ada, [bobs[0], *others], "round-robin"))
    mine = [row for row in arena.waiting(tournament) if 1 in row.numbers]
    arena.play(worker, mine[0])
    entry = Entry.objects.get(version=bobs[0])
    with pytest.raises(Forbidden):
        tournament_withdraw(user=ada, tournament=tournament, entry_id=entry.pk)
    with worker.capture(execute=True):
        tournament_withdraw(user=bob, tournament=tournament, entry_id=entry.pk)
    assert [Match.objects.get(pk=row.match_id).state for row in mine[1:]] == [MatchState.CANCELLED] * 2
    assert len(arena.waiting(tournament)) == 3
    with pytest.raises(Conflict, match="has left already"):
        tournament_withdraw(user=bob, tournament=tournament, entry_id=entry.pk)
    with pytest.raises(Conflict, match="has left already"):
        tournament_disqualify(user=ada, tournament=tournament, entry_id=entry.pk, reason="late")
    tournament = arena.play_out(worker, tournament)
    assert tournament.state == TournamentState.FINISHED
    rows = {row.number: row for row in selectors.standings(tournament)}
    assert (rows[1].has_left, rows[1].played, sum(row.byes for row in rows.values())) == (True, 1, 2)
    others[0].owner.members.add(bob)
    with pytest.raises(Conflict, match="is over"):
        tournament_withdraw(user=bob, tournament=tournament, entry_id=Entry.objects.get(version=others[0]).pk)


def test_the_organiser_disqualifies_with_a_reason_and_for_good(
    ada: User, bob: User, bobs: list[BotVersion], worker: FakeWorker
) -> None:
    tournament = opened(ada, "single-elimination")
    entry = tournament_enter(user=bob, tournament=tournament, bot_id=bobs[0].bot_id)
    for version in make_versions(4):
        tournament_enter(user=ada, tournament=tournament, version_id=version.pk)
    with pytest.raises(Forbidden):
        tournament_disqualify(user=bob, tournament=tournament, entry_id=entry.pk, reason="x")
    with pytest.raises(InvalidInput):
        tournament_disqualify(user=ada, tournament=tournament, entry_id=entry.pk, reason=" ")
    tournament_disqualify(user=ada, tournament=tournament, entry_id=entry.pk, reason="two authors")
    with pytest.raises(Conflict, match="was disqualified"):
        tournament_enter(user=bob, tournament=tournament, bot_id=bobs[0].bot_id)
    tournament = arena.start(worker, ada, tournament)
    first = arena.waiting(tournament)[0]
    out = Entry.objects.get(tournament=tournament, number=first.numbers[0])
    with worker.capture(execute=True):
        tournament_disqualify(user=ada, tournament=tournament, entry_id=out.pk, reason="no licence")
    tournament = arena.play_out(worker, tournament)
    assert tournament.state == TournamentState.FINISHED
    out.refresh_from_db()
    assert (out.state, out.reason) == (EntryState.DISQUALIFIED, "no licence")
    assert [row.rank for row in selectors.standings(tournament)] == [1, 2, 3, 3]


@pytest.mark.parametrize("format_name", ["swiss", "double-elimination", "groups"])
def test_tournaments_with_withdrawals_at_random_end(worker: FakeWorker, ada: User, format_name: str) -> None:
    rng = random.Random(format_name)
    settings = {"groups": 2, "qualifiers": 1} if format_name == "groups" else {}
    tournament = arena.create(ada, make_versions(5), format_name, settings=settings)
    tournament = arena.start(worker, ada, tournament)
    for _ in range(60):
        found = arena.waiting(tournament)
        if not found:
            break
        arena.play(worker, rng.choice(found), arena.chance)
        here = list(tournament.entries.filter(state=EntryState.IN))
        tournament.refresh_from_db()
        if rng.random() < 0.3 and len(here) > 1 and tournament.state == TournamentState.RUNNING:
            with worker.capture(execute=True):
                tournament_disqualify(user=ada, tournament=tournament, entry_id=rng.choice(here).pk, reason="by lot")
    tournament.refresh_from_db()
    assert tournament.state == TournamentState.FINISHED
    assert tournament.entries.exclude(state=EntryState.IN).exists()
    assert not Match.objects.filter(is_closed=True).exists()


def test_bots_of_one_owner_are_kept_apart_where_that_can_be(ada: User, worker: FakeWorker) -> None:
    pairs = [make_version(owner, bot) for owner in ("p", "q", "r", "s") for bot in ("one", "two")]
    tournament = arena.create(ada, pairs, "round-robin", players=3)
    report = selectors.schedule_report(tournament)
    assert report is not None and report.kept_apart == 4 and report.meets_unconstrained is not None
    tournament = arena.start(worker, ada, tournament)
    owners = {entry.number: entry.version.owner_id for entry in selectors.entries_of(tournament)}
    assert all(len({owners[number] for number in row.numbers}) == 3 for row in arena.waiting(tournament))
    with pytest.raises(InvalidInput) as caught:
        arena.create(ada, pairs[:4], "swiss", players=3)
    assert "owner" in caught.value.fields["entries"][0]


@pytest.mark.parametrize(
    ("format_name", "count", "facts", "field"),
    [
        ("cup", 2, {}, "format"),
        ("swiss", 2, {"settings": {"rounds": "many"}}, "settings.rounds"),
        ("swiss", 2, {"settings": {"wings": 1}}, "settings.wings"),
        ("swiss", 2, {"settings": {"tiebreaks": ["luck"]}}, "settings.tiebreaks"),
        ("swiss", 2, {"settings": 5}, "settings"),
        ("swiss", 2, {"deals": "cycle"}, "deals"),
        ("swiss", 2, {"deals": "day"}, "deals"),
        ("swiss", 3, {"settings": {"rounds": 9}}, "entries"),
        ("single-elimination", 4, {"players": 3}, "settings.table_size"),
        ("double-elimination", 1, {}, "entries"),
        ("groups", 3, {}, "entries"),
        ("gauntlet", 2, {"settings": {"challengers": 2}}, "entries"),
        ("ladder", 2, {"settings": {"blocks": 7}}, "settings.blocks"),
        ("swiss", 2, {"visibility": "some"}, "visibility"),
        ("swiss", 2, {"entry_limit": 1}, "entry_limit"),
        ("swiss", 2, {"entry_deadline": "tomorrow"}, "entry_deadline"),
        ("swiss", 2, {"starts_at": clock.now() - timedelta(days=1)}, "starts_at"),
    ],
)
def test_what_no_format_can_be_is_refused_by_field(
    ada: User, format_name: str, count: int, facts: dict[str, Any], field: str
) -> None:
    with pytest.raises(InvalidInput) as caught:
        arena.create(ada, make_versions(count), format_name, **facts)
    assert list(caught.value.fields) == [field]
    assert not Tournament.objects.exists()


def test_too_few_entries_keep_it_from_starting(ada: User) -> None:
    tournament = opened(ada, "groups")
    for version in make_versions(3):
        tournament_enter(user=ada, tournament=tournament, version_id=version.pk)
    assert selectors.outlook(tournament).plan is None and "8" in selectors.outlook(tournament).problem
    assert selectors.schedule(tournament) == [] and selectors.schedule_report(tournament) is None
    with pytest.raises(InvalidInput) as caught:
        tournament_start(user=ada, tournament=tournament)
    assert list(caught.value.fields) == ["entries"]
    tournament.refresh_from_db()
    assert tournament.state == TournamentState.OPEN and not Match.objects.exists()
