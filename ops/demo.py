"""`make demo`: upload the house bots, play events of several formats, print the tables, leave the site running.

Everything goes through the API of the running site. What an earlier run has done is found again and not repeated.
Set FAIRDEAL_DEMO_EXIT=1 to stop when the tables are printed.
"""

from __future__ import annotations

import os
import sys
import time
from dataclasses import dataclass, field

from rich.console import Console
from rich.table import Table

from bots.reference.house import HOUSE_BOTS
from bots.reference.variants import VARIANTS
from ops.arena import Arena
from ops.client import Client, Json
from ops.errors import ArenaError
from ops.house import upload_and_check
from ops.progress import progress_bars
from ops.run import arena_from_environment, say_error, wait_for_the_end
from ops.signals import interrupt_once

PLAY_DEADLINE_S = 1800.0
LOOK_EVERY_S = 1.0


@dataclass(frozen=True)
class Event:
    """A tournament of the demo. The name finds it again in a later run; all are played beside each other."""

    key: str
    name: str
    game: str
    players: int
    blocks: int
    format: str = "round-robin"
    settings: Json = field(default_factory=dict)
    options: Json = field(default_factory=dict)
    #: Do the variations of the house bots take part too?
    is_large: bool = False

    def order(self, entries: list[int]) -> Json:
        """Give what the API is told, to make it for these versions."""
        facts = ("name", "game", "players", "blocks", "format", "settings", "options")
        return {**{name: getattr(self, name) for name in facts}, "entries": entries}


FIELD = len(HOUSE_BOTS) + len(VARIANTS)
ONE_DEAL = {"max_deals": 1}

EVENTS = (
    Event("smear", "Smear, four-handed: every pair, each playing a side", "smear-four-handed", 4, 10),
    Event("pairs", "Thirty-One: every pair at tables of two", "thirty-one", 2, 12),
    Event("four", "Thirty-One: all four at one table", "thirty-one", 4, 5, settings={"cycles": 2}),
    Event("swiss", f"Swiss: {FIELD} bots, one deal of Thirty-One a game", "thirty-one", 2, 2, "swiss",
          {"rounds": 5}, ONE_DEAL, is_large=True),
    Event("cup", f"Double elimination: {FIELD} bots, one deal of Thirty-One a game", "thirty-one", 2, 2,
          "double-elimination", {"extra_blocks": 2}, ONE_DEAL, is_large=True),
)  # fmt: skip


def play(client: Client, console: Console, versions: list[Json], variants: list[Json]) -> list[Json]:
    """Create and start what is not there yet, and follow everything to its end."""
    known = {row["name"]: row["id"] for row in client.rows("tournaments/")}
    few, many = [version["id"] for version in versions], [version["id"] for version in (*versions, *variants)]
    tournaments = []
    for event in EVENTS:
        if event.name in known:
            tournament = client.get(f"tournaments/{known[event.name]}/")
        else:
            tournament = client.post(
                "tournaments/", event.order(many if event.is_large else few), key=f"demo-create-{event.key}"
            )
        if tournament["state"] == "draft":
            tournament = client.post(f"tournaments/{tournament['id']}/start/", {}, key=f"demo-start-{tournament['id']}")
        tournaments.append(tournament)
    deadline = time.monotonic() + PLAY_DEADLINE_S
    with progress_bars(console) as progress:
        bars = {row["id"]: progress.add_task(row["name"], total=None) for row in tournaments}
        while True:
            tournaments = [row if _is_over(row) else client.get(f"tournaments/{row['id']}/") for row in tournaments]
            for row in tournaments:
                done = row["progress"]
                progress.update(bars[row["id"]], total=done["blocks"], completed=done["blocks_done"])
            if all(map(_is_over, tournaments)):
                return tournaments
            if time.monotonic() > deadline:
                raise ArenaError(f"the tournaments did not end within {PLAY_DEADLINE_S:.0f} s")
            time.sleep(LOOK_EVERY_S)


def _is_over(tournament: Json) -> bool:
    return tournament["state"] in ("finished", "cancelled")


def print_tables(client: Client, console: Console) -> None:
    """Print the rating table of every pool, once the ledger has taken in all that was played."""
    for pool in client.rows("pools/"):
        detail = client.get(f"pools/{pool['id']}/")
        table = Table(title=detail["title"], title_justify="left")
        for heading in ("", "bot", "rating", "± 95 %", "live Elo", "blocks", "score", "± 1 SE"):
            table.add_column(heading, justify="left" if heading == "bot" else "right")
        for row in detail["table"]:
            error = "" if row["standard_error"] is None else f"{100 * row['standard_error']:.1f}"
            table.add_row(
                str(row["rank"]), row["bot"], *_rating(row["published"]), f"{row['elo']:.0f}", str(row["units"]),
                f"{100 * row['score']:.1f} %", error,
            )  # fmt: skip
        console.print(table)


def _rating(published: Json | None) -> tuple[str, str]:
    """Give a rating and how far its interval reaches; it is computed some seconds after the blocks are in."""
    if published is None:
        return "–", ""
    if published["is_anchor"]:
        return f"{published['elo']:.0f}", "anchor"
    return f"{published['elo']:.0f}", f"{(published['high'] - published['low']) / 2:.0f}"


def show(arena: Arena, console: Console) -> None:
    """Run the whole demo against a started arena."""
    client = Client(arena.url, arena.token_file.read_text().strip())
    try:
        console.print(f"The site answers at {arena.url}. Uploading the house bots:")
        versions = upload_and_check(client, console, arena.complaint)
        console.print("Uploading variations of them:")
        variants = upload_and_check(client, console, arena.complaint, VARIANTS)
        console.print("Playing:")
        play(client, console, versions, variants)
        print_tables(client, console)
    finally:
        client.close()
    console.print(
        f"The site is at {arena.url}; log in at {arena.url}/accounts/login/ as house, "
        f"with the password in {arena.password_file}",
        soft_wrap=True,
    )


def main() -> int:
    """Run the demo; returns the exit status."""
    console = Console()
    interrupt_once()
    try:
        arena = arena_from_environment("demo", console)
        arena.claim()
        console.print(
            f"Starting web, platform workers, beat and {arena.match_workers} match workers; logs are in {arena.logs}",
            soft_wrap=True,
        )
        with arena:
            show(arena, console)
            if os.environ.get("FAIRDEAL_DEMO_EXIT") != "1":
                console.print("Ctrl-C stops everything; make demo again goes on where it was.")
                wait_for_the_end()
    except ArenaError as error:
        say_error(console, error)
        return 1
    except KeyboardInterrupt:
        console.print("Stopped; make demo again goes on where it was.")
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
