"""Lists by cursor: tournaments newest first, blocks and schedules in their own order."""

from __future__ import annotations

import re

import pytest
from django.test import Client, RequestFactory
from django.urls import reverse
from fairdeal.accounts.models import User
from fairdeal.web.cursors import sequence_page

from tests.fairdeal.web.builders import make_match, make_tournament, make_version
from tests.fairdeal.web.markup import faults_of

NOTHING = "There is nothing on this page"


def look(client: Client, query: str) -> tuple[list[int], dict[str, str]]:
    """Give the ids on a page and its links by their rel."""
    text = client.get(f"/tournaments/{query}").content.decode()
    assert faults_of(text) == []
    ids = [int(pk) for pk in re.findall(r'scope="row"><a href="/tournaments/(\d+)/"', text)]
    return ids, dict(re.findall(r'rel="(prev|next)" href="([^"]+)"', text))


def test_pages_lead_there_and_back_while_tournaments_are_added(
    ada: User, anonymous: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fairdeal.web.views.tournaments.TOURNAMENTS_A_PAGE", 2)
    pair = [make_version(ada, "fox"), make_version(ada, "elk")]
    a, b, c, d, e = (make_tournament(ada, *pair).pk for _ in range(5))
    first, links = look(anonymous, "")
    assert first == [e, d] and set(links) == {"next"}
    f = make_tournament(ada, *pair).pk
    second, links = look(anonymous, links["next"])
    assert second == [c, b] and set(links) == {"prev", "next"}
    last, ends = look(anonymous, links["next"])
    assert last == [a] and set(ends) == {"prev"}
    back, links = look(anonymous, links["prev"])
    assert back == [e, d] and set(links) == {"prev", "next"}
    newest, links = look(anonymous, links["prev"])
    assert newest == [f] and set(links) == {"next"}


def test_beyond_the_ends_is_a_way_back(ada: User, anonymous: Client) -> None:
    pk = make_tournament(ada, make_version(ada, "fox"), make_version(ada, "elk")).pk
    for query in (f"?before={pk}", f"?after={pk}"):
        ids, links = look(anonymous, query)
        assert ids == [] and len(links) == 1
        assert look(anonymous, next(iter(links.values())))[0] == [pk]


@pytest.mark.parametrize("query", ["before=x", "after=-1", "before=", "after=99999999999999999999", "before=2&after=1"])
def test_what_is_no_cursor_is_refused_by_name(query: str, anonymous: Client) -> None:
    response = anonymous.get(f"/tournaments/?{query}")
    assert response.status_code == 400
    assert f"<dt>{'after' if 'after' in query else 'before'}</dt>" in response.content.decode()


def walk(client: Client, address: str, pattern: str, rel: str, query: str = "") -> list[list[str]]:
    """Follow the links of a rel from a page to the end; gives what the pattern finds on each page."""
    found = []
    while True:
        text = client.get(address + query).content.decode()
        assert faults_of(text) == []
        found.append(re.findall(pattern, text))
        links = dict(re.findall(r'rel="(prev|next)" href="([^"]+)"', text))
        if rel not in links:
            return found
        query, _, anchor = links[rel].partition("#")
        assert f'<h2 id="{anchor}"' in text


def test_the_blocks_of_a_match_lead_there_and_back(
    ada: User, anonymous: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fairdeal.web.views.matches.BLOCKS_A_PAGE", 2)
    match = make_match(make_version(ada, "fox"), make_version(ada, "elk"), blocks=5)
    address, number = reverse("web:match", args=[match.pk]), r'scope="rowgroup"[^>]*>(\d+)<'
    assert walk(anonymous, address, number, "next") == [["1", "2"], ["3", "4"], ["5"]]
    assert walk(anonymous, address, number, "prev", "?after=4") == [["5"], ["3", "4"], ["1", "2"]]
    assert walk(anonymous, address, number, "prev", "?after=5") == [[], ["4", "5"], ["2", "3"], ["1"]]


@pytest.mark.parametrize("state", ["draft", "running"])
def test_a_schedule_leads_there_and_back_also_before_the_start(
    state: str, ada: User, as_ada: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fairdeal.web.views.tournaments.TABLES_A_PAGE", 2)
    made = make_tournament(ada, *(make_version(ada, name) for name in ("fox", "elk", "owl", "hen")), state=state)
    address, row = reverse("web:tournament", args=[made.pk]), r'class="lineup">'
    assert [len(page) for page in walk(as_ada, address, row, "next")] == [2, 2, 2]
    assert [len(page) for page in walk(as_ada, address, row, "prev", "?after=5")] == [1, 2, 2, 1]


@pytest.mark.parametrize(
    ("query", "rows", "previous", "following"),
    [
        ("", [1, 2], "", "?after=2"),
        ("?after=0", [1, 2], "", "?after=2"),
        ("?after=4", [5], "?before=5", ""),
        ("?after=99", [], "?before=6", ""),
        ("?before=0", [], "", "?after=0"),
        ("?before=2", [1], "", "?after=1"),
        ("?before=99", [4, 5], "?before=4", ""),
    ],
)
def test_a_sequence_goes_on_from_any_row(query: str, rows: list[int], previous: str, following: str) -> None:
    page = sequence_page(RequestFactory().get(f"/{query}"), [1, 2, 3, 4, 5], 2)  # type: ignore[arg-type]
    assert (page.rows, page.previous, page.next) == (rows, previous, following)


def test_a_page_past_an_end_says_that_nothing_is_there(ada: User, anonymous: Client) -> None:
    match = make_match(make_version(ada, "fox"), make_version(ada, "elk"))
    made = make_tournament(ada, make_version(ada, "fox"), make_version(ada, "elk"))
    for address in (reverse("web:match", args=[match.pk]), reverse("web:tournament", args=[made.pk])):
        assert NOTHING in anonymous.get(f"{address}?after=99").content.decode(), address
        assert NOTHING not in anonymous.get(address).content.decode(), address
    address = reverse("web:tournaments")
    for query in ("before=0", "after=99999"):
        text = anonymous.get(f"{address}?{query}").content.decode()
        assert NOTHING in text and faults_of(text) == [], query
    assert NOTHING not in anonymous.get(address).content.decode()


def test_blocks_and_schedules_refuse_what_is_no_cursor(ada: User, anonymous: Client) -> None:
    match = make_match(make_version(ada, "fox"), make_version(ada, "elk"))
    made = make_tournament(ada, make_version(ada, "fox"), make_version(ada, "elk"))
    for address in (reverse("web:match", args=[match.pk]), reverse("web:tournament", args=[made.pk])):
        for query in ("after=x", "before=-1", "before=2&after=1"):
            assert anonymous.get(f"{address}?{query}").status_code == 400, (address, query)
