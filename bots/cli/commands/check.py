"""`fairdeal check`: what the site does with an upload before it may play, here."""

from __future__ import annotations

import json
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
import typer
from rich.console import Console

from bots.cli.contestants import Contestant, Workshop
from bots.cli.errors import CliError, Exit
from bots.cli.launch import Walls, WallsOption, choose_walls, open_launcher, player_of
from bots.cli.output import AsJson, print_json
from worker.check import check_bundle
from worker.contract import CheckJob, CheckReport, CheckStep, Limits
from worker.referee.verdicts import HostFault

GamesOption = Annotated[
    list[str] | None,
    typer.Option("--game", "-g", help="A game to be checked; repeatable. Default: what bot.toml claims."),
]

_LONGEST_SHOWN: Final = 1000


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("check")(check_command)


def check_command(
    bot: Annotated[str, typer.Argument(help="A .py file, a folder, or a .zip.")] = ".",
    game: GamesOption = None,
    walls: WallsOption = Walls.AUTO,
    as_json: AsJson = False,
) -> int:
    """Start a bot and let it play every game it claims, as the site does with an upload.

    Exit status 1: the bot is at fault, and the report says where.
    """
    with ExitStack() as stack:
        found = Workshop(stack).bring(bot, None)
        games = list(game or found.facts.games)
        if not games:
            raise CliError(f"{bot} does not say which games it plays", "Add --game ID, or a bot.toml with games.")
        outcome, report = run_check(found, games, choose_walls(walls), quiet=as_json)
    if as_json:
        print_json({"bot": found.name, "outcome": outcome, **msgspec.to_builtins(report)})
    else:
        show_report(report.summary, msgspec.to_builtins(report.steps))
    return Exit.OK if outcome == "passed" else Exit.NO


def run_check(bot: Contestant, games: list[str], walls: Walls, *, quiet: bool) -> tuple[str, CheckReport]:
    """Check a bot; syntax first, as that needs no process."""
    fault = _syntax_fault(bot.folder)
    if fault is not None:
        step = CheckStep(name="syntax", ok=False, detail=fault)
        return "failed", CheckReport(summary=f"syntax: {fault}", steps=[step])
    job = CheckJob(
        contract=1,
        version=0,
        check=0,
        token="",
        platform="",
        bundle=bot.sha256,
        language=bot.facts.language,
        entry=bot.facts.entry,
        games=games,
        limits=Limits(),
    )
    status = Console(stderr=True, quiet=quiet).status("checking ...")
    try:
        with open_launcher(walls) as launcher, status:
            launcher.require_language(job.language)
            return check_bundle(job, lambda tick: player_of(launcher, bot, job.limits, tick), lambda: None)
    except HostFault as error:
        raise CliError(f"the check could not go on: {error.reason}", "Try --walls none.", Exit.MACHINE) from None


def show_report(summary: str, steps: list[dict[str, Any]]) -> None:
    """Print a report, the site's or our own: its steps, and of the one that failed all that is known."""
    for step in steps:
        time = f" ({step['ms']:.0f} ms)" if isinstance(step.get("ms"), int | float) else ""
        print(f"{'ok    ' if step['ok'] else 'FAILED'} {step['name']}{time}")
        if step.get("detail"):
            print(f"       {step['verdict']}: {step['detail']}" if step.get("verdict") else f"       {step['detail']}")
        if isinstance(step.get("legal"), list):
            print(f"       legal were: {_cut(', '.join(map(str, step['legal'])))}")
        if step.get("state"):
            print(f"       it saw: {_cut(json.dumps(step['state']))}")
        if str(step.get("stderr") or "").strip():
            print("       its log ends:")
            for line in str(step["stderr"]).rstrip().splitlines()[-20:]:
                print(f"         {_cut(line)}")
    print(summary)


def _cut(text: str) -> str:
    """Keep a line readable; `--json` has all of it."""
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]} ... (all of it: --json)"


def _syntax_fault(folder: Path) -> str | None:
    for path in sorted(folder.rglob("*.py")):
        name = path.relative_to(folder).as_posix()
        try:
            compile(path.read_bytes(), name, "exec", dont_inherit=True)
        except SyntaxError as error:
            return f"{name}, line {error.lineno}: {error.msg}"
        except (ValueError, RecursionError, MemoryError) as error:
            return f"{name}: {error or type(error).__name__}"
    return None
