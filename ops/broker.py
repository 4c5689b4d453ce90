"""Whether there is a Redis where REDIS_URL says."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from redis import Redis, RedisError

from ops.errors import ArenaError

ANSWER_S: Final = 5.0
FORM: Final = "redis://HOST:PORT/NUMBER, or rediss:// for TLS"
WITHOUT: Final = "Without REDIS_URL files do its work, which is enough for one machine"


def check_redis(url: str) -> None:
    """See that a Redis server answers at the address, if there is one; else raise ArenaError. No password is told."""
    if not url:
        return
    parts = urlsplit(url)
    if parts.scheme not in ("redis", "rediss") or not parts.hostname or not _is_database(parts.path):
        raise ArenaError(f"REDIS_URL is not of the form {FORM}. {WITHOUT}")
    try:
        with Redis.from_url(url, socket_connect_timeout=ANSWER_S, socket_timeout=ANSWER_S) as client:
            client.ping()
    except (RedisError, ValueError) as error:
        raise ArenaError(
            f"no Redis can be used at {parts.hostname}, which REDIS_URL names ({error}). Start one there. {WITHOUT}"
        ) from error


def _is_database(path: str) -> bool:
    return path in ("", "/") or path.removeprefix("/").isdecimal()
