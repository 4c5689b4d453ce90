"""What is said of a REDIS_URL that cannot be used, before anything is started."""

from __future__ import annotations

import pytest

from ops.broker import check_redis
from ops.errors import ArenaError
from ops.services import free_port, redis_server


def test_a_server_that_answers_and_none_at_all_are_fine() -> None:
    check_redis("")
    with redis_server() as url:
        check_redis(url)


@pytest.mark.parametrize("url", ["foo", "http://a/0", "redis:///0", "redis://127.0.0.1:6379/x"])
def test_what_is_no_address_is_answered_with_the_form(url: str) -> None:
    with pytest.raises(ArenaError, match=r"REDIS_URL is not of the form redis://HOST:PORT/NUMBER.*Without REDIS_URL"):
        check_redis(url)


def test_where_nobody_answers_is_named_and_no_password_told() -> None:
    with pytest.raises(ArenaError, match=r"no Redis can be used at 127\.0\.0\.1.*refused.*Start one there") as caught:
        check_redis(f"redis://user:hush@127.0.0.1:{free_port()}/0")
    assert "hush" not in str(caught.value)
