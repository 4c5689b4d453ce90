"""Bundles on the author's side: the files of a bot, `bot.toml` in them, and the zip that is uploaded.

The limits are the site's; the site has the last word.
"""

from __future__ import annotations

import io
import json
import os
import re
import stat
import tomllib
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import engines
from bots.cli.errors import CliError

MANIFEST: Final = "bot.toml"
SINGLE_ENTRY: Final = "main.py"
KEYS: Final = ("name", "entry", "language", "games")
LANGUAGES: Final = {"python": (".py",), "executable": ("",), "node": (".js", ".mjs", ".cjs")}
BOT_NAME: Final = re.compile(r"[a-z0-9](?:[a-z0-9]|-(?!-)){0,58}[a-z0-9]|[a-z0-9]")
MIB: Final = 1024 * 1024
MAX_FILES: Final = 200
MAX_FILE: Final = 4 * MIB
MAX_TOTAL: Final = 8 * MIB
# What tools leave beside a bot, and no bot needs.
_LEFT_OUT: Final = {"__pycache__", "node_modules", ".git", ".venv"}


@dataclass(frozen=True)
class Manifest:
    """What a bundle says of itself; `games` is empty where nobody has said yet."""

    name: str
    entry: str
    language: str
    games: tuple[str, ...]

    def to_toml(self) -> bytes:
        """Write it as `bot.toml`."""
        facts = {"name": self.name, "entry": self.entry, "language": self.language, "games": list(self.games)}
        return "".join(f"{key} = {json.dumps(facts[key])}\n" for key in KEYS).encode()


def read_folder(folder: Path) -> dict[str, bytes]:
    """Read the files of a bot's folder by their names in the bundle; hidden ones and leftovers of tools stay out."""
    files: dict[str, bytes] = {}
    total = 0
    for root, directories, names in os.walk(folder):
        directories[:] = sorted(name for name in directories if name not in _LEFT_OUT and not name.startswith("."))
        for name in sorted(names):
            path = Path(root, name)
            if name.startswith(".") or name.endswith(".pyc") or not stat.S_ISREG(path.lstat().st_mode):
                continue
            total += path.lstat().st_size
            if len(files) >= MAX_FILES or total > MAX_TOTAL:
                raise CliError(
                    f"the folder {folder} holds more than {MAX_FILES} files or {MAX_TOTAL // MIB} MiB",
                    "A bundle may not: move what the bot does not need elsewhere.",
                )
            files[path.relative_to(folder).as_posix()] = path.read_bytes()
    return files


def check_sizes(files: Mapping[str, bytes], what: str) -> None:
    """Raise CliError where the site would find a bundle too large."""
    for name, content in files.items():
        if len(content) > MAX_FILE:
            raise CliError(
                f"{what}: {name} has {len(content)} bytes, more than {MAX_FILE // MIB} MiB", "Make it smaller."
            )
    total = sum(map(len, files.values()))
    if len(files) > MAX_FILES or total > MAX_TOTAL:
        raise CliError(
            f"{what} holds {len(files)} files with {total} bytes; a bundle has at most {MAX_FILES} files and "
            f"{MAX_TOTAL // MIB} MiB",
            "Leave out what the bot does not need.",
        )


def read_manifest(content: bytes, where: str) -> Manifest:
    """Read a `bot.toml`; raise CliError that names the key at fault and what was expected."""
    try:
        facts = tomllib.loads(content.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise CliError(f"{where} is not TOML: {error}", _example()) from None
    wrong = sorted(set(facts) - set(KEYS)) or [key for key in KEYS if key not in facts]
    if wrong:
        raise CliError(f"{where} must have the keys {', '.join(KEYS)} and no others; see {wrong[0]!r}", _example())
    language, entry = facts["language"], facts["entry"]
    if language not in LANGUAGES:
        raise CliError(f"{where}: the language is {language!r}", f"Expected: {', '.join(LANGUAGES)}.")
    if not isinstance(entry, str) or not entry.endswith(LANGUAGES[language]):
        raise CliError(
            f"{where}: the entry is {entry!r}",
            f"Expected: the name of a {' / '.join(LANGUAGES[language]).strip() or 'program'} file beside it.",
        )
    return Manifest(check_name(facts["name"], where), entry, language, check_games(facts["games"], where))


def check_name(name: Any, where: str) -> str:
    """Return a bot's name, or raise CliError."""
    if isinstance(name, str) and BOT_NAME.fullmatch(name):
        return name
    raise CliError(
        f"{where}: the bot's name is {name!r}", "Expected: 1 to 60 small letters a-z, digits, and single hyphens."
    )


def check_games(games: Any, where: str) -> tuple[str, ...]:
    """Return the ids of games, sorted, or raise CliError."""
    known = engines.game_ids()
    if not isinstance(games, list | tuple) or not games or not all(isinstance(game, str) for game in games):
        raise CliError(f"{where}: the games are {games!r}", f"Expected: a list of some of {', '.join(known)}.")
    unknown = [game for game in games if game not in known]
    if unknown:
        raise CliError(f"{where}: there is no game {unknown[0]!r}", f"There are: {', '.join(known)}.")
    if len(set(games)) != len(games):
        raise CliError(f"{where}: a game is named twice", "Name each game once.")
    return tuple(sorted(games))


def pack(files: Mapping[str, bytes]) -> bytes:
    """Make the zip of files; the same files give the same bytes on every machine."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in sorted(files):
            # Stored, with a fixed date and system: a compressor's version or a clock would change the bytes.
            info = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            info.create_system = 3
            info.external_attr = (stat.S_IFREG | 0o644) << 16
            archive.writestr(info, files[name])
    return buffer.getvalue()


def _example() -> str:
    return 'Write it like this: name = "my-bot", entry = "main.py", language = "python", games = ["thirty-one"].'
