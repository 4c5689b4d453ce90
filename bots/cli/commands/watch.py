"""`fairdeal watch`: a record told in the terminal, from all seats or from one."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import click
import typer

import engines
from bots.cli.errors import CliError
from bots.cli.output import AsJson, print_json
from engines.core.cards import CARD_OF_TEXT
from engines.core.reading import read_records
from engines.core.record import summary
from engines.terminal.common import tell
from engines.terminal.paint import Paint, shows_colour
from engines.terminal.voice import Voice
from engines.terminal.words import words_of

SeatOption = Annotated[int | None, typer.Option("--seat", help="See only what this seat may know.")]
GameNumber = Annotated[int, typer.Option("--number", "-n", min=0, help="Which game of a block, from 0.")]
StepOption = Annotated[
    bool,
    typer.Option("--step/--all", help="Wait for a key after each action: Enter goes on, d to the next deal, q ends."),
]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("watch")(watch_command)


def watch_command(
    file: Annotated[Path, typer.Argument(help="A record: a game's or a block's, JSON, gzipped or not.")],
    seat: SeatOption = None,
    number: GameNumber = 0,
    step: StepOption = False,
    as_json: AsJson = False,
) -> int:
    """Watch a record: it is replayed with all checks, and told action by action."""
    records = read_records(file.read_bytes(), str(file))
    watch(records, str(file), seat=seat, number=number, step=step, as_json=as_json)
    return 0


def watch(records: list[Any], name: str, *, seat: int | None, number: int, step: bool, as_json: bool) -> None:
    """Tell one game of the records; raises RecordError at the first fault of it."""
    if number >= len(records):
        raise CliError(f"{name} holds {len(records)} games", f"--number is from 0 to {len(records) - 1}.")
    record = records[number]
    final = engines.replay(record)
    if seat is not None and not 0 <= seat < final.game.players:
        raise CliError(f"there is no seat {seat}", f"Seats are 0 to {final.game.players - 1}.")
    if as_json:
        told = final.events if seat is None else final.events_for(seat)
        print_json({**summary(final), "events": told})
        return
    if step and not sys.stdin.isatty():
        raise CliError("--step waits for keys, and nobody is at the keyboard", "Leave it out.")
    paint = Paint(shows_colour(sys.stdout))
    print(paint.strong(f"{final.game.title}: {final.game.ruleset}"))
    skip_deal: int | None = None
    for deal, lines in _told(final.game, record, seat, by_action=step):
        for line in lines:
            print(paint.cards(line))
        if step and deal != skip_deal and lines:
            key = click.getchar()
            if key in ("q", "\x03", "\x04"):
                return
            skip_deal = deal if key == "d" else None


def _told(
    game: engines.Game, record: Mapping[str, Any], seat: int | None, *, by_action: bool
) -> Iterator[tuple[int, list[str]]]:
    """Play the record again, and give deal and lines after each action, or after each deal."""
    state, words, voice = game.empty_state(), words_of(game), Voice(game, seat)
    told = len(state.events)  # from now on the state tells what happens as it does

    def news() -> list[str]:
        nonlocal told
        start, told = told, len(state.events)
        return tell(voice, words, state.events[start:] if seat is None else state.events_for(seat, start))

    for number, deal in enumerate(record["deals"]):
        deck = [CARD_OF_TEXT[text] for text in deal["deck"].split(" ")]
        marks = {name: tuple(values) for name, values in deal.get("irregular", {}).items()}
        state.start_deal(deal["dealer"], deck, marks or None)
        for entry in deal.get("actions", []):
            if by_action:
                yield number, news()
            state.act(entry.split(" ", 1)[1])
        yield number, news()
