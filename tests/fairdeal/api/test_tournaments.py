"""Round-robins: what cannot be set up, who may start one, what is seen of it and when."""

from __future__ import annotations

import hashlib

import pytest
from fairdeal.accounts.models import Scope
from fairdeal.common import clock
from fairdeal.matches.models import Match, MatchState
from fairdeal.submissions.models import BotVersion
from fairdeal.tournaments.models import Entry, Tournament
from fairdeal.tournaments.services import settle_all

TOURNAMENTS = "/api/v1/tournaments/"
SEED = "0b" * 32


@pytest.fixture
def wanted(contestants) -> dict[str, object]:
    """A round-robin of two of ada's bots and nobody else's private ones."""
    ids = [version.pk for version in contestants if version.bot.owner.name == "ada"]
    return {"name": "Evening", "game": "thirty-one", "players": 2, "blocks": 3, "entries": ids}


@pytest.fixture
def made(ada, client_of, wanted) -> dict:
    response = client_of(ada).post(TOURNAMENTS, {**wanted, "settings": {"cycles": 2}})
    assert response.status_code == 201, response.json()
    return response.json()


def test_a_round_robin_is_set_up_and_shown_before_it_starts(made, ada, client_of, anonymous):
    assert made["state"] == "draft" and made["format"] == "round-robin" and made["organiser"] == "ada"
    assert made["entry"] == "seat" and made["table_size"] == 2 and made["entry_count"] == 2
    assert made["seed"] is None
    seed = Tournament.objects.get().seed
    assert made["seed_sha256"] == hashlib.sha256(bytes.fromhex(seed)).hexdigest()
    assert made["progress"]["matches"] == 2 and made["progress"]["blocks"] == 6 and made["progress"]["blocks_done"] == 0
    assert [(row["cycle"], row["numbers"], row["match"]) for row in made["schedule"]] == [
        (1, [1, 2], None),
        (2, [2, 1], None),
    ]
    assert [row["rank"] for row in made["standings"]] == [None, None]
    assert client_of(ada).get(made["url"]).json() == made
    assert anonymous.get(made["url"]).status_code == 404
    assert not Match.objects.exists()


def test_the_answer_says_where_it_is(ada, client_of, wanted):
    response = client_of(ada).post(TOURNAMENTS, wanted)
    assert response["Location"] == response.json()["url"]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"blocks": 0}, "blocks"),
        ({"blocks": -1}, "blocks"),
        ({"blocks": 1_000_000}, "blocks"),
        ({"blocks": 10**30}, "blocks"),
        ({"blocks": "many"}, "blocks"),
        ({"blocks": None}, "blocks"),
        ({"settings": {"cycles": 0}}, "settings.cycles"),
        ({"settings": {"cycles": 10**9}}, "settings.cycles"),
        ({"name": ""}, "name"),
        ({"name": "x" * 1000}, "name"),
        ({"name": "nul\x00"}, "name"),
        ({"name": "two\nlines"}, "name"),
        ({"name": "esc\x1b[31m"}, "name"),
        ({"colour": "red"}, "colour"),
        ({"version_ids": [1]}, "version_ids"),
        ({"game": "chess"}, "game"),
        ({"game": 7}, "game"),
        ({"players": 1}, "players"),
        ({"players": 10**20}, "players"),
        ({"options": {"colour": "red"}}, "options"),
        ({"options": [1]}, "options"),
        ({"entry": "team"}, "entry"),
        ({"entry": "side"}, "entry"),
        ({"settings": {"table_size": 3}}, "settings.table_size"),
        ({"entries": []}, "entries"),
        ({"entries": "all"}, "entries"),
        ({"entries": [10**6]}, "entries"),
        ({"limits": {"move_ms": 1}}, "limits"),
        ({"limits": {"luck": 1}}, "limits"),
    ],
)
def test_what_cannot_be_played_is_refused_by_field(ada, client_of, wanted, change, field):
    response = client_of(ada).post(TOURNAMENTS, {**wanted, **change})
    assert response.status_code == 400, response.json()
    assert response["Content-Type"] == "application/problem+json"
    assert list(response.json()["errors"]) == [field]
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("seed", [SEED, "short", ""])
def test_an_organiser_who_knows_the_deals_is_none(ada, client_of, wanted, seed):
    response = client_of(ada).post(TOURNAMENTS, {**wanted, "seed": seed})
    assert response.status_code == 400
    assert list(response.json()["errors"]) == ["seed"]
    assert not Tournament.objects.exists()


