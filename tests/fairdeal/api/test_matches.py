"""Matches, their blocks and records: who may see what, and when."""

from __future__ import annotations

import gzip
import hashlib
import json

import pytest
from fairdeal.matches.models import Match

MATCHES = "/api/v1/matches/"


def test_the_list_shows_the_lineup_to_anybody(duel, anonymous, contestants):
    match = duel(blocks=3)
    row = anonymous.get(MATCHES).json()["results"][0]
    assert row["id"] == match.pk and row["url"] == f"http://testserver{MATCHES}{match.pk}/"
    assert row["ruleset"] == match.ruleset and row["entry"] == "seat" and row["block_count"] == 3
    assert row["state"] == "queued" and row["tournament"] is None
    assert [(e["index"], e["version"]["id"]) for e in row["entrants"]] == [
        (0, contestants[0].pk),
        (1, contestants[1].pk),
    ]
    assert row["entrants"][0]["version"]["bot"] == "ada/bot-0"


def test_a_running_match_keeps_its_seeds_to_itself(duel, ada, staff, anonymous, client_of):
    match = duel()
    for client in (anonymous, client_of(ada)):
        response = client.get(f"{MATCHES}{match.pk}/")
        assert response.status_code == 200
        assert match.seeds[0] not in response.content.decode()
        assert match.rng_seed not in response.content.decode()
        assert client.get(f"{MATCHES}{match.pk}/records/0/").status_code == 404
    assert response.json()["attempts"][0]["state"] == "live"
    assert "token" not in json.dumps(response.json()["attempts"])


def test_a_finished_match_shows_blocks_and_records(duel, finish, anonymous):
    match = duel(blocks=2)
    finish(match)
    body = anonymous.get(f"{MATCHES}{match.pk}/").json()
    assert [block["index"] for block in body["blocks"]] == [0, 1]
    assert [block["seed"] for block in body["blocks"]] == match.seeds
    record = body["blocks"][1]["record"]
    response = anonymous.get(record["url"])
    assert response.status_code == 200
    assert response["Content-Type"] == "application/gzip" and not response.has_header("Content-Encoding")
    assert hashlib.sha256(response.content).hexdigest() == record["sha256"] == response["Content-SHA256"]
    assert len(response.content) == record["size"]
    assert json.loads(gzip.decompress(response.content))["block"] == 1


def test_closed_records_are_for_staff_alone(duel, finish, ada, staff, anonymous, client_of):
    match = duel()
    finish(match)
    Match.objects.update(is_closed=True)
    for client in (anonymous, client_of(ada)):
        block = client.get(f"{MATCHES}{match.pk}/").json()["blocks"][0]
        assert block["seed"] is None and block["record"] is None
        assert block["games"][0]["places"] == [1, 2]
        response = client.get(f"{MATCHES}{match.pk}/records/0/")
        assert response.status_code == 404 and response["Content-Type"] == "application/problem+json"
    assert client_of(staff).get(f"{MATCHES}{match.pk}/records/0/").status_code == 200


def test_what_a_fault_shows_is_for_the_author_alone(duel, finish, ada, bob, staff, anonymous, client_of):
    match = duel()
    finish(match)

    def fault(client):
        answer = client.get(f"{MATCHES}{match.pk}/")
        pages = client.get(f"{MATCHES}{match.pk}/blocks/")
        assert answer.json()["blocks"] == pages.json()["results"]
        return answer.json()["blocks"][0]["games"][0]["faults"][0], answer.content.decode()

    for client in (anonymous, client_of(ada)):  # the fault is bob's
        told, text = fault(client)
        assert told == {"seat": 1, "verdict": "crash", "deal": 0, "action_index": 3}
        assert "private" not in text and "secret" not in text
    for user in (bob, staff):
        told, _text = fault(client_of(user))
        assert told["detail"] == "secret" and told["evidence"]["stderr_tail"] == "Traceback: private"


def test_blocks_come_in_pages_in_their_order(duel, finish, anonymous):
    match = duel(blocks=5)
    finish(match)
    page = anonymous.get(f"{MATCHES}{match.pk}/blocks/", {"limit": 3}).json()
    assert [block["index"] for block in page["results"]] == [0, 1, 2]
    assert [block["index"] for block in anonymous.get(page["next"]).json()["results"]] == [3, 4]


@pytest.mark.parametrize("path", ["999/", "999/blocks/", "999/records/0/", "99999999999999999999/"])
def test_a_match_that_is_not_there(anonymous, db, path):
    assert anonymous.get(MATCHES + path).status_code == 404


def test_a_block_that_is_not_there(duel, finish, anonymous):
    match = duel()
    finish(match)
    for block in ("1", "99999999999999999999"):
        assert anonymous.get(f"{MATCHES}{match.pk}/records/{block}/").status_code == 404


def test_filters(duel, finish, anonymous, contestants):
    first, second = duel(), duel()
    finish(first)

    def ids(**query: object) -> list[int]:
        response = anonymous.get(MATCHES, query)
        assert response.status_code == 200, response.json()
        return [row["id"] for row in response.json()["results"]]

    assert ids() == [second.pk, first.pk]
    assert ids(state="finished") == [first.pk]
    assert ids(game="thirty-one") == [second.pk, first.pk] and ids(game="smear-four-handed") == []
    assert ids(ruleset=first.ruleset, entry="seat") == [second.pk, first.pk] and ids(entry="side") == []
    assert ids(version=contestants[0].pk) == [second.pk, first.pk] and ids(version=contestants[2].pk) == []
    assert ids(bot="ada/bot-0") == [second.pk, first.pk] and ids(bot="ada/bot-2") == []
    assert ids(tournament=1) == []


@pytest.mark.parametrize(
    "query",
    [
        "state=odd",
        "tournament=x",
        "tournament=1.5",
        "version=-1",
        "version=99999999999999999999",
        "players=2",
    ],
)
def test_a_filter_that_cannot_be(anonymous, db, query):
    response = anonymous.get(f"{MATCHES}?{query}")
    assert response.status_code == 400
    assert list(response.json()["errors"]) == [query.split("=")[0]]


def test_nobody_makes_matches_here(ada, client_of):
    assert client_of(ada).post(MATCHES, {}).status_code == 405


def test_the_queries_do_not_grow(duel, finish, anonymous, django_assert_num_queries):
    finish(duel(blocks=1))
    with django_assert_num_queries(2):
        anonymous.get(MATCHES)
    last = duel(blocks=4)
    finish(last)
    finish(duel(blocks=2))
    with django_assert_num_queries(2):
        assert len(anonymous.get(MATCHES).json()["results"]) == 3
    with django_assert_num_queries(5):  # match, line-up, tournament, attempts, blocks
        anonymous.get(f"{MATCHES}{last.pk}/")
    with django_assert_num_queries(3):  # match, line-up, blocks
        anonymous.get(f"{MATCHES}{last.pk}/blocks/")
