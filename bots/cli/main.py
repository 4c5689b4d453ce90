"""The command line: which commands there are, and how what goes wrong becomes one line and an exit status."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click
import typer

from bots.cli.commands import account, check, compare, matches, new, play, ratings, tournament, upload, watch
from bots.cli.errors import CliError, Exit
from bots.cli.output import say
from engines import EngineError
from worker.sandbox import SandboxUnavailable

app = typer.Typer(
    name="fairdeal",
    help="Write, test and upload bots that play cards. Start with: fairdeal new my-bot",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for _module in (new, check, play, compare, watch, account, upload, matches, ratings):
    _module.register(app)
app.add_typer(tournament.app, name="tournament")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return the exit status."""
    command = typer.main.get_command(app)
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        done = command.main(args=words, prog_name="fairdeal", standalone_mode=False)
    except CliError as error:
        return _end(str(error), error.status)
    except EngineError as error:
        return _end(str(error), Exit.INPUT)
    except SandboxUnavailable as error:
        return _end(str(error), Exit.MACHINE)
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx is not None else "fairdeal"
        return _end(f"{error.format_message()} See: {path} --help", Exit.INPUT)
    except click.Abort:
        return _end("stopped.", Exit.INTERRUPTED)
    except OSError as error:
        return _end(
            f"{error.filename or 'the system'}: {error.strerror or error}. Mend that, and try again.", Exit.INPUT
        )
    return int(done) if isinstance(done, int) else Exit.OK


def _end(text: str, status: Exit) -> int:
    say(f"fairdeal: {' '.join(text.split())}")
    return int(status)
