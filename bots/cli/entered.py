"""What commands about tournaments are told in words: settings, bots and versions; found on the site."""

from __future__ import annotations

import json
from collections.abc import Sequence

from bots.cli.api import Site
from bots.cli.errors import CliError
from bots.cli.output import Json


def read_settings(pairs: Sequence[str]) -> Json:
    """Read NAME=VALUE pairs: numbers, true and false as such, lists with commas, all else as words."""
    settings: Json = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not (name and equals):
            raise CliError(f"{pair!r} is no setting", "Write NAME=VALUE, as rounds=5 or tiebreaks=wins,margin.")
        if name == "tiebreaks":
            settings[name] = [word for word in text.split(",") if word]
            continue
        try:
            settings[name] = json.loads(text)
        except ValueError:
            settings[name] = text
    return settings


def entry_of(site: Site, tournament: int, bot: str) -> Json:
    """Find the entry of a bot: the one that takes part, if there are several."""
    rows = [row for row in site.get(f"tournaments/{tournament}/entries/") if row["version"]["bot"] == bot]
    if not rows:
        raise CliError(f"{bot} is not entered", f"`fairdeal tournament standings {tournament}` says who is.")
    return min(rows, key=lambda row: row["state"] != "in")


def is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


def version_of(site: Site, text: str, game: str) -> int:
    """Return the id of a version: given as such, or the newest active one of a bot that plays the game."""
    if is_number(text):
        return int(text)
    owner, slash, bot = text.partition("/")
    if not (slash and owner and bot):
        raise CliError(f"{text!r} is no entry", "Name a version by its id, or a bot as owner/name.")
    for row in site.rows("versions/", 200, bot=text, state="active"):
        if game in row["games"]:
            return int(row["id"])
    raise CliError(f"{text} has no active version that plays {game}", "See its page, or name a version by its id.")