def test_staff_chooses_a_seed(staff, client_of, wanted):
    client = client_of(staff)
    refused = client.post(TOURNAMENTS, {**wanted, "seed": "short"})
    assert refused.status_code == 400 and list(refused.json()["errors"]) == ["seed"]
    assert client.post(TOURNAMENTS, {**wanted, "seed": SEED}).status_code == 201
    assert Tournament.objects.get().seed == SEED


@pytest.mark.parametrize("entry", [0, -3, "x", 2**70, None])
def test_an_entry_that_is_no_id_is_named_by_its_place(ada, client_of, wanted, entry):
    response = client_of(ada).post(TOURNAMENTS, {**wanted, "entries": [entry]})
    assert response.status_code == 400
    assert list(response.json()["errors"]) == ["entries.0"]


def test_one_entry_is_no_round_robin(ada, client_of, wanted):
    response = client_of(ada).post(TOURNAMENTS, {**wanted, "entries": wanted["entries"][:1]})
    assert response.status_code == 400
    assert list(response.json()["errors"]) == ["entries"]


def test_the_same_entry_twice_is_one(ada, client_of, wanted):
    response = client_of(ada).post(TOURNAMENTS, {**wanted, "entries": wanted["entries"][:1] * 2})
    assert response.status_code == 400
    assert list(response.json()["errors"]) == ["entries"]


def test_a_bot_that_does_not_play_the_game(ada, client_of, wanted):
    last = BotVersion.objects.get(pk=wanted["entries"][1])
    last.games = ["smear-four-handed"]
    last.save()
    response = client_of(ada).post(TOURNAMENTS, wanted)
    assert response.status_code == 400
    (texts,) = response.json()["errors"].values()
    assert "ada/bot-2" in texts[0] and "thirty-one" in texts[0]


def test_somebody_elses_private_bot_does_not_exist(ada, client_of, wanted, contestants):
    response = client_of(ada).post(TOURNAMENTS, {**wanted, "entries": [contestants[0].pk, contestants[1].pk]})
    assert response.status_code == 400
    assert list(response.json()["errors"]) == ["entries"]
    assert "bot-1" not in response.content.decode()


def test_several_faults_are_told_at_once(ada, client_of, wanted):
    response = client_of(ada).post(TOURNAMENTS, {**wanted, "blocks": 0, "settings": {"cycles": 0}, "seed": "x"})
    assert set(response.json()["errors"]) == {"blocks", "settings.cycles", "seed"}


def test_fields_that_are_missing(ada, client_of):
    response = client_of(ada).post(TOURNAMENTS, {})
    assert response.status_code == 400
    assert set(response.json()["errors"]) == {"name", "game", "blocks"}


def test_only_a_token_to_organise_sets_up(ada, client_of, anonymous, wanted):
    assert anonymous.post(TOURNAMENTS, wanted).status_code == 401
    response = client_of(ada, Scope.READ, Scope.UPLOAD).post(TOURNAMENTS, wanted)
    assert response.status_code == 403 and response.json()["code"] == "insufficient_scope"
    assert not Tournament.objects.exists()


