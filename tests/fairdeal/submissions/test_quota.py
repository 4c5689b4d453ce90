"""What one owner may upload: so many versions an hour, so many bytes in all; staff is not counted."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from fairdeal.accounts.models import User
from fairdeal.common import clock
from fairdeal.common.errors import Conflict, TooLarge, TooMany
from fairdeal.submissions.models import Bot, BotVersion

from tests.fairdeal.conftest import bot_zip

pytestmark = pytest.mark.django_db
Upload = Callable[..., BotVersion]


def number(count: int) -> bytes:
    return bot_zip(f"x = {1000 + count}\n")


def test_as_many_an_hour_as_the_settings_say_and_room_again_after_it(
    ada: User, bob: User, upload: Upload, settings: Any
) -> None:
    settings.UPLOADS_AN_HOUR = 2
    first = upload(ada, number(1))
    BotVersion.objects.filter(pk=first.pk).update(created_at=first.created_at - timedelta(minutes=45))
    upload(ada, number(2))
    with clock.frozen_at(first.created_at), pytest.raises(TooMany) as caught:
        upload(ada, number(3))
    assert caught.value.headers == {"Retry-After": "900"}
    assert "2 versions" in caught.value.message and "15 min" in caught.value.message
    upload(bob, number(3))
    with clock.frozen_at(first.created_at + timedelta(minutes=15)):
        upload(ada, number(3))
        with pytest.raises(TooMany):
            upload(ada, number(4))


def test_a_repeat_is_told_as_such_also_when_there_is_no_room(ada: User, upload: Upload, settings: Any) -> None:
    settings.UPLOADS_AN_HOUR = 1
    upload(ada, number(1))
    with pytest.raises(Conflict):
        upload(ada, number(1))


def test_as_many_bytes_as_the_settings_say_to_the_last_one(ada: User, bob: User, upload: Upload, settings: Any) -> None:
    settings.UPLOAD_STORE_BYTES = 2 * len(number(1))
    upload(ada, number(1))
    upload(ada, number(2))
    with pytest.raises(TooLarge) as caught:
        upload(ada, number(3))
    assert caught.value.code == "store_full"
    assert "ada" in caught.value.fields["file"][0]
    assert (BotVersion.objects.count(), Bot.objects.count()) == (2, 1)
    upload(bob, number(3))


def test_staff_is_not_counted(staff: User, upload: Upload, settings: Any) -> None:
    settings.UPLOADS_AN_HOUR, settings.UPLOAD_STORE_BYTES = 1, 1
    upload(staff, number(1))
    upload(staff, number(2))
    assert BotVersion.objects.count() == 2
