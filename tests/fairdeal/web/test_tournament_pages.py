"""A tournament's page before its start, and calling it off."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from fairdeal.accounts.models import User
from fairdeal.submissions.models import BotVersion, VersionState
from fairdeal.tournaments.models import Tournament, TournamentState

from tests.fairdeal.web.builders import make_pool, make_tournament, make_version
from tests.fairdeal.web.markup import faults_of


@pytest.fixture
def versions(ada: User, bob: User) -> list[BotVersion]:
    return [make_version(ada, "fox"), make_version(bob, "owl"), make_version(ada, "elk")]


def page_of(client: Client, tournament: Tournament) -> str:
    response = client.get(reverse("web:tournament", args=[tournament.pk]))
    assert response.status_code == 200
    return response.content.decode()


def words_of(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html.replace("<wbr>", "")))


def test_a_draft_shows_its_entries_and_no_empty_scores(ada: User, as_ada: Client, versions: list[BotVersion]) -> None:
    make_pool(versions[0], versions[1])
    BotVersion.objects.filter(pk=versions[2].pk).update(state=VersionState.SUSPENDED)
    text = page_of(as_ada, make_tournament(ada, *versions, state=TournamentState.DRAFT))
    assert 'id="entries"' in text
    for part in ('id="standings"', 'id="cross"', "W–D–L", "Margin"):
        assert part not in text
    entries = words_of(text[text.index('id="entries"') : text.index('id="schedule"')])
    assert re.search(r"1 ada/fox v1 active 1600 2 bob/owl v1 active 1550 3 ada/elk v1 suspended", entries)
    assert "not rated" in entries


def test_a_draft_shows_rounds_tables_seats_and_who_rests(ada: User, as_ada: Client, versions: list[BotVersion]) -> None:
    text = page_of(
        as_ada, make_tournament(ada, *versions, state=TournamentState.DRAFT, settings={"table_size": 2, "cycles": 2})
    )
    plan = words_of(text[text.index('id="schedule"') : text.index('id="fair"')])
    assert "6 tables in 6 rounds" in plan and "2 games in all" in plan
    for cycle in (1, 2):
        for number in (1, 2, 3):
            assert f"Cycle {cycle}, round {number}" in plan
    # Three entries in pairs: in each round one of them rests, each twice in two cycles.
    assert sorted(re.findall(r"(\S+ v1) sits out", plan)) == sorted(2 * ["ada/elk v1", "ada/fox v1", "bob/owl v1"])
    assert len(re.findall(r"1 seat 1 \S+ v1 – seat 2 \S+ v1", plan)) == 6


def test_partners_sit_opposite_each_other_in_the_plan(ada: User, as_ada: Client) -> None:
    pair = [make_version(ada, name, games=["smear-four-handed"]) for name in ("fox", "elk")]
    facts = {"game": "smear-four-handed", "players": 4, "entry_kind": "side"}
    text = page_of(as_ada, make_tournament(ada, *pair, state=TournamentState.DRAFT, **facts))
    assert "seat 1 3 ada/fox v1 – seat 2 4 ada/elk v1" in words_of(text)


def test_a_running_tournament_has_standings_and_no_list_of_entries(
    ada: User, anonymous: Client, versions: list[BotVersion]
) -> None:
    text = page_of(anonymous, make_tournament(ada, *versions))
    assert 'id="standings"' in text and 'id="cross"' in text
    assert 'id="entries"' not in text


@pytest.mark.parametrize("state", [TournamentState.DRAFT, TournamentState.RUNNING])
def test_calling_off_is_asked_once_more_and_then_done(
    state: str, ada: User, as_ada: Client, versions: list[BotVersion]
) -> None:
    tournament = make_tournament(ada, *versions, state=state)
    address = reverse("web:tournament_cancel", args=[tournament.pk])
    assert address in page_of(as_ada, tournament)
    question = as_ada.get(address)
    assert question.status_code == 200
    assert faults_of(question.content.decode()) == []
    assert 'method="post"' in question.content.decode()
    tournament.refresh_from_db()
    assert tournament.state == state

    done = as_ada.post(address, follow=True)
    text = done.content.decode()
    tournament.refresh_from_db()
    assert tournament.state == TournamentState.CANCELLED
    assert "is called off" in text and tournament.seed in text
    assert faults_of(text) == []
    assert address not in text and reverse("web:tournament_start", args=[tournament.pk]) not in text


def test_nobody_else_is_offered_it_or_can_do_it(
    ada: User, bob: User, as_bob: Client, anonymous: Client, versions: list[BotVersion]
) -> None:
    tournament = make_tournament(ada, *versions)
    address = reverse("web:tournament_cancel", args=[tournament.pk])
    for client in (as_bob, anonymous):
        assert address not in page_of(client, tournament)
    assert as_bob.get(address).status_code == 403
    as_bob.post(address)
    assert anonymous.post(address).status_code == 302
    tournament.refresh_from_db()
    assert tournament.state == TournamentState.RUNNING
    User.objects.filter(pk=bob.pk).update(is_staff=True)
    assert address in page_of(as_bob, tournament)
    as_bob.post(address)
    tournament.refresh_from_db()
    assert tournament.state == TournamentState.CANCELLED


def test_what_is_over_cannot_be_called_off(ada: User, as_ada: Client, versions: list[BotVersion]) -> None:
    tournament = make_tournament(ada, *versions, state=TournamentState.FINISHED)
    address = reverse("web:tournament_cancel", args=[tournament.pk])
    assert address not in page_of(as_ada, tournament)
    assert as_ada.get(address).status_code == 302
    assert "cannot come into the state" in as_ada.post(address, follow=True).content.decode()
    tournament.refresh_from_db()
    assert tournament.state == TournamentState.FINISHED
