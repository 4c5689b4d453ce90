"""Who plays: a .py file, a folder, a zip, or `@name` of a house bot, each unpacked as the site would see it."""

from __future__ import annotations

import hashlib
import re
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from bots.cli.bundle import (
    MANIFEST,
    SINGLE_ENTRY,
    Manifest,
    check_sizes,
    pack,
    read_folder,
    read_manifest,
)
from bots.cli.errors import CliError
from bots.reference.house import find_house_bot, house_names
from worker.bundles import unpack
from worker.contract import Entrant
from worker.members import BadBundle

_FORMS: Final = "Give a .py file, a folder with bot.toml or main.py, a .zip, or @name of a house bot"


@dataclass(frozen=True)
class Contestant:
    """A bot that can be started: what it is called, its bundle, and the folder it lies in unpacked."""

    name: str
    facts: Manifest
    content: bytes
    folder: Path

    @property
    def sha256(self) -> str:
        """Return the hash of the bundle."""
        return hashlib.sha256(self.content).hexdigest()

    @property
    def entrant(self) -> Entrant:
        """Return it as a job names it."""
        return Entrant(bundle=self.sha256, language=self.facts.language, entry=self.facts.entry)


class Workshop:
    """Unpack bots into a scratch folder of this command's own, removed at its end."""

    def __init__(self, stack: ExitStack) -> None:
        self._scratch = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="fairdeal-")))
        self._scratch.chmod(0o755)

    def bring(self, text: str, game: str | None) -> Contestant:
        """Make a contestant of what was typed; `game` says which of the house's bots of that name is meant."""
        if text.startswith("@"):
            house = find_house_bot(text[1:], game)
            if house is None:
                where = f" that plays {game}" if game else ""
                raise CliError(f"there is no house bot {text}{where}", f"There are: {', '.join(house_names(game))}.")
            content = house.bundle()
            return self._unpacked(text, content, text)
        path = Path(text)
        try:
            files = _read(path)
        except OSError as error:
            raise CliError(f"{text} cannot be read: {error.strerror or error}", f"{_FORMS}.") from None
        if files is None:
            return self._unpacked(path.stem, path.read_bytes(), text)
        return self._unpacked(path.resolve().name.removesuffix(".py"), pack(files), text)

    def bring_all(self, texts: Sequence[str], game: str) -> list[Contestant]:
        """Make contestants with names that differ."""
        made = [self.bring(text, game) for text in texts]
        names = [bot.name for bot in made]
        return [
            replace(bot, name=f"{bot.name} ({names[: place + 1].count(bot.name)})")
            if names.count(bot.name) > 1
            else bot
            for place, bot in enumerate(made)
        ]

    def _unpacked(self, name: str, content: bytes, text: str) -> Contestant:
        folder = Path(tempfile.mkdtemp(dir=self._scratch))
        try:
            unpack(content, folder)
        except BadBundle as error:
            raise CliError(f"{text} is no bundle: {error}", f"{_FORMS}.") from None
        files = read_folder(folder)
        check_sizes(files, text)
        facts = _facts(name, files, text)
        if facts.entry not in files:
            raise CliError(
                f"{text}: there is no file {facts.entry!r}, which {MANIFEST} names as the entry",
                "Build the program first (make), or correct the entry."
                if facts.language == "executable"
                else "Correct the entry, or add the file.",
            )
        return Contestant(name, facts, content, folder)


def _read(path: Path) -> dict[str, bytes] | None:
    """Return the files of a bundle to be made; None for one that is packed already."""
    if path.is_dir():
        files = read_folder(path)
        if MANIFEST not in files and SINGLE_ENTRY not in files:
            raise CliError(f"the folder {path} has neither {MANIFEST} nor {SINGLE_ENTRY}", f"{_FORMS}.")
        return files
    if not path.exists():
        raise CliError(f"there is no bot at {path}", f"{_FORMS}; `fairdeal new` makes one.")
    if path.suffix == ".zip":
        return None
    if path.suffix == ".py":
        return {SINGLE_ENTRY: path.read_bytes()}
    raise CliError(f"{path} is neither .py nor .zip", f"{_FORMS}.")


def _facts(name: str, files: dict[str, bytes], text: str) -> Manifest:
    """Read `bot.toml`; a bundle without one is Python, named after its file, and claims no game."""
    if MANIFEST in files:
        return read_manifest(files[MANIFEST], f"{text}: {MANIFEST}")
    return Manifest(slug(name), SINGLE_ENTRY, "python", ())


def slug(text: str) -> str:
    """Make a bot's name of a file's: `My_Bot.py` is `my-bot`."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:60].strip("-") or "bot"
