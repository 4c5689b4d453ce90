"""Rating tables, histories, the heat map, one version and two: what they say, also to who sees no pictures."""

from __future__ import annotations

import csv
import io

import pytest
from django.test import Client
from django.urls import reverse
from fairdeal.ratings.fits import pool_fit
from fairdeal.ratings.models import Pool
from fairdeal.submissions.models import BotVersion, VersionState

from tests.fairdeal.playing import last_wins, make_match, make_version, write_result
from tests.fairdeal.web.markup import faults_of


def mostly(block: int, rotation: int, entrants: int) -> list[int]:
    """Let the first win three blocks of four."""
    return [1, 2] if block % 4 else [2, 1]


@pytest.fixture
def trio(db: None) -> list[BotVersion]:
    """Three bots of a pool that is fitted: the second is the house's, the third loses to it and beats the first."""
    versions = [make_version("ada", "fox"), make_version("house", "rules"), make_version("bob", "owl")]
    for one, other, way in ((0, 1, mostly), (1, 2, mostly), (0, 2, last_wins)):
        write_result(make_match(versions[one], versions[other], blocks=24), way)
    pool_fit(pool=Pool.objects.get())
    return versions


def text_of(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    text = response.content.decode()
    assert faults_of(text) == []
    return " ".join(text.split())


def order(text: str, *names: str) -> list[str]:
    """Give those of the names that are in a page's table, as they come."""
    body = text[text.index("<tbody>") :] if "<tbody>" in text else ""
    return sorted((name for name in names if f"/<wbr>{name}" in body), key=lambda name: body.index(f"/<wbr>{name}"))


def test_a_table_is_filtered_sorted_and_given_as_csv(trio: list[BotVersion], anonymous: Client) -> None:
    pool = Pool.objects.get()
    address = reverse("web:pool", args=[pool.pk])
    text = text_of(anonymous, address)
    names = ("fox", "rules", "owl")
    assert order(text, *names) == ["owl", "rules", "fox"]
    assert text.count(">house<") == 1
    assert text.count(">anchor<") == 1
    assert "What the same cards in every seat have gained" in text
    assert order(text_of(anonymous, address + "?sort=bot"), *names) == ["fox", "owl", "rules"]
    assert order(text_of(anonymous, address + "?owner=bob"), *names) == ["owl"]
    assert order(text_of(anonymous, address + "?house=on&sort=faults"), *names) == ["owl", "fox"]
    assert order(text_of(anonymous, address + "?settled=on"), *names) == []
    BotVersion.objects.filter(pk=trio[2].pk).update(state=VersionState.SUSPENDED)
    assert order(text_of(anonymous, address + "?active=on"), *names) == ["rules", "fox"]
    response = anonymous.get(reverse("web:pool_csv", args=[pool.pk]) + "?active=on")
    assert response.headers["Content-Type"].startswith("text/csv")
    rows = list(csv.DictReader(io.StringIO(response.content.decode())))
    assert [(row["rank"], row["bot"], row["house"], row["bankroll"]) for row in rows] == [
        ("2", "rules", "True", "0"),
        ("3", "fox", "False", "0"),
    ]
    assert float(rows[1]["low_95"]) < float(rows[1]["rating"]) < float(rows[1]["high_95"])
    assert order(text_of(anonymous, address + "?sort=nonsense"), *names) == ["owl", "rules", "fox"]
    every = reverse("web:pools")
    assert address in text_of(anonymous, every + "?game=thirty-one")
    assert address not in text_of(anonymous, every + "?ruleset=whist")


def test_pools_have_names_and_one_that_is_not_there_is_told_what_is(trio: list[BotVersion], anonymous: Client) -> None:
    pool = Pool.objects.get()
    assert anonymous.get(f"/ratings/{pool.ruleset}/").url == reverse("web:pool", args=[pool.pk])
    for address in ("/ratings/whist/", f"/ratings/{pool.pk + 1}/", f"/ratings/{pool.ruleset}/?entry=side"):
        response = anonymous.get(address)
        assert response.status_code == 404
        assert f"{pool.ruleset} (seat)" in response.content.decode()


def test_what_stands_behind_the_table(trio: list[BotVersion], anonymous: Client) -> None:
    pool = Pool.objects.get()
    fox, rules, owl = (version.pk for version in trio)
    for query, drawn in (("", 3), (f"?version={fox}&version={owl}", 2), (f"?version={fox}&by=time", 1)):
        text = text_of(anonymous, reverse("web:pool_history", args=[pool.pk]) + query)
        assert text.count("chart-picture") == 2
        # A key where there is more than one line, and a table for who cannot see them.
        assert text.count('<li class="tone-') == (2 * drawn if drawn > 1 else 0)
        assert text.count("<caption>Points of the picture") == 2
    text = text_of(anonymous, reverse("web:pool_matrix", args=[pool.pk]))
    two = reverse("web:two", args=[pool.pk, fox, owl])
    assert f'<td class="shade-0"><a href="{two}">0' in text
    assert text.count('class="diagonal"') == 3
    assert "What the ratings do not explain" in text

    text = text_of(anonymous, reverse("web:rated", args=[pool.pk, fox]))
    assert "36–0–60" in text
    assert '<th scope="row">2</th><td class="num">37.5' in text
    # Rating, live Elo, bankroll.
    assert text.count("<caption>Points of the picture") == 3
    text = text_of(anonymous, two)
    assert "0–0–48" in text
    assert "Chance and the ratings do not explain this result" in text
    likely = text_of(anonymous, reverse("web:two", args=[pool.pk, owl, fox]))
    assert "Likelihood that it is the better one" in likely
    assert anonymous.get(reverse("web:two", args=[pool.pk, fox, fox])).url == reverse("web:rated", args=[pool.pk, fox])
    assert anonymous.get(reverse("web:rated", args=[pool.pk, 999])).status_code == 404
    for address in (reverse("web:bot", args=["ada", "fox"]), reverse("web:version", args=[rules])):
        text = text_of(anonymous, address)
        assert "Rating ± 95" in text
        assert reverse("web:rated", args=[pool.pk, fox if "fox" in address else rules]) in text
    assert "1500" in text
