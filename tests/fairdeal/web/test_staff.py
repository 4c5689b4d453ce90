"""Trouble as staff sees it: alarms to settle, failed matches to play again; and a tournament to pause."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from fairdeal.accounts.models import User
from fairdeal.matches.models import Alarm, AlarmKind, Lane, Match, MatchState
from fairdeal.matches.services import alarm_raise, machine_suspend

from tests.fairdeal.web.builders import make_match, make_tournament, make_user, make_version
from tests.fairdeal.web.conftest import logged_in


@pytest.fixture
def as_staff(db: None) -> Client:
    return logged_in(make_user("sue", is_staff=True))


@pytest.fixture
def failed(ada: User, bob: User) -> Match:
    return make_match(make_version(ada), make_version(bob), state=MatchState.FAILED)


def text_of(client: Client) -> str:
    return client.get(reverse("web:workers")).content.decode()


def test_an_alarm_stands_there_until_it_is_settled(as_staff: Client, as_ada: Client, failed: Match) -> None:
    assert "No alarm is open." in text_of(as_staff)
    alarm = alarm_raise(kind=AlarmKind.RESULT, match=failed, worker="box:7", detail="block 3: <the> totals")
    text = text_of(as_staff)
    assert "block 3: &lt;the&gt; totals" in text
    assert "box:7" in text
    url = reverse("web:alarm_settle", args=[alarm.pk])
    assert as_ada.post(url).status_code == 403
    assert Alarm.objects.get().settled_at is None
    assert as_staff.post(url, follow=True).status_code == 200
    assert "No alarm is open." in text_of(as_staff)
    assert Alarm.objects.get().settled_by == User.objects.get(username="sue")


def test_failed_matches_are_played_again_by_one_click(as_staff: Client, as_ada: Client, failed: Match) -> None:
    url = reverse("web:match_requeue", args=[failed.pk])
    assert url in text_of(as_staff)
    assert as_ada.post(url).status_code == 403
    assert as_staff.get(url).status_code == 302  # a log-in leads here by GET, which does nothing
    failed.refresh_from_db()
    assert failed.state == MatchState.FAILED
    assert "1 match is played again." in as_staff.post(url, follow=True).content.decode()
    failed.refresh_from_db()
    assert failed.state == MatchState.QUEUED
    assert "No match has failed." in text_of(as_staff)


def test_all_failed_matches_are_played_again_by_one_click(as_staff: Client, as_ada: Client, failed: Match) -> None:
    entrants = [entrant.version for entrant in failed.entrants.all()]
    make_match(*entrants, state=MatchState.FAILED)
    make_match(*entrants, state=MatchState.CANCELLED)
    url = reverse("web:requeue_all")
    assert as_ada.post(url).status_code == 403
    as_staff.get(url)
    assert Match.objects.filter(state=MatchState.FAILED).count() == 2
    assert "2 matches are played again." in as_staff.post(url, follow=True).content.decode()
    states = Match.objects.order_by("pk").values_list("state", flat=True)
    assert list(states) == [MatchState.QUEUED, MatchState.QUEUED, MatchState.CANCELLED]


def test_an_organiser_pauses_and_resumes(ada: User, bob: User, as_ada: Client, as_bob: Client) -> None:
    tournament = make_tournament(ada, make_version(ada), make_version(bob), state="running")
    lane = Lane.objects.create()
    Match.objects.update(lane=lane)
    type(tournament).objects.update(lane=lane)
    page = reverse("web:tournament", args=[tournament.pk])
    pause, resume = (reverse(f"web:tournament_{word}", args=[tournament.pk]) for word in ("pause", "resume"))
    assert pause in as_ada.get(page).content.decode()
    assert pause not in as_bob.get(page).content.decode()
    assert "Only its organiser can pause" in as_bob.post(pause, follow=True).content.decode()
    lane.refresh_from_db()
    assert not lane.is_paused
    text = as_ada.post(pause, follow=True).content.decode()
    assert "The tournament is paused." in text
    assert resume in text
    lane.refresh_from_db()
    assert lane.is_paused
    assert "The tournament goes on." in as_ada.post(resume, follow=True).content.decode()
    lane.refresh_from_db()
    assert not lane.is_paused


def test_a_suspended_machine_is_set_to_work_again(as_staff: Client, as_ada: Client) -> None:
    machine = machine_suspend(name="box", reason="bots ran out of time in 20 of its 100 games")
    text = text_of(as_staff)
    assert text.count("bots ran out of time in 20 of its 100 games") == 2  # with its alarm
    url = reverse("web:machine_release", args=[machine.pk])
    assert as_ada.post(url).status_code == 403
    assert as_staff.post(url, follow=True).status_code == 200
    machine.refresh_from_db()
    assert machine.suspended_at is None
    assert as_staff.post(reverse("web:machine_release", args=[machine.pk + 1])).status_code == 404