def test_a_key_sets_up_once(ada, client_of, wanted):
    client, headers = client_of(ada), {"Idempotency-Key": "evening"}
    first = client.post(TOURNAMENTS, wanted, headers=headers)
    again = client.post(TOURNAMENTS, dict(reversed(wanted.items())), headers=headers)
    assert first.status_code == again.status_code == 201
    assert again.json() == first.json() and again["Idempotency-Replayed"] == "true"
    other = client.post(TOURNAMENTS, {**wanted, "blocks": 4}, headers=headers)
    assert other.status_code == 422 and other.json()["code"] == "idempotency_key_reused"
    assert Tournament.objects.count() == 1


def test_the_key_of_one_person_is_not_another_ones(ada, bob, client_of, wanted, contestants):
    headers = {"Idempotency-Key": "evening"}
    theirs = {**wanted, "entries": [contestants[1].pk, contestants[3].pk]}
    assert client_of(ada).post(TOURNAMENTS, wanted, headers=headers).status_code == 201
    assert client_of(bob).post(TOURNAMENTS, theirs, headers=headers).status_code == 201


@pytest.fixture
def started(made, ada, client_of, sent, django_capture_on_commit_callbacks) -> dict:
    sent.clear()
    with django_capture_on_commit_callbacks(execute=True):
        response = client_of(ada).post(f"{made['url']}start/")
    assert response.status_code == 200, response.json()
    return response.json()


def test_starting_hands_out_every_match(started, anonymous, sent):
    assert started["state"] == "running" and started["seed"] is None
    assert [message["task"] for message in sent] == ["worker.play_match"] * 2
    # They are handed out after the commit, and so after this answer.
    assert [row["state"] for row in started["schedule"]] == ["created", "created"]
    ids = [row["match"] for row in started["schedule"]]
    rows = anonymous.get("/api/v1/matches/", {"tournament": started["id"]}).json()["results"]
    assert sorted(row["id"] for row in rows) == sorted(ids)
    assert [row["state"] for row in rows] == ["queued", "queued"]
    assert {row["tournament"] for row in rows} == {started["id"]}


def test_starting_twice_is_a_conflict(started, ada, client_of):
    response = client_of(ada).post(f"{started['url']}start/")
    assert response.status_code == 409
    assert Match.objects.count() == 2


def test_a_key_starts_once(made, ada, client_of, sent):
    client, headers = client_of(ada), {"Idempotency-Key": "go"}
    first = client.post(f"{made['url']}start/", {}, headers=headers)
    again = client.post(f"{made['url']}start/", {}, headers=headers)
    assert first.status_code == again.status_code == 200 and again.json() == first.json()


def test_only_the_organiser_and_staff_start(made, bob, staff, client_of, anonymous, sent, contestants):
    assert anonymous.post(f"{made['url']}start/").status_code == 401
    assert client_of(bob).post(f"{made['url']}start/").status_code == 404
    Entry.objects.filter(number=2).update(version=contestants[1])  # bob's: now it concerns him
    assert client_of(bob).post(f"{made['url']}start/").status_code == 403
    assert Tournament.objects.get().state == "draft"
    assert client_of(staff).post(f"{made['url']}start/").status_code == 200


@pytest.mark.parametrize("action", ["start", "cancel"])
def test_an_action_takes_no_fields(made, ada, client_of, action):
    response = client_of(ada).post(f"{made['url']}{action}/", {"when": "now"})
    assert response.status_code == 400 and list(response.json()["errors"]) == ["when"]
    assert Tournament.objects.get().state == "draft"


def test_calling_off_ends_what_is_not_over(started, finish, ada, bob, client_of, anonymous):
    address = f"{started['url']}cancel/"
    assert anonymous.post(address).status_code == 401
    assert client_of(bob).post(address).status_code == 403
    assert client_of(ada, Scope.READ, Scope.UPLOAD).post(address).status_code == 403
    finish(Match.objects.order_by("pk")[0])
    client, headers = client_of(ada), {"Idempotency-Key": "enough"}
    response = client.post(address, {}, headers=headers)
    body = response.json()
    assert response.status_code == 200
    assert body["state"] == "cancelled" and body["seed"] == Tournament.objects.get().seed
    assert [row["state"] for row in body["schedule"]] == ["finished", "cancelled"]
    assert body["progress"]["finished"] == 1 and body["progress"]["failed"] == 1
    assert client.post(address, {}, headers=headers).json() == body
    again = client.post(address)
    assert again.status_code == 409 and again.json()["code"] == "wrong_state"
    assert client.post(f"{started['url']}start/").status_code == 409


