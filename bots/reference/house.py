"""The house bots: what is in each bundle, and the bundles themselves."""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import dataclass
from pathlib import Path

import engines

HERE = Path(__file__).resolve().parent
GAMES = ("smear-four-handed", "thirty-one")
_RULES = ("rules/smear.py", "rules/thirty_one.py")
_OTHER_SMEAR = tuple(game for game in engines.game_ids() if game.startswith("smear-") and game not in GAMES)


@dataclass(frozen=True)
class HouseBot:
    """A reference bot: its name, its files, as paths below this folder (the first is the entry), and its games.

    `parameters` are what its code reads from `parameters.json`; without any there is no such file.
    """

    name: str
    description: str
    files: tuple[str, ...]
    games: tuple[str, ...] = GAMES
    plays_anything: bool = False
    parameters: tuple[tuple[str, float], ...] = ()

    def plays(self, game: str | None) -> bool:
        """Say whether it can play a game, also one that its bundle does not claim; None: is it there at all?"""
        return game is None or self.plays_anything or game in self.games

    def bundle(self) -> bytes:
        """Build the zip to upload: the same bytes on every machine."""
        games = ", ".join(f'"{game}"' for game in self.games)
        manifest = f'name = "{self.name}"\nentry = "main.py"\nlanguage = "python"\ngames = [{games}]\n'
        members = {"bot.toml": manifest.encode()}
        members |= {Path(file).name: (HERE / file).read_bytes() for file in self.files}
        if self.parameters:
            members["parameters.json"] = json.dumps(dict(self.parameters)).encode()
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w") as archive:
            for name, content in sorted(members.items()):
                # Stored and with a fixed date: a compressor's version or a clock would change the hash.
                archive.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), content)
        return buffer.getvalue()


# What the demo plays and the ratings are anchored to: these bundles never change.
HOUSE_BOTS = (
    HouseBot("random", "Any legal action, all equally likely", ("random/main.py",), plays_anything=True),
    HouseBot("first", "The first legal action", ("first/main.py",), plays_anything=True),
    HouseBot("rules", "Plays by rules of thumb", ("rules/main.py", *_RULES)),
    HouseBot("rules-bold", "The same rules of thumb, bolder", ("rules_bold/main.py", *_RULES)),
)

# The other reference bots: rules of thumb for the games that `rules` does not claim, and a search for all games.
MORE_BOTS = (
    HouseBot("rules-smear", "The rules of thumb, at other tables", ("rules/main.py", *_RULES), _OTHER_SMEAR),
    HouseBot("rules-red-dog", "Exact odds, and the bet that grows most", ("red_dog/main.py",), ("red-dog",)),
    HouseBot("rules-speculation", "Prices by the odds of a higher trump", ("speculation/main.py",), ("speculation",)),
    HouseBot(
        "rules-maverick",
        "Weighs every trick, and what a revoke costs",
        ("maverick/main.py",),
        ("maverick", "maverick-bidding"),
    ),
    HouseBot("search", "Tries out its actions in imagined worlds", ("search/main.py",), engines.game_ids()),
)
ALL_BOTS = (*HOUSE_BOTS, *MORE_BOTS)


def find_house_bot(name: str, game: str | None = None) -> HouseBot | None:
    """Return the house bot of this name that plays the game, if there is one.

    A family's own bot answers to the name before the hyphen too: `rules` at Red Dog is `rules-red-dog`.
    """
    named = [bot for bot in ALL_BOTS if bot.name == name and bot.plays(game)]
    of_family = [bot for bot in MORE_BOTS if game in bot.games and bot.name.startswith(f"{name}-")]
    return next(iter(named + of_family), None)


def house_names(game: str | None = None) -> list[str]:
    """List the house bots that play a game, as they are written on the command line."""
    return [f"@{bot.name}" for bot in ALL_BOTS if bot.plays(game)]
