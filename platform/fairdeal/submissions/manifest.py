"""`bot.toml`: what a bundle says about itself, read strictly and written deterministically. Pure: no database."""

import json
import re
import tomllib
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from fairdeal.common.errors import InvalidInput

FILE_NAME = "bot.toml"
# By language, how the entry's name may end; what workers can start, see the contract.
LANGUAGES = {"python": (".py",), "executable": ("",), "node": (".js", ".mjs", ".cjs")}
KEYS = ("name", "entry", "language", "games")
MAX_BYTES = 16 * 1024
BOT_NAME = re.compile(r"[a-z0-9](?:[a-z0-9]|-(?!-)){0,58}[a-z0-9]|[a-z0-9]")


@dataclass(frozen=True)
class Manifest:
    """A bundle's own facts: the bot's name, the file that is started, its language, the games it plays."""

    name: str
    entry: str
    language: str
    games: tuple[str, ...]

    def to_toml(self) -> bytes:
        """Write the manifest; the same facts give the same bytes."""
        lines = (f"{key} = {json.dumps(getattr(self, key))}\n" for key in KEYS)
        return "".join(lines).encode()


def refuse(field: str, text: str, code: str = "bad_bundle") -> InvalidInput:
    """Make the error for one field; its sentence is the field's."""
    return InvalidInput(text, code=code, fields={field: text})


def read_name(value: Any, field: str) -> str:
    """Check a bot's name."""
    if isinstance(value, str) and BOT_NAME.fullmatch(value):
        return value
    raise refuse(
        field,
        _("The bot's name is %(value)r; 1 to 60 small letters a-z, digits, and single hyphens inside are expected.")
        % {"value": _short(value)},
        "bad_name",
    )


def read_games(value: Any, field: str, known: Collection[str]) -> tuple[str, ...]:
    """Check the games a bot claims to play; gives them in alphabetical order."""
    if not isinstance(value, list | tuple) or not value or not all(isinstance(game, str) for game in value):
        raise refuse(field, _("The games are missing; a list of %(known)s is expected.") % _list(known), "bad_games")
    for game in value:
        if game not in known:
            raise refuse(
                field,
                _("There is no game %(game)r; expected some of %(known)s.") % {"game": _short(game), **_list(known)},
                "unknown_game",
            )
    if len(set(value)) != len(value):
        raise refuse(field, _("A game is named twice."), "bad_games")
    return tuple(sorted(value))


def parse(content: bytes, field: str, known_games: Collection[str]) -> Manifest:
    """Read a `bot.toml`; raises InvalidInput that says which line or key is at fault and what was expected."""
    if len(content) > MAX_BYTES:
        raise refuse(field, _("%(file)s is larger than 16 KiB.") % {"file": FILE_NAME})
    try:
        table = tomllib.loads(content.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise refuse(field, _("%(file)s is not UTF-8 text.") % {"file": FILE_NAME}) from error
    except (ValueError, RecursionError) as error:  # a number of thousands of digits is a ValueError of Python's own
        raise refuse(field, _("%(file)s is not TOML: %(error)s.") % {"file": FILE_NAME, "error": error}) from error
    unknown = sorted(set(table) - set(KEYS))
    missing = [key for key in KEYS if key not in table]
    if unknown or missing:
        text = (
            _("%(file)s has the unknown key %(key)r; expected are %(keys)s.")
            if unknown
            else _("%(file)s has no key %(key)r; expected are %(keys)s.")
        )
        key = _short(unknown[0] if unknown else missing[0])
        raise refuse(field, text % {"file": FILE_NAME, "key": key, "keys": ", ".join(KEYS)})
    if not isinstance(table["language"], str) or table["language"] not in LANGUAGES:
        raise refuse(
            field,
            _("%(file)s: the language is %(value)r; expected %(known)s.")
            % {"file": FILE_NAME, "value": _short(table["language"]), **_list(LANGUAGES)},
        )
    entry = table["entry"]
    endings = LANGUAGES[table["language"]]
    if not isinstance(entry, str) or not entry.endswith(endings) or len(entry) > 200:
        expected = _("the path of a file in the archive")
        if endings[0]:
            expected = _("the path of a %(known)s file in the archive") % {"known": " / ".join(endings)}
        raise refuse(
            field,
            _("%(file)s: the entry is %(value)r; expected: %(expected)s.")
            % {"file": FILE_NAME, "value": _short(entry), "expected": expected},
        )
    return Manifest(
        read_name(table["name"], field), entry, table["language"], read_games(table["games"], field, known_games)
    )


def _list(words: Iterable[str]) -> dict[str, str]:
    return {"known": ", ".join(sorted(words))}


def _short(value: Any) -> Any:
    return value if not isinstance(value, str) or len(value) <= 80 else value[:80] + "…"
