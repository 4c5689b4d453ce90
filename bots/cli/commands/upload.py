"""`fairdeal upload` and `fairdeal log`: a version onto the site, and what became of it there."""

from __future__ import annotations

import hashlib
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.console import Console

from bots.cli.api import Site
from bots.cli.bundle import MANIFEST, check_games, check_name
from bots.cli.commands.check import show_report
from bots.cli.contestants import Workshop
from bots.cli.errors import CliError, Exit
from bots.cli.output import AsJson, Json, print_json, say

POLL_S: Final = 0.5
_MATCHES_READ: Final = 50


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("upload")(upload_command)
    app.command("log")(log_command)


def upload_command(
    bot: Annotated[str, typer.Argument(help="A .py file, a folder, or a .zip.")] = ".",
    name: Annotated[
        str | None, typer.Option("--name", help="The bot's name, for a single .py; default: the file's.")
    ] = None,
    game: Annotated[list[str] | None, typer.Option("--game", "-g", help="For a single .py: a game it plays.")] = None,
    wait: Annotated[bool, typer.Option("--wait/--no-wait", help="Wait for the site's check.")] = True,
    most_s: Annotated[float, typer.Option("--timeout", min=0, help="Wait at most so many seconds.")] = 600.0,
    as_json: AsJson = False,
) -> int:
    """Upload a version of a bot, and see it checked.

    Exit status 1: the check found the bot at fault.
    """
    with ExitStack() as stack, Site() as site:
        if site.login.token is None:
            raise CliError(f"there is no token for {site.login.url}", "Use `fairdeal login` first.")
        filename, content, fields = _form(Workshop(stack), bot, name, game)
        digest = hashlib.sha256(content + repr(sorted(fields.items())).encode()).hexdigest()
        version = site.upload(filename, content, fields, key=f"upload-{digest}")
        if not as_json:
            print(f"Uploaded {version['bot']} as its version {version['number']} (id {version['id']}).")
        if wait:
            version = _await_check(site, version, most_s, quiet=as_json)
    if as_json:
        print_json(version)
    elif wait:
        _show_check(version)
    return Exit.NO if version["state"] == "rejected" else Exit.OK


def log_command(
    version: Annotated[int, typer.Argument(help="The id of a version of yours, as `fairdeal bots` lists them.")],
    matches: Annotated[int, typer.Option("--matches", min=0, help="Look through so many of its last matches.")] = 20,
    as_json: AsJson = False,
) -> int:
    """Show the last check of a version of yours, and its faults in matches, with the ends of its logs."""
    with Site() as site:
        found = site.get(f"versions/{version}/")
        faults = _faults(site, version, matches) if matches else []
    if as_json:
        print_json({"version": found, "faults": faults})
        return 0
    print(f"{found['bot']}, version {found['number']}: {found['state']}")
    _show_check(found)
    for fault in faults:
        evidence = fault.get("evidence") or {}
        print(
            f"match {fault['match']}, block {fault['block']}, game {fault['game']}, seat {fault['seat']}: "
            f"{fault['verdict']}" + (f": {fault['detail']}" if fault.get("detail") else "")
        )
        if str(evidence.get("stderr_tail") or "").strip():
            print("    " + "\n    ".join(evidence["stderr_tail"].rstrip().splitlines()[-20:]))
    print(f"{len(faults)} faults in its last {matches} matches." if matches else "")
    return 0


def _form(
    workshop: Workshop, text: str, name: str | None, games: list[str] | None
) -> tuple[str, bytes, dict[str, Any]]:
    """Return file name, bytes and fields of the upload; what the site would refuse is refused here first."""
    found = workshop.bring(text, None)
    path = Path(text)
    if path.suffix == ".py" and path.is_file():
        chosen = check_games(games or [], "--game")
        return (
            path.name,
            path.read_bytes(),
            {"bot": check_name(name or found.facts.name, "--name"), "games": list(chosen)},
        )
    if name or games:
        raise CliError(
            "--name and --game are for a single .py", f"{text} says both in its {MANIFEST}: change them there."
        )
    if not (found.folder / MANIFEST).is_file():
        raise CliError(f"{text} has no {MANIFEST}", "`fairdeal new` writes one; or upload the .py alone with --game.")
    return f"{found.facts.name}.zip", found.content, {}


def _await_check(site: Site, version: Json, most_s: float, *, quiet: bool) -> Json:
    """Ask until the check is over; give the version as it then is."""
    deadline = time.monotonic() + most_s
    with Console(stderr=True, quiet=quiet).status("being checked ..."):
        while version["state"] == "checking":
            if time.monotonic() > deadline:
                say(f"fairdeal: not checked within {most_s:g} s; later: fairdeal log {version['id']}")
                break
            time.sleep(POLL_S)
            version = site.get(f"versions/{version['id']}/")
    return version


def _show_check(version: Json) -> None:
    check = version.get("check")
    if check and check.get("report"):
        report = check["report"]
        show_report(str(report.get("summary", "")), list(report.get("steps", [])))
    words = {
        "active": "It is in: it plays from now on.",
        "rejected": "It was not taken: mend what the report names, and upload it again.",
        "checking": "Its check is not over yet.",
        "unchecked": "The site could not check it; ask for another check on its page.",
        "suspended": "It is suspended after repeated faults; its page has a button to try again.",
    }
    print(words.get(version["state"], f"It is {version['state']}."))


def _faults(site: Site, version: int, matches: int) -> list[Json]:
    """List the faults of a version in its last matches; whose logs one may read says the site."""
    found: list[Json] = []
    for row in site.rows("matches/", min(matches, _MATCHES_READ), version=version, state="finished"):
        own = {entrant["index"] for entrant in row["entrants"] if entrant["version"]["id"] == version}
        for block in site.get(f"matches/{row['id']}/")["blocks"]:
            for number, game in enumerate(block["games"]):
                where = {"match": row["id"], "block": block["index"], "game": number}
                found += [{**where, **fault} for fault in game["faults"] if game["seating"][fault["seat"]] in own]
    return found
