"""The only reader of the environment: every variable the platform knows, with its type and its check."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

TRUE_WORDS = frozenset({"1", "true", "yes", "on"})
FALSE_WORDS = frozenset({"0", "false", "no", "off", ""})


class MissingSetting(ImproperlyConfigured):
    """A required variable is not set; the text names it."""


class BadSetting(ImproperlyConfigured):
    """A variable has a value that cannot be used; the text names it and what was expected."""


def choose_settings(module: str) -> None:
    """Use this settings module unless the environment has chosen one."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", module)


def text(name: str, default: str = "") -> str:
    """Give a variable, or the default when it is not set or empty."""
    return os.environ.get(name, "").strip() or default


def required(name: str) -> str:
    """Give a variable, or raise MissingSetting with its name."""
    value = text(name)
    if not value:
        raise MissingSetting(f"the environment variable {name} is required and is not set; .env.example explains it")
    return value


def flag(name: str, default: bool = False) -> bool:
    """Give a variable as yes or no."""
    value = os.environ.get(name)
    if value is None:
        return default
    word = value.strip().lower()
    if word in TRUE_WORDS:
        return True
    if word in FALSE_WORDS:
        return False
    raise BadSetting(f"{name} is {value!r}; expected 1 or 0")


def seconds(name: str, default: float) -> float:
    """Give a variable as a length of time, more than nothing and at most a day."""
    value = text(name, str(default))
    try:
        found = float(value)
    except ValueError:
        found = 0.0
    if not 0 < found <= 86_400:
        raise BadSetting(f"{name} is {value!r}; expected a number of seconds from 0 to 86400")
    return found


def whole_number(name: str, default: int, *, most: int) -> int:
    """Give a variable as a whole number from 1 to `most`."""
    value = text(name, str(default))
    if not (value.isascii() and value.isdecimal() and 1 <= int(value[:20]) <= most):
        raise BadSetting(f"{name} is {value!r}; expected a whole number from 1 to {most}")
    return int(value)


def optional_number(name: str, *, most: int) -> int | None:
    """Give a variable as a whole number from 1 to `most`; None when it is not set."""
    return whole_number(name, 1, most=most) if text(name) else None


def words(name: str, default: str = "") -> list[str]:
    """Give a variable as a list, split at commas."""
    return [word for word in (part.strip() for part in text(name, default).split(",")) if word]


def directory(name: str, default: Path) -> Path:
    """Give a variable as an absolute path."""
    return Path(text(name, str(default))).expanduser().resolve()


def optional_file(name: str) -> Path | None:
    """Give a variable as the path of a file that is there; None when it is not set."""
    value = text(name)
    if not value:
        return None
    path = Path(value).expanduser().resolve()
    if not path.is_file():
        raise BadSetting(f"{name} is {value!r}; expected a file that is there")
    return path


def choice(name: str, default: str, among: Sequence[str]) -> str:
    """Give a variable that is one of some words."""
    value = text(name, default)
    if value not in among:
        raise BadSetting(f"{name} is {value!r}; expected one of {', '.join(among)}")
    return value


def web_address(name: str, default: str) -> str:
    """Give a variable as the address of a site, without a slash at its end."""
    value = text(name, default).rstrip("/")
    parts = _split(value)
    if parts is None or parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadSetting(f"{name} is {value!r}; expected http://host or https://host, with :port where it needs one")
    return value


def redis_address(name: str) -> str:
    """Give a variable as the address of a database of a Redis server; "" when it is not set."""
    value = text(name)
    parts = _split(value)
    is_right = (
        parts is not None
        and parts.scheme in ("redis", "rediss")
        and parts.hostname
        and (parts.path in ("", "/") or parts.path[1:].isdecimal())
    )
    if value and not is_right:
        # Not the value: it may hold a password.
        raise BadSetting(f"{name} cannot be used; expected redis://host:port/number, or rediss:// for TLS")
    return value


def _split(address: str) -> SplitResult | None:
    """Take an address apart; None when it, or its port, cannot be read."""
    try:
        parts = urlsplit(address)
        return parts if parts.port is None or parts.port > 0 else None
    except ValueError:
        return None


def database(name: str, default: str, *, is_required: bool = False) -> dict[str, Any]:
    """Give Django's description of the database that a URL names: `sqlite:///path` or `postgres://...`."""
    parts = _split(required(name) if is_required else text(name, default))
    if parts is not None and parts.scheme == "sqlite":
        return _sqlite(unquote(parts.path)[1:] or ":memory:")
    if parts is not None and parts.scheme in ("postgres", "postgresql") and parts.path.strip("/"):
        return _postgres(
            parts.hostname, parts.port, parts.path, parts.username, parts.password, dict(parse_qsl(parts.query))
        )
    raise BadSetting(
        f"{name} cannot be used; expected sqlite:///path or postgres://user:password@host:port/database, a sign in "
        "a user or password that is no letter or digit is written as %40 is for @"
    )


class Mail(NamedTuple):
    """A mail server and the address that its mails come from."""

    host: str
    port: int
    user: str
    password: str
    is_starttls: bool
    is_tls: bool
    sender: str


# Schemes with their usual ports.
MAIL_PORTS = {"smtp": 25, "smtp+starttls": 587, "smtps": 465}


def mail(name: str) -> Mail | None:
    """Give the mail server of a URL like `smtps://user:password@host:port/?from=address`; None when it is not set."""
    url = text(name)
    if not url:
        return None
    parts = _split(url)
    sender = dict(parse_qsl(parts.query)).get("from", "") if parts else ""
    if parts is None or parts.scheme not in MAIL_PORTS or not parts.hostname or "@" not in sender:
        schemes = ", ".join(f"{scheme}://" for scheme in MAIL_PORTS)
        raise BadSetting(
            f"{name} cannot be used; expected user:password@host:port/?from=address after one of {schemes}; "
            "the user and the port may be left out, @ in a user or password is written %40"
        )
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    port = parts.port or MAIL_PORTS[parts.scheme]
    return Mail(parts.hostname, port, user, password, parts.scheme == "smtp+starttls", parts.scheme == "smtps", sender)


def _sqlite(path: str) -> dict[str, Any]:
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "OPTIONS": {
            # A transaction that reads first and writes later would fail at once when another one has written: so every
            # transaction takes the write lock when it begins, and waits for it.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;PRAGMA busy_timeout=20000;",
        },
    }


def _postgres(
    host: str | None, port: int | None, path: str, user: str | None, password: str | None, options: Mapping[str, str]
) -> dict[str, Any]:
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(path.lstrip("/")),
        "HOST": host or "",
        "PORT": str(port or ""),
        "USER": unquote(user or ""),
        "PASSWORD": unquote(password or ""),
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": dict(options),
    }
