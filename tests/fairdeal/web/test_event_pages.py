"""Tournaments of every format on their pages: set up, entered, run, followed; each thing is done once."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from fairdeal.accounts.models import User
from fairdeal.matches.models import Match, MatchState
from fairdeal.submissions.models import BotVersion
from fairdeal.tournaments.formats.base import Entrant
from fairdeal.tournaments.formats.registry import FORMATS, make_format
from fairdeal.tournaments.models import Entry, EntryState, Pairing, Tournament, TournamentState
from fairdeal.web.event.words import PROMISES, promise

from tests.fairdeal.tournaments.events import field
from tests.fairdeal.web.builders import make_user, make_version, tournament_fields
from tests.fairdeal.web.events import make_event, play_event
from tests.fairdeal.web.markup import faults_of
from tests.fairdeal.web.test_forms import error_beside

NEW = "/tournaments/new/?game=thirty-one"
HTMX = {"HX-Request": "true"}
WITH_BRACKET = {"single-elimination", "double-elimination", "groups"}
MOST_QUERIES, MOST_BYTES = 12, 100_000


def versions_of(*names: str) -> list[BotVersion]:
    """Make a bot for each of so many owners."""
    return [make_version(make_user(name), "fox", is_published=True) for name in names]


def field_of(count: int) -> list[BotVersion]:
    house = make_user("hestia")
    return [make_version(house, f"bot-{number}", is_published=True) for number in range(1, count + 1)]


def page_of(client: Client, tournament: Tournament, **headers: str) -> str:
    response = client.get(reverse("web:tournament", args=[tournament.pk]), headers=headers)
    assert response.status_code == 200
    return response.content.decode()


def swiss_fields(**changes: Any) -> dict[str, Any]:
    usual = {
        "format": "swiss", "settings_of": "swiss", "setting-rounds": 3, "setting-system": "matching",
        "setting-seeding": "rating", "setting-bye_points": "0.5", "setting-reseed_after": 0,
        "setting-tiebreaks_0": "buchholz", "setting-tiebreaks_1": "wins",
    }  # fmt: skip
    return tournament_fields(**usual | changes)


def test_an_event_is_set_up_entered_and_started_on_its_pages(
    ada: User, bob: User, as_ada: Client, as_bob: Client, anonymous: Client
) -> None:
    for user, name in ((ada, "fox"), (ada, "elk"), (bob, "owl")):
        make_version(user, name)
    assert as_ada.post(NEW, swiss_fields(entry_limit=3)).status_code == 302
    cup = Tournament.objects.get()
    assert cup.settings["rounds"] == 3 and cup.settings["bye_points"] == 0.5
    assert cup.settings["tiebreaks"] == ["buchholz", "wins"] and cup.settings["accelerated"] is False

    def press(client: Client, word: str) -> str:
        return client.post(reverse(f"web:tournament_{word}", args=[cup.pk]), follow=True).content.decode()

    enter = reverse("web:tournament_enter", args=[cup.pk])
    assert as_bob.get(enter).status_code == 404  # entry is not open: it is not told that there is such a thing
    assert "Owners can enter" in press(as_ada, "open")
    assert "message-error" not in press(as_ada, "open")
    assert "0 of 3 places are taken" in page_of(anonymous, cup)
    form = as_bob.get(enter).content.decode()
    assert faults_of(form) == [] and "bob/owl" in form and "ada/fox" not in form
    bot = re.findall(r'value="(bot-\d+)"', form)[0]
    for _ in range(2):
        assert as_bob.post(enter, {"who": bot, "once_key": "k" * 20}).status_code == 302
    assert Entry.objects.get().version.bot.name == "owl"
    again = as_bob.post(enter, {"who": bot})
    assert again.status_code == 400 and faults_of(again.content.decode()) == []
    for version in BotVersion.objects.filter(owner__name="ada"):
        assert as_ada.post(enter, {"who": f"version-{version.pk}"}).status_code == 302
    late = make_version(bob, "jay")
    assert "is full" in as_bob.post(enter, {"who": f"version-{late.pk}"}).content.decode()
    assert "Entry is closed." in press(as_ada, "close")
    assert "Only its organiser" in press(as_bob, "start")
    for _ in range(2):
        press(as_ada, "start")
    cup.refresh_from_db()
    assert cup.state == TournamentState.RUNNING
    assert Pairing.objects.filter(tournament=cup, match__isnull=False).count() == 1
    assert "bye" in page_of(anonymous, cup)


def test_leaving_is_asked_once_more_and_is_told(ada: User, bob: User, as_ada: Client, as_bob: Client) -> None:
    versions = [make_version(bob, "owl", is_published=True), *field_of(4)]
    cup = play_event(make_event(ada, versions, "round-robin"), 2)
    entries = {entry.number: entry.pk for entry in cup.entries.all()}
    withdraw, disqualify = (
        reverse(f"web:tournament_{word}", args=[cup.pk, entries[number]])
        for word, number in (("withdraw", 1), ("disqualify", 2))
    )
    mine, his = page_of(as_ada, cup), page_of(as_bob, cup)
    assert disqualify in mine and withdraw not in mine
    assert withdraw in his and disqualify not in his
    assert "walkovers" in as_bob.get(withdraw).content.decode() and not Entry.objects.exclude(state="in").exists()
    assert "is withdrawn" in as_bob.post(withdraw, follow=True).content.decode()
    assert "has left already" in as_bob.post(withdraw, follow=True).content.decode()
    assert as_bob.post(disqualify, {"reason": "it is too good"}).status_code == 403
    refused = as_ada.post(disqualify, {"reason": ""})
    assert refused.status_code == 400 and faults_of(refused.content.decode()) == []
    assert "is disqualified" in as_ada.post(disqualify, {"reason": "two names"}, follow=True).content.decode()
    states = Entry.objects.order_by("number").values_list("state", flat=True)
    assert list(states)[:3] == [EntryState.WITHDRAWN, EntryState.DISQUALIFIED, EntryState.IN]
    text = page_of(as_ada, cup)
    assert faults_of(text) == [] and "walkover" in text
    assert "was withdrawn by its owner" in text and "was disqualified: two names" in text
    other = reverse("web:tournament_withdraw", args=[cup.pk, 99])
    assert as_ada.get(other).status_code == 404


def test_failed_matches_are_played_again_by_one_click(ada: User, as_ada: Client, as_bob: Client) -> None:
    cup = play_event(make_event(ada, field_of(3), "round-robin"), 2)
    address = reverse("web:tournament_rerun", args=[cup.pk])
    assert address not in page_of(as_ada, cup)
    Match.objects.filter(state=MatchState.QUEUED).update(state=MatchState.FAILED, finished_at=cup.started_at)
    assert address in page_of(as_ada, cup) and address not in page_of(as_bob, cup)
    assert "1 match is played again." in as_ada.post(address, follow=True).content.decode()
    assert not Match.objects.filter(state=MatchState.FAILED).exists()
    assert "No match of this tournament has failed." in as_ada.post(address, follow=True).content.decode()


def test_the_settings_follow_the_format_with_and_without_a_script(ada: User, as_ada: Client) -> None:
    version = make_version(ada, "fox")
    typed = tournament_fields(name="Half a form", entries=[version.pk], blocks="", format="double-elimination")
    part = as_ada.post("/tournaments/new/settings?game=thirty-one", typed).content.decode()
    assert faults_of(part, is_fragment=True) == []
    assert 'name="setting-bracket_reset"' in part and "setting-cycles" not in part
    assert 'hx-post="/tournaments/new/settings?game=thirty-one"' in as_ada.get(NEW).content.decode()
    page = as_ada.post(NEW, typed)
    text = page.content.decode()
    assert page.status_code == 200 and faults_of(text) == [] and "errorlist" not in text
    assert "Half a form" in text and 'name="setting-extra_blocks"' in text and not Tournament.objects.exists()
    assert re.search(rf'value="{version.pk}"[^>]* checked', text)
    assert 'name="settings_of" value="double-elimination"' in text
    twice = as_ada.post(NEW, swiss_fields(**{"setting-tiebreaks_2": "wins"}))
    assert twice.status_code == 400 and "Each tie-break comes once." in twice.content.decode()
    wrong = as_ada.post(NEW, swiss_fields(**{"setting-rounds": 1000}))
    assert wrong.status_code == 400 and faults_of(wrong.content.decode()) == []
    assert error_beside(wrong.content.decode(), "setting-rounds")


@pytest.mark.parametrize("name", FORMATS)
def test_the_page_of_every_format_is_clean_small_and_asks_little(
    name: str, ada: User, as_ada: Client, anonymous: Client
) -> None:
    settings = {"groups": {"groups": 2}}.get(name, {})
    cup = make_event(ada, field_of(8), name, settings=settings)
    assert faults_of(page_of(as_ada, cup)) == []
    play_event(cup, 13)
    with CaptureQueriesContext(connection) as captured:
        text = page_of(anonymous, cup)
    assert len(captured) <= MOST_QUERIES, "\n".join(query["sql"][:300] for query in captured)
    assert faults_of(text) == [] and len(text) < MOST_BYTES
    assert ('id="bracket"' in text) == ('<svg class="bracket"' in text) == (name in WITH_BRACKET)
    files = re.findall(r'href="(/api/[^"]+\.(?:csv|trf))"', text)
    assert len(files) == 4 + (name == "swiss")
    assert [anonymous.get(file).status_code for file in files] == [200] * len(files)
    moving = anonymous.get(reverse("web:tournament_progress", args=[cup.pk]), headers=HTMX).content.decode()
    assert faults_of(moving, is_fragment=True) == []


def test_a_bracket_is_sent_again_when_it_has_moved(ada: User, anonymous: Client) -> None:
    cup = play_event(make_event(ada, field_of(64), "double-elimination"), 3)
    with CaptureQueriesContext(connection) as captured:
        response = anonymous.get(reverse("web:tournament", args=[cup.pk]), headers={"Accept-Encoding": "gzip"})
    assert len(captured) <= MOST_QUERIES and len(response.content) < MOST_BYTES
    assert response.headers["Content-Encoding"] == "gzip"
    text = page_of(anonymous, cup)
    assert text.count('<svg class="bracket"') == 11 and text.count('class="duel ') == 127
    found = re.search(r'hx-get="([^"]+\?seen=\w+)"', text)
    assert found is not None
    assert anonymous.get(found[1], headers=HTMX).status_code == 204
    Match.objects.filter(pk=Match.objects.filter(state=MatchState.QUEUED).earliest("pk").pk).update(state="running")
    moved = anonymous.get(found[1], headers=HTMX)
    part = moved.content.decode()
    assert moved.status_code == 200 and "duel-running" in part and faults_of(part, is_fragment=True) == []
    assert anonymous.get(found[1]).headers["Location"] == reverse("web:tournament", args=[cup.pk])


def test_every_promise_of_a_format_is_marked_for_translation() -> None:
    entrants = [Entrant(entrant.number, entrant.rating) for entrant in field(9)]
    settings: dict[str, list[dict[str, Any]]] = {
        "swiss": [{}, {"rounds": 8}],
        "double-elimination": [{}, {"bracket_reset": False}],
        "groups": [{"groups": 2}],
    }
    made = [make_format(name, given) for name in FORMATS for given in settings.get(name, [{}])]
    told = {text for form in made for text in form.plan(entrants).promises}
    assert {promise(text) for text in told} == told
    assert {re.sub(r"\d+", "%(n)s", text) for text in told} == set(PROMISES)