def test_the_seed_is_published_at_the_end_and_cards_with_the_cycle(started, finish, anonymous):
    first, second = Match.objects.order_by("pk")
    finish(first)
    settle_all()
    assert anonymous.get(started["url"]).json()["seed"] is None
    assert anonymous.get(f"/api/v1/matches/{first.pk}/records/0/").status_code == 200
    assert anonymous.get(f"/api/v1/matches/{second.pk}/records/0/").status_code == 404
    finish(second)
    settle_all()
    body = anonymous.get(started["url"]).json()
    assert body["state"] == "finished" and body["seed"] == Tournament.objects.get().seed
    assert body["progress"]["blocks_done"] == body["progress"]["blocks"] == 6
    assert sum(row["points"] for row in body["standings"]) == pytest.approx(2)


def test_the_crosstable(started, finish, anonymous):
    finish(Match.objects.order_by("pk")[0])
    rows = anonymous.get(started["crosstable_url"]).json()
    assert [row["number"] for row in rows] == [1, 2]
    cell = rows[0]["cells"][1]
    assert cell["opponent"] == 2 and cell["blocks"] == 3 and cell["score"] == 1.0
    assert rows[1]["cells"][0]["score"] == 0.0 and rows[0]["cells"][0]["score"] is None


def test_the_schedule_says_how_even_it_is(made, ada, client_of):
    body = client_of(ada).get(made["schedule_url"]).json()
    assert body["matches"] == made["schedule"]
    assert body["balance"]["meets"] == [2, 2] and body["balance"]["is_balanced"] is True


def test_a_long_schedule_has_its_own_address_only(made, ada, client_of, monkeypatch):
    client = client_of(ada)
    monkeypatch.setattr("fairdeal.api.resources.tournament_shapes.SCHEDULE_SHOWN", 1)
    assert client.get(made["url"]).json()["schedule"] == []
    assert len(client.get(made["schedule_url"]).json()["matches"]) == 2


def test_filters(made, ada, client_of, wanted, anonymous):
    client = client_of(ada)

    def names(**query: str) -> list[str]:
        return [row["name"] for row in client.get(TOURNAMENTS, query).json()["results"]]

    client.post(TOURNAMENTS, {**wanted, "name": "Night"})
    assert anonymous.get(TOURNAMENTS).json()["results"] == []
    Tournament.objects.filter(name="Night").update(state=MatchState.FINISHED)
    assert names() == ["Night", "Evening"]
    assert names(state="finished") == ["Night"]
    assert names(game="smear-four-handed") == [] and names(organiser="ada") == ["Night", "Evening"]


@pytest.mark.parametrize("path", ["99/", "99/schedule/", "99/crosstable/"])
def test_a_tournament_that_is_not_there(anonymous, db, path):
    assert anonymous.get(TOURNAMENTS + path).status_code == 404


def test_the_queries_do_not_grow(started, finish, anonymous, ada, client_of, wanted, django_assert_num_queries):
    with django_assert_num_queries(1):
        assert anonymous.get(TOURNAMENTS).json()["results"][0]["entry_count"] == 2
    client_of(ada).post(TOURNAMENTS, wanted)
    Tournament.objects.update(started_at=clock.now())
    with django_assert_num_queries(1):
        assert len(anonymous.get(TOURNAMENTS).json()["results"]) == 2
    url = started["url"]
    with django_assert_num_queries(8):
        anonymous.get(url)
    finish(Match.objects.order_by("pk")[0])
    anonymous.get(url)  # adds up the finished matches and keeps the sums
    with django_assert_num_queries(9):
        anonymous.get(url)
