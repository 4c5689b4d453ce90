"""Who may see what: `may` and the selectors say the same, for every reader and every stage of a version."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from fairdeal.accounts.models import User
from fairdeal.common.errors import NotFound
from fairdeal.matches.models import EntryKind, Match, MatchEntrant
from fairdeal.submissions import selectors, services
from fairdeal.submissions.access import ACTIONS, may
from fairdeal.submissions.models import BotVersion, Check

from tests.fairdeal.conftest import bot_zip

pytestmark = pytest.mark.django_db


def enter_a_match(version: BotVersion) -> None:
    match = Match.objects.create(
        game="thirty-one", players=2, ruleset="thirty-one/2", entry_kind=EntryKind.SEAT, seeds=["00"]
    )
    MatchEntrant.objects.create(match=match, index=0, version=version)


def allowed(user: Any, version: BotVersion) -> set[str]:
    can_see = may(user, "see", version)
    assert selectors.versions_visible_to(user).filter(pk=version.pk).exists() == can_see
    assert selectors.bots_visible_to(user).filter(pk=version.bot_id).exists() == may(user, "see", version.bot)
    return {action for action in ACTIONS if may(user, action, version)}


@pytest.fixture
def version(ada: User, upload: Callable[..., BotVersion]) -> BotVersion:
    return upload(ada)


def test_a_fresh_version_is_its_owners_and_staffs(version: BotVersion, ada: User, bob: User, staff: User) -> None:
    assert allowed(ada, version) == allowed(staff, version) == ACTIONS
    for stranger in (bob, AnonymousUser(), None):
        assert allowed(stranger, version) == set()


def test_what_plays_is_seen_but_not_read(version: BotVersion, bob: User) -> None:
    enter_a_match(version)
    assert allowed(bob, version) == allowed(AnonymousUser(), version) == {"see"}


def test_what_is_published_is_read_too(version: BotVersion, ada: User, bob: User) -> None:
    published = services.version_publish(user=ada, version=version)
    assert allowed(bob, published) == allowed(AnonymousUser(), published) == {"see", "see_code"}
    assert services.version_publish(user=ada, version=version).is_published


def test_publishing_one_version_does_not_open_the_next(
    version: BotVersion, ada: User, bob: User, upload: Callable[..., BotVersion]
) -> None:
    services.version_publish(user=ada, version=version)
    newer = upload(ada, bot_zip("x = 2\n"))
    assert not may(bob, "see", newer)
    assert not selectors.versions_visible_to(bob).filter(pk=newer.pk).exists()


def test_strangers_publish_nothing(version: BotVersion, bob: User) -> None:
    with pytest.raises(NotFound):
        services.version_publish(user=bob, version=version)
    assert not BotVersion.objects.get(pk=version.pk).is_published


def test_reports_are_the_authors(version: BotVersion, ada: User, bob: User) -> None:
    services.version_publish(user=ada, version=version)
    check = selectors.last_check(version)
    assert isinstance(check, Check)
    assert may(ada, "see", check)
    assert not may(bob, "see", check)


def test_an_account_that_was_closed_sees_what_anyone_sees(version: BotVersion, ada: User, staff: User) -> None:
    for user in (ada, staff):
        user.is_active = False
        user.save()
        assert allowed(user, version) == set()


def test_selectors_do_not_tell_whether_hidden_things_exist(version: BotVersion, ada: User, bob: User) -> None:
    assert selectors.bot_get(ada, "ada", "sample") == version.bot
    assert selectors.version_get(ada, version.pk) == version
    texts = set()
    for pk in (version.pk, 10**9):
        with pytest.raises(NotFound) as caught:
            selectors.version_get(bob, pk)
        texts.add(str(caught.value))
    assert len(texts) == 1
    with pytest.raises(NotFound):
        selectors.bot_get(bob, "ada", "sample")


def test_lists_take_one_query(ada: User, upload: Callable[..., BotVersion], django_assert_num_queries: Any) -> None:
    for number in range(3):
        upload(ada, bot_zip(f"x = {number}\n"))
    with django_assert_num_queries(1):
        assert [str(version) for version in selectors.versions_visible_to(ada)] == [
            "ada/sample v3",
            "ada/sample v2",
            "ada/sample v1",
        ]
    with django_assert_num_queries(1):
        assert [str(bot) for bot in selectors.bots_visible_to(ada)] == ["ada/sample"]


def test_unknown_actions_and_things_are_errors_not_permissions(version: BotVersion, staff: User) -> None:
    with pytest.raises(ValueError, match="fly"):
        may(staff, "fly", version)
    with pytest.raises(TypeError):
        may(staff, "see", object())
