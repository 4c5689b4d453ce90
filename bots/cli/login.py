"""Which site, and with which token: the environment, or what `fairdeal login` has kept for this user alone."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bots.cli.errors import CliError

URL_VARIABLE: Final = "FAIRDEAL_URL"
TOKEN_VARIABLE: Final = "FAIRDEAL_TOKEN"
DEFAULT_URL: Final = "http://127.0.0.1:8000"


@dataclass(frozen=True)
class Login:
    """A site's address, and a token for it; without one only what is public can be read."""

    url: str
    token: str | None


def login_file() -> Path:
    """Return where the login is kept."""
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "fairdeal" / "login.json"


def read_login() -> Login:
    """Return the login: the environment comes first; a token belongs to the site that it was kept with."""
    kept = _read_file()
    url = os.environ.get(URL_VARIABLE, kept.url).rstrip("/")
    token = os.environ.get(TOKEN_VARIABLE) or (kept.token if url == kept.url else None)
    return Login(url, token)


def keep(login: Login) -> Path:
    """Keep a login, readable by this user alone."""
    path = login_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    scratch = path.with_suffix(".new")
    scratch.unlink(missing_ok=True)
    descriptor = os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump({"url": login.url, "token": login.token}, file)
    scratch.rename(path)
    return path


def _read_file() -> Login:
    path = login_file()
    if not path.exists():
        return Login(DEFAULT_URL, None)
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        return Login(str(kept["url"]), kept["token"])
    except (ValueError, KeyError, TypeError):
        raise CliError(f"{path} cannot be read", "Remove it, and use `fairdeal login` again.") from None
