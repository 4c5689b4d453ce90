"""`fairdeal login` and `fairdeal bots`: who one is on the site, and what one has there."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from bots.cli.api import Site
from bots.cli.errors import CliError
from bots.cli.login import Login, keep, read_login
from bots.cli.output import AsJson, console, print_json, table

_MOST_VERSIONS = 200


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("login")(login_command)
    app.command("bots")(bots_command)


def login_command(
    url: Annotated[str | None, typer.Option("--url", help="The site's address; default: the one used last.")] = None,
    token: Annotated[
        str | None, typer.Option("--token", help="- reads it from standard input; asked for, unseen, if not given.")
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Keep a token of the site for this user, once the site has taken it. Tokens are made on its page API tokens."""
    address = (url or read_login().url).rstrip("/")
    login = Login(address, _read_token(token, address))
    with Site(login) as site:
        me = site.get("me/")
    path = keep(login)
    document = {"url": login.url, "owner": me["owner"], "scopes": me["scopes"], "expires_at": me["expires_at"]}
    if as_json:
        print_json(document)
    else:
        ends = f", until {me['expires_at']}" if me["expires_at"] else ""
        print(
            f"You are {me['owner']} at {login.url}; the token allows: {', '.join(me['scopes'])}{ends}. Kept in {path}."
        )
    return 0


def bots_command(as_json: AsJson = False) -> int:
    """List your bots on the site with their versions."""
    with Site() as site:
        _require_token(site)
        versions = site.rows("versions/", _MOST_VERSIONS, mine="true")
    if as_json:
        print_json(versions)
    elif not versions:
        print("You have no bots there yet: fairdeal upload FOLDER")
    else:
        rows = [
            (row["id"], row["bot"], row["number"], row["state"], ", ".join(row["games"]), row["created_at"][:16])
            for row in versions
        ]
        headings = ("version", "bot", "number", "state", "games", "uploaded")
        console().print(table("", headings, rows, left=("bot", "state", "games", "uploaded")))
    return 0


def _require_token(site: Site) -> None:
    if site.login.token is None:
        raise CliError(f"there is no token for {site.login.url}", "Use `fairdeal login` first.")


def _read_token(given: str | None, url: str) -> str:
    if given == "-" or (given is None and not sys.stdin.isatty()):
        given = sys.stdin.readline()
    elif given is None:
        given = str(typer.prompt(f"Token of {url} (see {url}/tokens/)", hide_input=True))
    token = given.strip()
    if not token or not token.isascii() or not token.isprintable() or " " in token:
        raise CliError("that is no token", f"Make one at {url}/tokens/, and paste it whole: it begins with fd_.")
    return token
