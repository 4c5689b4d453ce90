"""A Swiss and a bracket by the API: opened, entered, started, read round by round, exported."""

from __future__ import annotations

import csv
from io import StringIO

import pytest
from fairdeal.matches.services import handout
from fairdeal.tournaments.formats.trf import read_trf
from fairdeal.tournaments.models import Tournament

from tests.fairdeal.playing import FakeWorker
from tests.fairdeal.tournaments import arena

TOURNAMENTS = "/api/v1/tournaments/"


@pytest.fixture
def worker(db, sent, django_capture_on_commit_callbacks, monkeypatch):
    """Give a worker that answers jobs, of which there can be any number."""
    monkeypatch.setattr(handout, "match_slots", lambda: 1000)
    return FakeWorker(sent, django_capture_on_commit_callbacks)


def rows_of(response):
    assert response.status_code == 200 and response["Content-Type"].startswith("text/csv")
    return list(csv.DictReader(StringIO(response.content.decode())))


def test_a_swiss_from_entry_to_its_files(ada, bob, contestants, client_of, anonymous, worker):
    adas, bobs = client_of(ada), client_of(bob)
    wanted = {"name": "Swiss", "game": "thirty-one", "players": 2, "blocks": 1, "format": "swiss"}
    made = adas.post(TOURNAMENTS, {**wanted, "settings": {"rounds": 2}, "entry_limit": 3}).json()
    url = made["url"]
    assert (made["state"], made["entry_count"], made["settings"]["rounds"]) == ("draft", 0, 2)
    changed = adas.patch(url, {"name": "Cup", "settings": {"rounds": 1}, "entry_limit": None}).json()
    assert (changed["name"], changed["settings"]["rounds"], changed["entry_limit"]) == ("Cup", 1, None)
    assert bobs.patch(url, {"name": "Mine"}).status_code == 404
    assert adas.post(f"{url}open/").json()["state"] == "open"
    # The filter is in no address of what is listed.
    assert [row["url"] for row in anonymous.get(f"{TOURNAMENTS}?format=swiss").json()["results"]] == [url]
    assert adas.patch(url, {"blocks": 5}).status_code == 409
    entered = bobs.post(f"{url}entries/", {"bot": "bob/bot-1"})
    assert entered.status_code == 201 and entered.json()["is_pinned"] is False
    assert bobs.post(f"{url}entries/", {"bot": "bob/bot-1"}).json()["code"] == "entered_already"
    assert set(bobs.post(f"{url}entries/", {"bot": "bob/none"}).json()["errors"]) == {"bot"}
    for client, version in ((adas, contestants[0]), (adas, contestants[2]), (bobs, contestants[3])):
        assert client.post(f"{url}entries/", {"version": version.pk}).status_code == 201
    out = f"{url}entries/{entered.json()['id']}/"
    assert bobs.post(f"{out}disqualify/", {"reason": "x"}).status_code == 403
    assert bobs.post(f"{out}withdraw/").json()["state"] == "withdrawn"
    assert bobs.post(f"{out}withdraw/").json()["code"] == "has_left"
    assert [row["number"] for row in anonymous.get(f"{url}entries/").json()] == [1, 2, 3, None]
    plan = adas.get(f"{url}schedule/").json()
    assert plan["rounds"] == 1 and plan["most_tables"] == 1 and "No two meet twice." in plan["promises"]
    assert adas.post(f"{url}close/").json()["state"] == "closed"
    with worker.capture(execute=True):
        assert adas.post(f"{url}start/").json()["state"] == "running"
    assert adas.post(f"{url}start/").status_code == 409
    assert adas.post(f"{url}pause/").json()["is_paused"] is True
    assert adas.post(f"{url}resume/").json()["is_paused"] is False
    tournament = arena.play_out(worker, Tournament.objects.get())
    assert adas.post(f"{url}rerun-failed/").json()["code"] == "nothing_failed"
    (only,) = anonymous.get(f"{url}rounds/").json()
    assert sorted(table["state"] for table in only["tables"]) == ["bye", "played"]
    standings = anonymous.get(f"{url}standings/").json()
    assert [row["points"] for row in standings] == [1.0, 1.0, 0.0]
    assert anonymous.get(f"{url}bracket/").json() == []
    assert [row["state"] for row in rows_of(anonymous.get(f"{url}schedule.csv"))] == ["finished", "bye"]
    table = rows_of(anonymous.get(f"{url}standings.csv"))
    assert [float(row["points"]) for row in table] == [1.0, 1.0, 0.0] and "tiebreak_buchholz" in table[0]
    assert {row["score"] for row in rows_of(anonymous.get(f"{url}crosstable.csv"))} == {"1.0", "0.0"}
    assert "tables" in {row["counted"] for row in rows_of(anonymous.get(f"{url}fairness.csv"))}
    file = anonymous.get(f"{url}games.trf")
    assert file["Content-Type"].startswith("text/plain")
    event = read_trf(file.content.decode())
    assert (event.name, event.rounds, len(event.names)) == (tournament.name, 1, 3)
    assert anonymous.get(f"{url}games.trf", headers={"accept": "text/csv"}).status_code == 406


def test_a_bracket_is_read_slot_by_slot(ada, contestants, client_of, anonymous, worker):
    client = client_of(ada)
    mine = [version.pk for version in contestants if version.bot.owner.name == "ada"]
    wanted = {"name": "Cup", "game": "thirty-one", "players": 2, "blocks": 1, "entries": mine}
    made = client.post(TOURNAMENTS, {**wanted, "format": "double-elimination"}).json()
    preview = client.get(made["bracket_url"]).json()
    assert [slot["entrants"] for slot in preview] == [[1, 2], [None, None], [None, None]]
    assert preview[0]["seeds"] == [1, 2] and preview[0]["names"][0].startswith("ada/bot-0")
    with worker.capture(execute=True):
        client.post(f"{made['url']}start/")
    arena.play_out(worker, Tournament.objects.get())
    slots = anonymous.get(made["bracket_url"]).json()
    assert [(slot["winner"], slot["legs"]) for slot in slots] == [(1, [[1.0, 0.0]]), (1, [[1.0, 0.0]]), (1, [])]
    assert client.get(f"{made['url']}games.trf").json()["code"] == "no_trf"
