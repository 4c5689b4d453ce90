"""Parts of pages that move by polling: while something runs, and not a moment longer."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from fairdeal.accounts.models import User
from fairdeal.submissions.models import CheckState, VersionState

from tests.fairdeal.web.builders import make_check, make_tournament, make_version
from tests.fairdeal.web.markup import faults_of

HTMX = {"HX-Request": "true"}


@pytest.mark.parametrize("state", ["running", "finished"])
def test_a_tournament_is_polled_while_it_runs(state: str, ada: User, bob: User, anonymous: Client) -> None:
    tournament = make_tournament(ada, make_version(ada, "fox"), make_version(bob, "owl"), state=state)
    address = reverse("web:tournament_progress", args=[tournament.pk])
    is_running = state == "running"
    page = anonymous.get(reverse("web:tournament", args=[tournament.pk])).content.decode()
    assert (f'hx-get="{address}"' in page) is is_running
    response = anonymous.get(address, headers=HTMX)
    text = response.content.decode()
    assert faults_of(text, is_fragment=True) == []
    assert "<html" not in text
    assert ("<progress" in text) is is_running
    assert ("HX-Refresh" in response.headers) is not is_running
    assert "no-store" in response.headers["Cache-Control"]


def test_without_htmx_a_part_leads_to_its_page(ada: User, bob: User, anonymous: Client) -> None:
    tournament = make_tournament(ada, make_version(ada, "fox"), make_version(bob, "owl"))
    response = anonymous.get(reverse("web:tournament_progress", args=[tournament.pk]))
    assert (response.status_code, response.url) == (302, reverse("web:tournament", args=[tournament.pk]))
    assert anonymous.get(reverse("web:running")).url == "/"


def test_the_bar_says_how_far_it_is(ada: User, bob: User, anonymous: Client) -> None:
    versions = [make_version(ada, "fox"), make_version(ada, "elk"), make_version(bob, "owl")]
    make_tournament(ada, *versions)
    text = anonymous.get("/").content.decode()
    assert 'max="6" value="2"' in text
    assert "2 of 6 blocks played" in text
    assert text.count("<progress") == 1


def test_a_report_is_polled_until_the_check_has_ended(ada: User, as_ada: Client) -> None:
    version = make_version(ada, state=VersionState.CHECKING)
    check = make_check(version, state=CheckState.QUEUED)
    address = reverse("web:version_report", args=[version.pk])
    waiting = as_ada.get(address, headers=HTMX)
    assert f'hx-get="{address}"' in waiting.content.decode()
    assert "HX-Refresh" not in waiting.headers
    assert "Waiting for a worker" in waiting.content.decode()
    type(check).objects.update(state=CheckState.RUNNING)
    running = as_ada.get(address, headers=HTMX).content.decode()
    assert "A worker plays" in running and "Waiting for a worker" not in running and f'hx-get="{address}"' in running
    type(check).objects.update(state=CheckState.PASSED, report={"summary": "All well.", "steps": []})
    type(version).objects.update(state=VersionState.ACTIVE)
    ended = as_ada.get(address, headers=HTMX)
    assert "hx-get" not in ended.content.decode()
    assert "All well." in ended.content.decode()
    assert ended.headers["HX-Refresh"] == "true"


def test_pages_that_do_not_move_load_no_script(anonymous: Client) -> None:
    assert "<script" not in anonymous.get("/").content.decode()
