"""The house bots: what is in each bundle, and the bundles themselves."""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
GAMES = ("smear-four-handed", "thirty-one")
_RULES = ("rules/smear.py", "rules/thirty_one.py")


@dataclass(frozen=True)
class HouseBot:
    """A reference bot: its name and its files, as paths below this folder; the first one is the entry."""

    name: str
    description: str
    files: tuple[str, ...]

    def bundle(self) -> bytes:
        """Build the zip to upload: the same bytes on every machine."""
        games = ", ".join(f'"{game}"' for game in GAMES)
        manifest = f'name = "{self.name}"\nentry = "main.py"\nlanguage = "python"\ngames = [{games}]\n'
        members = {"bot.toml": manifest.encode()}
        members |= {Path(file).name: (HERE / file).read_bytes() for file in self.files}
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w") as archive:
            for name, content in sorted(members.items()):
                # Stored and with a fixed date: a compressor's version or a clock would change the hash.
                archive.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), content)
        return buffer.getvalue()


HOUSE_BOTS = (
    HouseBot("random", "Any legal action, all equally likely", ("random/main.py",)),
    HouseBot("first", "The first legal action", ("first/main.py",)),
    HouseBot("rules", "Plays by rules of thumb", ("rules/main.py", *_RULES)),
    HouseBot("rules-bold", "The same rules of thumb, bolder", ("rules_bold/main.py", *_RULES)),
)
