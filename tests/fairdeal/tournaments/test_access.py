"""Before its start a tournament is seen by those it concerns; nobody enters another one's private version."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from fairdeal.accounts.models import User
from fairdeal.common.errors import InvalidInput, NotFound
from fairdeal.matches.models import MatchEntrant
from fairdeal.submissions.models import BotVersion
from fairdeal.tournaments.access import may
from fairdeal.tournaments.models import Tournament, TournamentState
from fairdeal.tournaments.selectors import tournament_get, tournaments_visible_to
from fairdeal.tournaments.services import tournament_cancel, tournament_create, tournament_start

from tests.fairdeal.playing import FakeWorker, make_match, make_version

pytestmark = pytest.mark.django_db


def draft(user: User, *versions: BotVersion) -> Tournament:
    ids = [version.pk for version in versions]
    return tournament_create(user=user, name="Cup", game="thirty-one", players=2, blocks=1, version_ids=ids)


def sees(user: User | AnonymousUser | None, tournament: Tournament) -> bool:
    """Ask the three ways in which it can be asked; they agree."""
    try:
        got = tournament_get(user, tournament.pk) == tournament
    except NotFound:
        got = False
    listed = tournaments_visible_to(user).filter(pk=tournament.pk).count()
    assert got == bool(listed) == may(user, "see", tournament)
    assert listed <= 1
    return got


@pytest.mark.parametrize("is_cancelled", [False, True])
def test_what_has_not_started_is_seen_by_those_it_concerns(
    worker: FakeWorker, ada: User, bob: User, staff: User, make_user, is_cancelled: bool
) -> None:
    eve = make_user("eve")
    private, published = make_version("ada", is_published=False), make_version("bob", "owl")
    tournament = draft(ada, private, make_version("ada", "elk"), published, make_version("bob", "hen"))
    if is_cancelled:
        tournament_cancel(user=ada, tournament=tournament)
    for user in (ada, bob, staff):
        assert sees(user, tournament)
    for user in (eve, None, AnonymousUser()):
        assert not sees(user, tournament)
    if not is_cancelled:
        tournament_start(user=ada, tournament=tournament)
        assert all(sees(user, tournament) for user in (ada, bob, staff, eve, None))
        tournament_cancel(user=ada, tournament=tournament)
        assert Tournament.objects.get().state == TournamentState.CANCELLED and sees(None, tournament)


def test_a_private_version_that_played_is_entered_by_its_owner_and_staff_alone(
    ada: User, bob: User, staff: User
) -> None:
    private, other = make_version("ada", is_published=False), make_version("bob", "owl")
    make_match(private, other)
    assert MatchEntrant.objects.filter(version=private).exists()
    with pytest.raises(InvalidInput) as caught:
        draft(bob, private, other)
    assert caught.value.fields == {
        "entries": [f"ada/fox v1 (version {private.pk}) is not published: only its owner can enter it."]
    }
    assert not may(bob, "enter", private) and not may(None, "enter", private)
    for user in (ada, staff):
        assert may(user, "enter", private)
        assert draft(user, private, other).entries.count() == 2


def test_everybody_may_enter_a_bot_of_the_house_that_has_played(ada: User) -> None:
    house, mine = make_version("house", "basic", is_published=False), make_version("ada")
    make_match(house, make_version("house", "plain", is_published=False))
    assert draft(ada, house, mine).entries.count() == 2
