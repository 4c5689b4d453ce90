"""Comparisons as their author sees them, and nobody else."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from fairdeal.accounts.models import User
from fairdeal.comparisons.models import Comparison, ComparisonState

from tests.fairdeal.playing import make_version as make_house_version
from tests.fairdeal.web.builders import make_version
from tests.fairdeal.web.markup import faults_of


def text_of(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    text = response.content.decode()
    assert faults_of(text) == []
    return " ".join(text.split())


@pytest.fixture(autouse=True)
def house(db: None, sent: list[dict[str, Any]]) -> None:
    for name in ("random", "first"):
        make_house_version("house", name)


def test_an_author_asks_what_it_costs_begins_follows_and_stops(ada: User, as_ada: Client, as_bob: Client) -> None:
    old, new = make_version(ada), make_version(ada)
    page = text_of(as_ada, reverse("web:version", args=[new.pk]))
    address = reverse("web:comparison_new") + f"?candidate={new.pk}&game=thirty-one"
    assert address.replace("&", "&amp;") in page
    assert reverse("web:comparison_new") + "?game=thirty-one" not in page
    assert f'<option value="{new.pk}" selected>' in text_of(as_ada, address)
    filled = {
        "candidate": new.pk, "baseline": old.pk, "players": 2, "elo0": 0, "elo1": 20, "alpha": 0.05, "beta": 0.05,
        "most_blocks": 500,
    }  # fmt: skip
    told = as_ada.post(address, {**filled, "cost": "1"})
    assert told.status_code == 200
    text = told.content.decode()
    assert faults_of(text) == []
    # 2.94 squared, times the variance 1/8 of two games apart, over the square of the step of scores.
    assert all(cell in text for cell in ("What it will cost", '<td class="num">500</td>', '<td class="num">1000</td>'))
    assert not Comparison.objects.exists()
    wrong = as_ada.post(address, {**filled, "baseline": new.pk})
    assert wrong.status_code == 400
    assert "cannot be compared with itself" in wrong.content.decode()

    begun = as_ada.post(address, filled)
    thing = Comparison.objects.get()
    page = reverse("web:comparison", args=[thing.pk])
    assert begun.url == page
    assert "No block has been counted yet." in text_of(as_ada, page)
    for name in ("comparison", "comparison_progress"):
        assert as_bob.get(reverse(f"web:{name}", args=[thing.pk])).status_code == 404
    assert as_bob.post(reverse("web:comparison_stop", args=[thing.pk])).status_code == 404
    match = thing.batches.get(number=0).match
    assert "private: nobody but its author" in text_of(as_ada, reverse("web:match", args=[match.pk]))
    assert as_bob.get(reverse("web:match", args=[match.pk])).status_code == 404
    assert "A private comparison" in text_of(as_bob, reverse("web:queue"))

    Comparison.objects.update(counts=[[2, 30], [4, 10]], path=[[20, 0.5], [40, 1.25]])
    text = text_of(as_ada, page)
    assert "chart-picture" in text
    assert '<td class="num">40</td><td class="num">+1.25</td>' in text
    assert "62.5" in text
    assert as_ada.post(reverse("web:comparison_stop", args=[thing.pk])).url == page
    assert "Ended without a verdict" in text_of(as_ada, page)
    assert "Ended without a verdict" in text_of(as_ada, reverse("web:comparisons"))
    assert "fox" not in text_of(as_bob, reverse("web:comparisons"))
    Comparison.objects.update(state=ComparisonState.FINISHED, verdict="better", ended_at=timezone.now())
    assert "It is better" in text_of(as_ada, page)


def test_the_game_is_asked_for_first(ada: User, as_ada: Client, anonymous: Client) -> None:
    address = reverse("web:comparison_new")
    assert "login" in anonymous.get(address).url
    assert "Upload your first one" in text_of(as_ada, address)
    make_version(ada, games=["red-dog", "thirty-one"])
    text = text_of(as_ada, address)
    assert "?game=red-dog" in text
    assert "?game=maverick" not in text
    assert as_ada.get(address + "?game=whist").status_code == 404
