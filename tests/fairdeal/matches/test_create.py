"""Making matches: what a match holds, and everything that is refused."""

from __future__ import annotations

from typing import Any

import pytest
from fairdeal.common.errors import Conflict, InvalidInput
from fairdeal.matches import seeds as seeding
from fairdeal.matches.models import Match, MatchState
from fairdeal.matches.services import match_cancel, match_create, match_enqueue
from fairdeal.matches.services.matches import version_errors
from fairdeal.submissions.models import VersionState

from tests.fairdeal.playing import FakeWorker, enqueue, make_match, make_version, make_versions, seeds

pytestmark = pytest.mark.django_db


def create(**changes: Any) -> Match:
    arguments: dict[str, Any] = {
        "game": "thirty-one",
        "players": 2,
        "options": {},
        "entry_kind": "seat",
        "seeds": seeds(2),
    }
    arguments |= changes
    return match_create(versions=arguments.pop("versions", None) or make_versions(2), **arguments)


def test_a_match_names_its_rules_canonically() -> None:
    match = create(options={"max_deals": 200})
    assert (match.ruleset, match.options, match.state) == ("thirty-one/2", {}, MatchState.CREATED)
    assert [entrant.index for entrant in match.entrants.all()] == [0, 1]
    assert match.limits["bank_ms"] == 10_000
    assert seeding.is_seed(match.rng_seed)
    assert match.rng_seed not in match.seeds


def test_options_that_differ_are_kept() -> None:
    match = create(options={"max_deals": 50})
    assert (match.options, match.ruleset) == ({"max_deals": 50}, "thirty-one/2;max_deals=50")


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"game": "poker"}, "game"),
        ({"players": 12}, "players"),
        ({"players": True}, "players"),
        ({"options": {"wings": 2}}, "options"),
        ({"options": [1]}, "options"),
        ({"entry_kind": "table"}, "entry_kind"),
        ({"entry_kind": "side"}, "entry_kind"),
        ({"players": 3}, "versions"),
        ({"seeds": []}, "seeds"),
        ({"seeds": ["12"]}, "seeds"),
        ({"seeds": ["../../etc/passwd"]}, "seeds"),
        ({"seeds": seeds(1) * 2}, "seeds"),
        ({"seeds": seeds(10_001)}, "seeds"),
        ({"rng_seed": "zz"}, "rng_seed"),
        ({"limits": {"move_ms": 0}}, "limits"),
        ({"limits": {"fuel": 1}}, "limits"),
        ({"limits": {"memory_mb": "all"}}, "limits"),
        ({"limits": 5}, "limits"),
    ],
)
def test_what_cannot_be_played_is_refused_by_field(changes: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        create(**changes)
    assert list(caught.value.fields) == [field]
    assert caught.value.fields[field][0]
    assert not Match.objects.exists()


def test_versions_that_may_not_play_are_named() -> None:
    good, rejected = make_version("ada"), make_version("bob", state=VersionState.REJECTED)
    other_game = make_version("cleo", games=["smear-four-handed"])
    for bad in (rejected, other_game, good):
        with pytest.raises(InvalidInput) as caught:
            create(versions=[good, bad])
        assert list(caught.value.fields) == ["versions"]


def test_two_bots_of_one_owner_share_no_rated_table_of_more_than_two() -> None:
    ada, bob = [make_version("ada"), make_version("ada", "owl")], make_version("bob")
    assert make_match(*ada).pk
    with pytest.raises(InvalidInput) as caught:
        make_match(*ada, bob)
    assert "ada" in caught.value.fields["versions"][0]
    assert make_match(*ada, bob, is_rated=False).pk
    assert make_match(make_version("house"), make_version("house", "owl"), bob).pk


def test_the_job_holds_what_the_worker_needs(worker: FakeWorker) -> None:
    match = make_match(*make_versions(2))
    assert worker.jobs == []
    enqueue(match, worker.capture)
    (job,) = worker.jobs
    assert job["seeds"] == match.seeds
    assert [entrant["bundle"] for entrant in job["entrants"]] == [e.version.bundle_sha256 for e in match.entrants.all()]
    assert worker.sent[-1]["queue"] == "matches"


def test_nothing_is_sent_before_the_commit(worker: FakeWorker) -> None:
    with worker.capture(execute=False):
        match_enqueue(match=make_match(*make_versions(2)))
    assert worker.jobs == []


def test_a_match_is_handed_out_once(worker: FakeWorker) -> None:
    match = make_match(*make_versions(2))
    enqueue(match, worker.capture)
    with pytest.raises(Conflict):
        match_enqueue(match=match)


def test_a_cancelled_match_is_over_and_its_worker_is_refused(worker: FakeWorker) -> None:
    match = make_match(*make_versions(2))
    enqueue(match, worker.capture)
    assert match_cancel(match=match).state == MatchState.CANCELLED
    assert not match.attempts.filter(state="live").exists()
    with pytest.raises(Conflict):
        match_cancel(match=match)


def test_seeds_follow_from_the_event_alone() -> None:
    event = "5e" * 32
    one = seeding.block_seed(event, cycle=1, round_number=0, block=0)
    assert one == seeding.block_seed(event, cycle=1, round_number=0, block=0)
    others = {
        seeding.block_seed(event, cycle=2, round_number=0, block=0),
        seeding.block_seed(event, cycle=1, round_number=1, block=0),
        seeding.block_seed(event, cycle=1, round_number=0, block=1),
        seeding.block_seed("5f" * 32, cycle=1, round_number=0, block=0),
        seeding.bots_seed(event, cycle=1, round_number=0, table=0),
    }
    assert one not in others
    assert len(others) == 5


@pytest.mark.parametrize(
    ("state", "text"),
    [
        ("checking", "ada/fox v1 may not play: its check is not over yet."),
        ("rejected", "ada/fox v1 may not play: its check found something wrong with it."),
        ("unchecked", "ada/fox v1 may not play: its check could not be carried out; it can be asked for again."),
        ("suspended", "ada/fox v1 may not play: it was stopped after repeated faults."),
    ],
)
def test_why_a_version_may_not_play_is_a_sentence(state: str, text: str) -> None:
    assert version_errors("thirty-one", [make_version("ada", state=state)]) == [text]
