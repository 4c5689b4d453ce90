"""Redis users of workers: what a worker's machine may do at the broker, and nothing else. Pure.

A worker takes jobs from its queues, keeps what it has taken and not finished under keys of its own, and adds to the
inbox. It cannot add jobs, read the inbox or what other workers have in hand, say what goes to which queue (the inbox
would then come to it, with the leases of others), nor run commands of the server's.
Needs Redis 7 for selectors, which allow a command on some keys alone.
"""

import re
from typing import Final

NAME: Final = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")
INBOX: Final = "inbox"
QUEUES: Final = ("matches", "checks")
# What a connection needs, and the transactions and scripts (locks) of the transport.
_CONNECTION: Final = (
    *("+auth", "+hello", "+ping", "+select", "+client|setname", "+client|id", "+quit"),
    *("+multi", "+exec", "+discard", "+unwatch", "+script|load"),
)

_LOCK: Final = ("watch", "evalsha", "get", "set", "pexpire", "del")


def user_of(name: str) -> str:
    """Return the Redis user of a machine."""
    return f"worker-{name}"


def acl_rules(name: str, password_sha256: str, *, is_on: bool) -> list[str]:
    """Return the rules for ACL SETUSER: they replace whatever the user had before."""
    own = f"~unacked.{user_of(name)}*"
    return [
        "reset",
        "on" if is_on else "off",
        f"#{password_sha256}",
        *_CONNECTION,
        # Queues are taken from only; the transport puts a suffix for the priority.
        selector([f"~{queue}*" for queue in QUEUES], "brpop", "rpop", "llen", "exists"),
        selector([own], "hset", "hget", "hdel", "zadd", "zrem", "zrange", "zrevrangebyscore", *_LOCK),
        selector([f"~{INBOX}*"], "lpush"),
    ]


def selector(keys: list[str], *commands: str) -> str:
    """Return a selector: these commands on these keys."""
    return f"({' '.join(keys)} {' '.join(f'+{command}' for command in commands)})"
