"""`fairdeal matches`, `replay` and `verify`: what was played on the site, watched and checked here."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

import engines
from bots.cli.api import Site
from bots.cli.commands.watch import GameNumber, SeatOption, StepOption, watch
from bots.cli.errors import CliError, Exit
from bots.cli.output import AsJson, Json, console, print_json, progress_bar, say, table
from bots.cli.verify import verify_block
from engines.core.reading import read_records
from engines.verify import Difference, verify_records

MatchId = Annotated[int, typer.Argument(help="The match's number, as `fairdeal matches` lists it.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("matches")(matches_command)
    app.command("replay")(replay_command)
    app.command("verify")(verify_command)


def matches_command(
    bot: Annotated[str | None, typer.Option("--bot", help="owner/name of a bot that takes part.")] = None,
    version: Annotated[int | None, typer.Option("--version", help="Id of a version that takes part.")] = None,
    tournament: Annotated[int | None, typer.Option("--tournament", help="Id of a tournament.")] = None,
    game: Annotated[str | None, typer.Option("--game", "-g", help="A game id.")] = None,
    state: Annotated[str | None, typer.Option("--state", help="created, queued, running, finished, failed.")] = None,
    most: Annotated[int, typer.Option("--most", min=1, max=1000, help="List so many, the newest first.")] = 20,
    as_json: AsJson = False,
) -> int:
    """List matches of the site, the newest first."""
    with Site() as site:
        rows = site.rows("matches/", most, bot=bot, version=version, tournament=tournament, game=game, state=state)
    if as_json:
        print_json(rows)
    else:
        lines = [
            (
                row["id"],
                row["ruleset"],
                " - ".join(f"{one['version']['bot']} {one['version']['number']}" for one in row["entrants"]),
                row["block_count"],
                row["state"],
                (row["finished_at"] or row["created_at"])[:16],
            )
            for row in rows
        ]
        headings = ("match", "ruleset", "bots", "blocks", "state", "at")
        console().print(table("", headings, lines, left=("ruleset", "bots", "state", "at")))
    return 0


def replay_command(
    match: MatchId,
    block: Annotated[int, typer.Option("--block", "-b", min=0, help="Which block, from 0.")] = 0,
    number: GameNumber = 0,
    seat: SeatOption = None,
    step: StepOption = False,
    save: Annotated[Path | None, typer.Option("--save", help="Keep the block's record in this file.")] = None,
    as_json: AsJson = False,
) -> int:
    """Download the record of a block, check its hash, and watch a game of it."""
    with Site() as site:
        found = _match(site, match)
        row = next((row for row in _blocks(site, found) if row["index"] == block), None)
        if row is None:
            raise CliError(f"match {match} has no block {block}", f"It has {found['block_count']}, from 0.")
        content = _record(site, found, row)
    if hashlib.sha256(content).hexdigest() != row["record"]["sha256"]:
        raise CliError(
            f"the record of block {block} is not the one that the site names", "Tell the site's staff.", Exit.NO
        )
    if save is not None:
        save.write_bytes(content)
    name = f"match {match}, block {block}"
    watch(read_records(content, name), name, seat=seat, number=number, step=step, as_json=as_json)
    return 0


def verify_command(
    what: Annotated[str, typer.Argument(help="A match's number, or a file: the record of a game or of a block.")],
    as_json: AsJson = False,
) -> int:
    """Verify a match: deal again from the published seeds, replay every action, and compare the results.

    A file is verified against the seeds that stand in it. Exit status 1: something differs, and the first difference
    is named.
    """
    if not (what.isascii() and what.isdigit()):
        return _verify_file(Path(what), as_json)
    match = int(what)
    difference: str | None = None
    blocks = games = 0
    with Site() as site:
        found = _match(site, match)
        with progress_bar("blocks", found["block_count"], not as_json) as progress:
            for row in _blocks(site, found):
                content = _record(site, found, row)
                try:
                    games += verify_block(found, row, content)
                except Difference as error:
                    difference = f"block {row['index']}: {error}"
                    break
                blocks += 1
                progress(blocks)
    if difference is None and blocks != found["block_count"]:
        difference = f"{found['block_count']} blocks were to be played, and {blocks} are there"
    rules = {attempt["engine_version"] for attempt in found["attempts"] if attempt["state"] == "finished"}
    if as_json:
        print_json(
            {"match": match, "verified": difference is None, "blocks": blocks, "games": games, "difference": difference}
        )
    elif difference is None:
        print(f"Match {match} is what follows from its seeds: {blocks} blocks, {games} games.")
    if difference is not None:
        say(f"fairdeal: match {match} does not verify: {difference}")
        if rules - {engines.ENGINE_VERSION}:
            say(f"fairdeal: it was played by the rules {', '.join(sorted(rules))}; here are {engines.ENGINE_VERSION}.")
    return Exit.OK if difference is None else Exit.NO


def _verify_file(path: Path, as_json: bool) -> int:
    difference, games = None, 0
    try:
        games = len(verify_records(path.read_bytes(), str(path)))
    except Difference as error:
        difference = str(error)
    if as_json:
        print_json({"file": str(path), "verified": difference is None, "games": games, "difference": difference})
    elif difference is None:
        print(f"{path} is what follows from its seeds: {games} games.")
    if difference is not None:
        say(f"fairdeal: {path} does not verify: {difference}")
    return Exit.OK if difference is None else Exit.NO


def _match(site: Site, match: int) -> Json:
    found: Json = site.get(f"matches/{match}/")
    if found["state"] != "finished":
        raise CliError(
            f"match {match} is {found['state']}", "There is something to see once it is finished.", Exit.SITE
        )
    return found


def _blocks(site: Site, match: Json) -> Iterator[Json]:
    """Give all blocks of a match, in their order."""
    if len(match["blocks"]) == match["block_count"]:
        yield from match["blocks"]
    else:
        yield from site.rows(f"matches/{match['id']}/blocks/", match["block_count"])


def _record(site: Site, match: Json, block: dict[str, Any]) -> bytes:
    if block["record"] is None:
        raise CliError(
            f"the records of match {match['id']} are closed, as others still play its deals",
            "They open when all tables of its cycle are done.",
            Exit.SITE,
        )
    return site.record(match["id"], block["index"])
