"""The page of the queue: for everybody, with tournaments by name where one may see them."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from fairdeal.accounts.models import User
from fairdeal.matches.models import Lane, Match, MatchState
from fairdeal.tournaments.models import Tournament
from fairdeal.web.templatetags.arena import about

from tests.fairdeal.web.builders import make_tournament, make_version


def test_an_empty_queue_says_so(anonymous: Client) -> None:
    assert "Nothing waits and nothing is played." in anonymous.get(reverse("web:queue")).content.decode()


def test_tournaments_stand_in_the_order_of_their_turns(ada: User, bob: User, anonymous: Client) -> None:
    names = []
    for number in range(3):
        versions = make_version(ada, f"fox-{number}"), make_version(bob, f"owl-{number}")
        made = make_tournament(ada, *versions, name=f"Cup {number}", state="running")
        lane = Lane.objects.create(served=10 - number, is_paused=number == 1)
        open_matches = Match.objects.filter(pairing__tournament=made)
        open_matches.update(lane=lane, state=MatchState.CREATED, finished_at=None)
        Tournament.objects.filter(pk=made.pk).update(lane=lane)
        names.append(made.name)
    text = anonymous.get(reverse("web:queue")).content.decode()
    places = [text.index(name) for name in ("Cup 2", "Cup 0", "Cup 1")]
    assert places == sorted(places)
    assert text.count("paused") == 1
    assert "not known" in text
    part = anonymous.get(reverse("web:queue"), headers={"hx-request": "true"}).content.decode()
    assert "Cup 2" in part
    assert "<html" not in part


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "1 minute"), (89, "1 minute"), (100, "2 minutes"), (3600, "60 minutes"), (7200, "2 hours"), (9100, "3 hours")],
)
def test_a_time_is_written_in_one_unit(seconds: float, text: str) -> None:
    assert about(seconds) == text
