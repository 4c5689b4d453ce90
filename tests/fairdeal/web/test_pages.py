"""Every page renders for everybody who may see it, in clean HTML."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from django.test import Client
from django.urls import reverse
from fairdeal.accounts.models import User
from fairdeal.accounts.services import token_create
from fairdeal.matches.models import MatchState
from fairdeal.submissions.models import CheckState, VersionState
from fairdeal.tournaments.models import TournamentState

from tests.fairdeal.web.builders import make_check, make_match, make_pool, make_tournament, make_version
from tests.fairdeal.web.markup import faults_of


@dataclass(frozen=True)
class World:
    """Addresses of one thing of every kind."""

    public: tuple[str, ...]
    of_ada: tuple[str, ...]


@pytest.fixture
def world(ada: User, bob: User) -> World:
    """Make two people's bots, matches in all states, a pool, tournaments in all states."""
    fox, owl, elk = make_version(ada, "fox"), make_version(bob, "owl"), make_version(ada, "elk", is_published=True)
    rejected = make_version(ada, "fox", state=VersionState.REJECTED)
    step = {"name": "start", "ok": False, "verdict": "crash", "detail": "it died", "stderr": "<b>boom</b>", "ms": 3}
    make_check(rejected, summary="It crashed.", steps=[step | {"state": {"hand": ["AS"]}, "legal": ["knock"]}])
    checking = make_version(ada, "fox", state=VersionState.CHECKING)
    make_check(checking, state=CheckState.QUEUED)
    pool = make_pool(fox, owl)
    matches = [make_match(fox, owl, state=state) for state in MatchState.values]
    tournaments = [make_tournament(ada, fox, owl, elk, state=state) for state in TournamentState.values]
    token_create(user=ada, name="laptop", scopes=["read"])
    return World(
        public=(
            reverse("web:home"),
            reverse("web:pools"),
            reverse("web:pool", args=[pool.pk]),
            reverse("web:owner", args=["ada"]),
            reverse("web:bot", args=["ada", "fox"]),
            *(reverse("web:version", args=[version.pk]) for version in (fox, owl, elk)),
            *(reverse("web:match", args=[match.pk]) for match in matches),
            reverse("web:tournaments"),
            *(reverse("web:tournament", args=[tournament.pk]) for tournament in tournaments if tournament.started_at),
            reverse("account_login"),
            reverse("account_signup"),
            reverse("account_reset_password"),
        ),
        of_ada=(
            *(reverse("web:tournament", args=[draft.pk]) for draft in tournaments if not draft.started_at),
            *(reverse("web:version", args=[version.pk]) for version in (rejected, checking)),
            reverse("web:upload"),
            reverse("web:tokens"),
            reverse("web:tournament_new"),
            reverse("web:tournament_new") + "?game=thirty-one",
            reverse("web:tournament_new") + "?game=smear-four-handed",
            reverse("account_logout"),
            reverse("account_change_password"),
            reverse("account_email"),
        ),
    )


def _look(client: Client, address: str) -> None:
    response = client.get(address)
    assert response.status_code == 200, address
    assert faults_of(response.content.decode()) == [], address


def test_public_pages_are_clean_for_anybody(world: World, anonymous: Client) -> None:
    for address in world.public:
        _look(anonymous, address)


def test_all_pages_are_clean_for_their_owner(world: World, as_ada: Client) -> None:
    for address in (*world.public[:-3], *world.of_ada):
        _look(as_ada, address)


def test_public_pages_are_clean_for_another_user(world: World, as_bob: Client) -> None:
    for address in world.public[:-3]:
        _look(as_bob, address)


def test_an_empty_site_has_its_pages(anonymous: Client) -> None:
    for name in ("home", "pools", "tournaments"):
        _look(anonymous, reverse(f"web:{name}"))


@pytest.mark.parametrize("name", ["upload", "tokens", "tournament_new"])
def test_who_has_to_log_in_is_sent_there_and_back(name: str, anonymous: Client) -> None:
    response = anonymous.get(reverse(f"web:{name}"))
    assert response.status_code == 302
    assert response.url == f"{reverse('account_login')}?next={reverse(f'web:{name}')}"


def test_the_policy_allows_no_inline_script_or_style(anonymous: Client) -> None:
    policy = anonymous.get("/").headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy


def test_the_standings_page_shows_scores_with_their_errors(ada: User, bob: User, anonymous: Client) -> None:
    tournament = make_tournament(ada, make_version(ada, "fox"), make_version(bob, "owl"), state="finished", blocks=12)
    text = anonymous.get(reverse("web:tournament", args=[tournament.pk])).content.decode()
    assert "100.0\N{NO-BREAK SPACE}%" in text
    assert "±\N{NO-BREAK SPACE}12.4" in text
    assert "±\N{NO-BREAK SPACE}0.0" not in text
    assert 'class="is-better"' in text
    assert tournament.seed in text


def test_a_running_tournament_keeps_its_seed(ada: User, bob: User, as_ada: Client) -> None:
    tournament = make_tournament(ada, make_version(ada, "fox"), make_version(bob, "owl"))
    text = as_ada.get(reverse("web:tournament", args=[tournament.pk])).content.decode()
    assert tournament.seed not in text
    assert tournament.seed_sha256 in text


def test_only_the_organiser_is_offered_the_start(ada: User, bob: User, as_ada: Client, as_bob: Client) -> None:
    tournament = make_tournament(ada, make_version(ada, "fox"), make_version(bob, "owl"), state="draft")
    address = reverse("web:tournament", args=[tournament.pk])
    button = reverse("web:tournament_start", args=[tournament.pk])
    assert button in as_ada.get(address).content.decode()
    assert button not in as_bob.get(address).content.decode()
