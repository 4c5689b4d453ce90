"""Setting up tournaments, starting them, and bringing them to their end."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
from fairdeal.accounts.models import User
from fairdeal.common.errors import Conflict, Forbidden, InvalidInput, NotAuthenticated
from fairdeal.matches.models import Match, MatchState
from fairdeal.matches.services import match_cancel
from fairdeal.ratings.models import LedgerRow
from fairdeal.submissions.models import BotVersion, VersionState
from fairdeal.tournaments.access import may
from fairdeal.tournaments.models import Pairing, Tournament, TournamentState
from fairdeal.tournaments.services import settle_all, tournament_create, tournament_settle, tournament_start
from fairdeal.tournaments.tasks import settle_tournaments

from tests.fairdeal.playing import FakeWorker, make_version, make_versions

pytestmark = pytest.mark.django_db
SEED = "5eed" * 16


def create(user: User, versions: list[BotVersion], **changes: Any) -> Tournament:
    arguments: dict[str, Any] = {
        "name": "Spring cup",
        "game": "thirty-one",
        "players": 2,
        "blocks": 2,
        "version_ids": [version.pk for version in versions],
    }
    return tournament_create(user=user, **arguments | changes)


def start(worker: FakeWorker, user: User, tournament: Tournament) -> Tournament:
    with worker.capture(execute=True):
        return tournament_start(user=user, tournament=tournament)


def state(tournament: Tournament) -> str:
    tournament.refresh_from_db()
    return tournament.state


def test_the_seed_is_promised_before_and_told_after(worker: FakeWorker, ada: User, staff: User) -> None:
    tournament = create(ada, make_versions(2))
    assert tournament.state == TournamentState.DRAFT
    assert tournament.seed_sha256 == hashlib.sha256(bytes.fromhex(tournament.seed)).hexdigest()
    assert len(tournament.seed) == 64
    start(worker, ada, tournament)
    assert not any(may(user, "see_seed", tournament) for user in (None, ada, staff))
    for job in worker.jobs:
        worker.play(job)
    assert state(tournament) == TournamentState.FINISHED
    assert tournament.finished_at is not None
    assert all(may(user, "see_seed", tournament) for user in (None, ada, staff))


@pytest.mark.parametrize(
    ("changes", "kind", "size"),
    [
        ({"game": "thirty-one", "players": 2}, "seat", 2),
        ({"game": "thirty-one", "players": 4}, "seat", 4),
        ({"game": "thirty-one", "players": None, "settings": {"table_size": 3}}, "seat", 3),
        ({"game": "smear-four-handed", "players": 4}, "side", 2),
        ({"game": "smear-four-handed", "players": None, "settings": {"table_size": 2}}, "side", 2),
        ({"game": "smear-four-handed", "players": 4, "entry_kind": "seat"}, "seat", 4),
    ],
)
def test_what_is_left_open_follows_from_the_game(ada: User, changes: dict[str, Any], kind: str, size: int) -> None:
    tournament = create(ada, make_versions(4), **changes)
    assert (tournament.entry_kind, tournament.table_size) == (kind, size)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": "  "}, "name"),
        ({"name": "x" * 121}, "name"),
        ({"name": None}, "name"),
        ({"name": "a\tb"}, "name"),
        ({"name": "a\u202eb"}, "name"),
        ({"game": "poker"}, "game"),
        ({"game": None}, "game"),
        ({"players": 1}, "players"),
        ({"players": 99}, "players"),
        ({"options": {"wings": 2}}, "options"),
        ({"options": {"max_deals": "many"}}, "options"),
        ({"entry_kind": "side"}, "entry_kind"),
        ({"entry_kind": "team"}, "entry_kind"),
        ({"settings": {"table_size": 3}}, "settings.table_size"),
        ({"settings": {"table_size": "2"}}, "settings.table_size"),
        ({"settings": {"table_size": 2.5}}, "settings.table_size"),
        ({"settings": {"cycles": 0}}, "settings.cycles"),
        ({"settings": {"cycles": 101}}, "settings.cycles"),
        ({"settings": {"cycles": True}}, "settings.cycles"),
        ({"blocks": 0}, "blocks"),
        ({"blocks": 10_001}, "blocks"),
        ({"blocks": 1_000_000}, "blocks"),
        ({"blocks": "20"}, "blocks"),
        ({"blocks": None}, "blocks"),
        ({"version_ids": []}, "entries"),
        ({"version_ids": [10**9]}, "entries"),
        ({"version_ids": [10**30]}, "entries"),
        ({"version_ids": ["1"]}, "entries"),
        ({"version_ids": 5}, "entries"),
        ({"version_ids": list(range(1, 300))}, "entries"),
        ({"limits": {"move_ms": -1}}, "limits"),
    ],
)
def test_bad_input_is_refused_by_field(ada: User, changes: dict[str, Any], field: str) -> None:
    versions = make_versions(2)
    with pytest.raises(InvalidInput) as caught:
        create(ada, versions, **changes)
    assert list(caught.value.fields) == [field]
    assert all(caught.value.fields[field])
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("entries", "cycles", "blocks", "field"),
    [
        (2, 100, 10_000, "settings.cycles"),
        (2, 11, 10_000, "settings.cycles"),
        (5, 2, 6_000, "settings.cycles"),
        (6, 1, 10_000, "blocks"),
    ],
)
def test_the_blocks_of_a_tournament_are_bounded_whatever_they_come_from(
    ada: User, entries: int, cycles: int, blocks: int, field: str
) -> None:
    versions = make_versions(entries)
    with pytest.raises(InvalidInput) as caught:
        create(ada, versions, settings={"cycles": cycles}, blocks=blocks)
    assert list(caught.value.fields) == [field]
    assert not Tournament.objects.exists()
    assert create(ada, versions[:2], settings={"cycles": 10}, blocks=10_000).cycles == 10


@pytest.mark.parametrize("seed", ["1234", "Z" * 64, 5, ""])
def test_a_bad_seed_of_staff_is_refused(staff: User, seed: Any) -> None:
    with pytest.raises(InvalidInput) as caught:
        create(staff, make_versions(2), seed=seed)
    assert list(caught.value.fields) == ["seed"]
    assert not Tournament.objects.exists()


def test_only_staff_chooses_the_seed_and_everybody_else_gets_a_fresh_one(ada: User, staff: User) -> None:
    versions = make_versions(2)
    with pytest.raises(InvalidInput) as caught:
        create(ada, versions, seed=SEED)
    assert "staff" in caught.value.fields["seed"][0]
    assert create(staff, versions, seed=SEED).seed == SEED
    assert len({create(ada, versions).seed for _ in range(3)} | {SEED}) == 4


def test_all_faults_are_said_at_once(ada: User) -> None:
    with pytest.raises(InvalidInput) as caught:
        create(ada, make_versions(1), name="", blocks=0, settings={"cycles": 0}, seed="x")
    assert set(caught.value.fields) == {"name", "blocks", "settings.cycles", "seed"}


def test_entries_that_may_not_play_are_named(ada: User) -> None:
    good = make_version("bob")
    hidden = make_version("bob", "secret", is_published=False)
    others = [
        make_version("bob", "broken", state=VersionState.REJECTED),
        make_version("bob", "smear", games=["smear-four-handed"]),
        hidden,
        good,
    ]
    for other in others:
        with pytest.raises(InvalidInput) as caught:
            create(ada, [good, other])
        assert list(caught.value.fields) == ["entries"]
    with pytest.raises(InvalidInput) as caught:
        create(ada, [good])
    assert "1 entrants do not fill a table of 2" in caught.value.fields["entries"][0]


def test_own_private_versions_may_be_entered(ada: User) -> None:
    mine = make_version("ada", is_published=False)
    assert create(ada, [mine, make_version("bob")]).entries.count() == 2


def test_two_bots_of_one_owner_meet_at_tables_of_two_only(ada: User) -> None:
    versions = [make_version("bob", name) for name in ("one", "two", "three")]
    assert create(ada, versions).pk
    with pytest.raises(InvalidInput) as caught:
        create(ada, versions, players=3)
    assert list(caught.value.fields) == ["entries"]
    house = [make_version("house", name) for name in ("one", "two", "three")]
    assert create(ada, house, players=3).pk


def test_nobody_sets_up_a_tournament_without_logging_in() -> None:
    from django.contrib.auth.models import AnonymousUser

    with pytest.raises(NotAuthenticated):
        create(AnonymousUser(), make_versions(2))  # type: ignore[arg-type]


def test_all_tables_of_a_cycle_play_the_same_deals_and_each_cycle_fresh_ones(worker: FakeWorker, ada: User) -> None:
    tournament = start(worker, ada, create(ada, make_versions(4), settings={"cycles": 2}, blocks=3))
    seeds: dict[int, set[tuple[str, ...]]] = {1: set(), 2: set()}
    for pairing in Pairing.objects.filter(tournament=tournament).select_related("match"):
        seeds[pairing.cycle].add(tuple(pairing.match.seeds))
    assert [len(found) for found in seeds.values()] == [1, 1]
    first, second = seeds[1].pop(), seeds[2].pop()
    assert len(set(first) | set(second)) == 6
    assert Match.objects.count() == len(worker.jobs) == 12
    assert len({match.rng_seed for match in Match.objects.all()}) == 12


def test_the_same_seed_gives_the_same_tournament(worker: FakeWorker, staff: User) -> None:
    versions = make_versions(4)
    jobs = []
    for _ in range(2):
        sent = len(worker.jobs)
        start(worker, staff, create(staff, versions, seed=SEED))
        jobs.append([(job["seeds"], job["rng_seed"], job["entrants"]) for job in worker.jobs[sent:]])
    assert jobs[0] == jobs[1]


def test_only_the_organiser_and_staff_start_it_and_only_once(
    worker: FakeWorker, ada: User, bob: User, staff: User
) -> None:
    tournament = create(ada, make_versions(2))
    with pytest.raises(Forbidden):
        start(worker, bob, tournament)
    start(worker, staff, tournament)
    with pytest.raises(Conflict, match="is being played already"):
        start(worker, ada, tournament)
    assert Match.objects.count() == len(worker.jobs) == 1


def test_an_entry_that_was_suspended_meanwhile_keeps_all_from_starting(worker: FakeWorker, ada: User) -> None:
    versions = make_versions(3)
    tournament = create(ada, versions)
    BotVersion.objects.filter(pk=versions[2].pk).update(state=VersionState.SUSPENDED)
    with pytest.raises(InvalidInput) as caught:
        start(worker, ada, tournament)
    assert list(caught.value.fields) == ["entries"]
    assert state(tournament) == TournamentState.DRAFT
    assert not Match.objects.exists()
    assert worker.jobs == []


def test_records_open_when_their_cycle_is_over(worker: FakeWorker, ada: User) -> None:
    tournament = start(worker, ada, create(ada, make_versions(3), settings={"cycles": 2}))
    pairings = list(Pairing.objects.filter(tournament=tournament).select_related("match"))
    first = [pairing.match for pairing in pairings if pairing.cycle == 1]
    rest = [pairing.match for pairing in pairings if pairing.cycle == 2]
    for match in first[:2] + rest[:1]:
        worker.play(worker.job(match))
        match.refresh_from_db()
        assert match.is_closed
        assert not may(ada, "see_records", match)
    worker.play(worker.job(first[2]))
    assert all(may(None, "see_records", Match.objects.get(pk=match.pk)) for match in first)
    assert Match.objects.filter(is_closed=True).count() == 3
    for match in rest[1:]:
        worker.play(worker.job(match))
    assert not Match.objects.filter(is_closed=True).exists()
    assert state(tournament) == TournamentState.FINISHED


def test_a_match_that_fails_does_not_hold_up_the_end(worker: FakeWorker, ada: User) -> None:
    tournament = start(worker, ada, create(ada, make_versions(3)))
    failing, cancelled, played = Match.objects.order_by("id")
    worker.play(worker.job(played))
    with worker.capture(execute=True):
        match_cancel(match=cancelled)
    for _ in range(3):
        assert state(tournament) == TournamentState.RUNNING
        worker.answer(worker.failure(worker.job(failing)))
    assert state(tournament) == TournamentState.FINISHED
    assert LedgerRow.objects.count() == 2


def test_settling_again_changes_nothing(worker: FakeWorker, ada: User) -> None:
    tournament = start(worker, ada, create(ada, make_versions(2)))
    assert settle_all() == 0
    match = Match.objects.get()
    worker.play(worker.job(match))
    tournament.refresh_from_db()
    ended = tournament.finished_at
    settled = tournament_settle(match_id=match.pk)
    assert settled is not None
    assert settled.finished_at == ended
    assert settle_all() == 0
    assert tournament_settle(match_id=match.pk + 1) is None


def test_the_periodic_task_makes_up_for_a_lost_signal(
    worker: FakeWorker, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = start(worker, ada, create(ada, make_versions(2)))
    with monkeypatch.context() as patch:
        patch.setattr("fairdeal.matches.services.matches.announce", lambda match_id: None)
        worker.play(worker.job(Match.objects.get()))
    assert state(tournament) == TournamentState.RUNNING
    assert settle_tournaments() == 1
    assert state(tournament) == TournamentState.FINISHED


def test_many_blocks_are_played_in_several_matches(worker: FakeWorker, ada: User) -> None:
    tournament = start(worker, ada, create(ada, make_versions(2), blocks=600))
    matches = [pairing.match for pairing in Pairing.objects.filter(tournament=tournament)]
    assert [len(match.seeds) for match in matches] == [200, 200, 200]
    assert len({seed for match in matches for seed in match.seeds}) == 600
    assert all(match.state == MatchState.QUEUED for match in matches)


def test_an_event_of_too_many_matches_is_refused(ada: User) -> None:
    with pytest.raises(InvalidInput) as caught:
        create(ada, make_versions(40), settings={"cycles": 100})
    assert list(caught.value.fields) == ["settings.cycles"]
