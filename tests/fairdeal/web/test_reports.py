"""Reports of checks on the page of their version."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from fairdeal.accounts.models import User
from fairdeal.submissions.checks import NOT_HEARD_OF
from fairdeal.web.reports import step_of, summary_text

from tests.fairdeal.web.builders import make_check, make_version


def test_the_page_is_in_the_readers_language_but_for_what_a_bot_wrote(as_ada: Client, ada: User) -> None:
    version = make_version(ada, "fox", state="rejected")
    step = {"name": "thirty-one, 2 players against random", "ok": False, "ms": 1234.6, "verdict": "crash"}
    written = {"detail": "exited with code 3", "stderr": "KeyError: 'x'"}
    make_check(version, summary=f"{step['name']}: crash", steps=[step | written])
    page = as_ada.get(reverse("web:version", args=[version.pk]), headers={"Accept-Language": "uk"}).content.decode()
    assert "2 гравці; решта грає навмання" in page and "мс" in page
    assert "against random" not in page and ": crash" not in page and " ms<" not in page
    assert "exited with code 3" in page and "KeyError" in page


@pytest.mark.parametrize(
    ("summary", "shown"),
    [
        ("", ""),
        (NOT_HEARD_OF, NOT_HEARD_OF),
        ("sandbox_failed: no user namespaces", "The sandbox failed: no user namespaces"),
        ("The bundle is not there.", "The bundle is not there."),
    ],
)
def test_a_check_without_steps_says_why(summary: str, shown: str) -> None:
    assert summary_text({"summary": summary, "steps": []}) == shown


def test_a_check_that_was_given_up_says_so_in_the_readers_language(as_ada: Client, ada: User) -> None:
    version = make_version(ada, "fox", state="unchecked")
    make_check(version, "broken", summary=NOT_HEARD_OF)
    page = as_ada.get(reverse("web:version", args=[version.pk]), headers={"Accept-Language": "uk"}).content.decode()
    assert NOT_HEARD_OF not in page and "Виконавець більше не озивався" in page


@pytest.mark.parametrize("step", [{}, {"ms": "soon", "verdict": ["crash"], "legal": 3, "name": "x"}])
def test_a_step_of_another_form_is_shown_as_far_as_it_goes(step: dict[str, Any]) -> None:
    shown = step_of(step)
    assert (shown["title"], shown["ms"], shown["legal"]) == (step.get("name", ""), None, [])
