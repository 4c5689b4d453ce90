"""Running the arena over the API: the queue, pausing, failed matches, alarms."""

from __future__ import annotations

import pytest
from fairdeal.common import clock
from fairdeal.matches.models import AlarmKind, Attempt, AttemptState, Lane, Match, MatchState
from fairdeal.matches.services import Lineup, alarm_raise, lanes_pause, matches_create
from fairdeal.tournaments.services import tournament_create, tournament_start

API = "/api/v1/"


@pytest.fixture
def failed(duel) -> Match:
    match = duel()
    Attempt.objects.update(state=AttemptState.EXPIRED, ended_at=clock.now())
    Match.objects.update(state=MatchState.FAILED, finished_at=clock.now())
    return match


def test_the_queue_is_public(ada, contestants, duel, upload, anonymous):
    upload(ada)
    duel()
    versions = contestants[:2]
    lineups = [Lineup(versions, [f"{number:064x}"]) for number in range(3)]
    words = {"game": "thirty-one", "players": 2, "options": {}, "entry_kind": "seat"}
    matches_create(**words, lineups=lineups, lane=Lane.objects.create())
    body = anonymous.get(f"{API}queue/").json()
    assert body["waiting"] == 3 and body["queued"] == 1 and body["running"] == 0 and body["slots"] == 0
    assert body["checks_waiting"] == 1 and body["checks_running"] == 0
    row = {"tournament": None, "name": None, "is_paused": False, "is_spare": False, "done_in_s": None}
    assert body["lanes"] == [
        {**row, "position": 1, "waiting": 3, "with_workers": 0},
        {**row, "position": None, "waiting": 0, "with_workers": 1},
    ]
    lanes_pause(lanes=Lane.objects.all())
    assert [lane["is_paused"] for lane in anonymous.get(f"{API}queue/").json()["lanes"]].count(True) == 1


def test_an_organiser_pauses_and_resumes(ada, bob, contestants, client_of, settings):
    settings.HAND_OUT_WINDOW = 1
    entries = [contestants[0].pk, contestants[2].pk]
    made = tournament_create(user=ada, name="Cup", game="thirty-one", players=2, blocks=1, version_ids=entries)
    tournament_start(user=ada, tournament=made)
    url = f"{API}tournaments/{made.pk}/"
    assert client_of(bob).post(f"{url}pause/").status_code == 403
    assert client_of(ada, "read").post(f"{url}pause/").status_code == 403
    assert client_of(ada).post(f"{url}pause/").json()["state"] == "running"
    (row,) = client_of(ada).get(f"{API}queue/").json()["lanes"]
    assert row["is_paused"] and row["name"] == "Cup" and row["tournament"] == made.pk
    assert client_of(ada).post(f"{url}resume/", {"now": True}).status_code == 400
    assert client_of(ada).post(f"{url}resume/").status_code == 200
    assert not Lane.objects.get().is_paused


def test_staff_has_a_failed_match_played_again(failed, ada, staff, client_of, anonymous):
    url = f"{API}matches/{failed.pk}/requeue/"
    assert anonymous.post(url).status_code == 401
    assert client_of(ada).post(url).json()["code"] == "staff_only"
    body = client_of(staff).post(url).json()
    assert body["state"] == "queued" and [attempt["state"] for attempt in body["attempts"]] == ["live", "expired"]
    again = client_of(staff).post(url)
    assert again.status_code == 409 and again.json()["code"] == "match_not_failed"


def test_staff_reads_and_settles_alarms(failed, ada, staff, client_of, anonymous):
    alarm = alarm_raise(kind=AlarmKind.RESULT, match=failed, detail="block 1: it differs")
    assert anonymous.get(f"{API}alarms/").status_code == 401
    assert client_of(ada).get(f"{API}alarms/").status_code == 403
    (row,) = client_of(staff).get(f"{API}alarms/").json()["results"]
    assert row["match"] == failed.pk and row["kind"] == "result" and row["detail"] == "block 1: it differs"
    url = f"{API}alarms/{alarm.pk}/settle/"
    assert client_of(ada).post(url).status_code == 403
    assert client_of(staff).post(url).json()["settled_at"] is not None
    assert client_of(staff).get(f"{API}alarms/").json()["results"] == []
    assert client_of(staff).post(f"{API}alarms/99/settle/").status_code == 404
