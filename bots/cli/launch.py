"""Where bots run: in the site's sandbox, or where there is none as plain processes; which of them is said."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final, Protocol

import typer

from bots.cli.contestants import Contestant
from bots.cli.errors import CliError, Exit
from bots.cli.output import say
from bots.cli.processes import PlainLauncher
from worker.contract import Limits
from worker.referee.players import SeatPlayer
from worker.sandbox import Sandbox, SandboxUnavailable, Seat, SeatLimits

# A backstop far above the referee's clock, in full allowances: a process that is never asked ends some time too.
_CPU_MOVES: Final = 5_000


class Walls(StrEnum):
    """What stands between bots and the machine."""

    AUTO = "auto"
    SANDBOX = "sandbox"
    NONE = "none"


WallsOption = Annotated[
    Walls,
    typer.Option(
        "--walls", help="Run bots in the site's sandbox, or as plain processes (none); auto takes what is there."
    ),
]


class Launcher(Protocol):
    """What both kinds have in common."""

    @property
    def name(self) -> str:
        """Name the kind."""

    def require_language(self, name: str) -> object:
        """Raise LanguageUnavailable when bots in a language cannot be run here."""

    def start_seat(self, bundle_dir: Path, entry: str, language: str, limits: SeatLimits) -> Seat:
        """Start a bot."""

    def close(self) -> None:
        """End what is held."""


def choose_walls(wanted: Walls) -> Walls:
    """Find out which walls there are, and say it when there are none."""
    if wanted is not Walls.AUTO:
        return wanted
    try:
        _open_sandbox().close()
    except SandboxUnavailable as error:
        say(
            f"fairdeal: there is no sandbox here ({error.reason}), so bots run as plain processes that may do all that "
            f"you may: play only bots that you trust. For a sandbox: {error.remedy}."
        )
        return Walls.NONE
    return Walls.SANDBOX


@contextmanager
def open_launcher(walls: Walls) -> Iterator[Launcher]:
    """Open what starts bots, in the process that plays; raise CliError where it cannot be."""
    try:
        launcher: Launcher = _open_sandbox() if walls is Walls.SANDBOX else PlainLauncher()
    except SandboxUnavailable as error:
        raise CliError(
            f"bots cannot be run here: {error.reason}", f"{error.remedy}; or add --walls none.", Exit.MACHINE
        ) from None
    try:
        yield launcher
    finally:
        launcher.close()


def player_of(
    launcher: Launcher, bot: Contestant, limits: Limits, tick: Callable[[], None] = lambda: None
) -> SeatPlayer:
    """Make the player of a bot for one seat of one game."""
    facts, bounds = bot.facts, _seat_limits(limits)
    return SeatPlayer(lambda: launcher.start_seat(bot.folder, facts.entry, facts.language, bounds), limits, tick=tick)


def _seat_limits(limits: Limits) -> SeatLimits:
    cpu_ms = limits.start_ms + limits.bank_ms + _CPU_MOVES * limits.move_ms
    return SeatLimits(
        memory_mb=limits.memory_mb,
        cpu_s=cpu_ms // 1000 + 1,
        output_line_kib=limits.output_line_kib,
        stderr_kib=limits.stderr_kib,
    )


def _open_sandbox() -> Sandbox:
    """Open the sandbox and its zygote; its self-test is for machines that run other people's bots."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "fairdeal"
    sandbox = Sandbox.open_untested(cache)
    try:
        sandbox.zygote()
    except BaseException:
        sandbox.close()
        raise
    return sandbox
