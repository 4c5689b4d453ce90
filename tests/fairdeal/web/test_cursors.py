"""The list of tournaments by cursor."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from fairdeal.accounts.models import User

from tests.fairdeal.web.builders import make_tournament, make_version
from tests.fairdeal.web.markup import faults_of


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
