"""`fairdeal play`: bots at one table, over blocks in which each plays every place with the same cards."""

from __future__ import annotations

from contextlib import ExitStack, closing
from pathlib import Path
from typing import Annotated, Any

import typer

from bots.cli import lineup, scores
from bots.cli.contestants import Workshop
from bots.cli.errors import CliError, Exit
from bots.cli.launch import Walls, WallsOption
from bots.cli.lineup import (
    BankOption,
    GameOption,
    MoveOption,
    OptionsOption,
    PlayersOption,
    ProcessesOption,
    SeedOption,
)
from bots.cli.output import AsJson, Json, console, print_json, progress_bar, say, table
from bots.cli.table import Block, LineUp, play
from worker.contract import GameResult, Limits

FAULTS_SHOWN = 5


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("play")(play_command)


def play_command(
    bots: Annotated[
        list[str],
        typer.Argument(help="A .py file, a folder, a .zip, or @name of a house bot; the last fills the table."),
    ],
    game: GameOption = None,
    players: PlayersOption = None,
    option: OptionsOption = None,
    blocks: Annotated[int | None, typer.Option("--blocks", "-b", min=1, help="Default: 10.")] = None,
    games: Annotated[
        int | None, typer.Option("--games", min=1, help="Instead of blocks; whole blocks are played.")
    ] = None,
    seed: SeedOption = None,
    processes: ProcessesOption = 1,
    record: Annotated[
        Path | None, typer.Option("--record", help="Keep the record of every block in this folder.")
    ] = None,
    walls: WallsOption = Walls.AUTO,
    move_ms: MoveOption = lineup.MOVE_MS,
    bank_ms: BankOption = lineup.BANK_MS,
    as_json: AsJson = False,
) -> int:
    """Play bots against each other on this machine, as the site would.

    A block is one seed, played once in every rotation of the bots over the seats. Ctrl-C shows what has been played.
    """
    if blocks is not None and games is not None:
        raise CliError("--blocks and --games both say how long to play", "Give one of them.")
    with ExitStack() as stack:
        line_up = lineup.make_line_up(
            Workshop(stack),
            bots,
            game=game,
            players=players,
            options=option or (),
            seed=seed,
            walls=walls,
            limits=Limits(move_ms=move_ms, bank_ms=bank_ms),
        )
        count = blocks or (-(-games // line_up.games_a_block) if games else 10)
        if record is not None:
            record.mkdir(parents=True, exist_ok=True)
        tally = Tally(line_up)
        interrupted = False
        with (
            closing(play(line_up, count, processes)) as played,
            progress_bar("blocks", count, not as_json) as progress,
        ):
            try:
                for block in played:
                    tally.add(block)
                    if record is not None:
                        (record / f"block-{block.index:05}.json.gz").write_bytes(block.record)
                    progress(tally.blocks)
            except KeyboardInterrupt:
                interrupted = True
    if interrupted:
        say(f"fairdeal: stopped after {tally.blocks} of {count} blocks.")
    if tally.blocks:
        document = tally.document(count)
        print_json(document) if as_json else show(document, record)
    return Exit.INTERRUPTED if interrupted else Exit.OK


class Tally:
    """Add up blocks; scores are a block's, everything else a game's."""

    def __init__(self, line_up: LineUp) -> None:
        self.line_up = line_up
        self.blocks = 0
        self.scores: list[list[float]] = [[] for _ in line_up.bots]
        self._rows: list[dict[str, Any]] = [
            {"bot": bot.name, "wins": 0, "payout": 0.0, "faults": 0, "moves": 0, "cpu_ms": 0.0, "max_ms": 0.0}
            for bot in line_up.bots
        ]
        self._games = 0
        self._faults: list[Json] = []

    def add(self, block: Block) -> None:
        """Count a block."""
        self.blocks += 1
        found = scores.block_scores(block.games, len(self.line_up.bots))
        for own, score in zip(self.scores, found, strict=True):
            own.append(score)
        for number, game in enumerate(block.games):
            self._add_game(block.index, number, game)

    def _add_game(self, block: int, number: int, game: GameResult) -> None:
        self._games += 1
        for entrant, row in enumerate(self._rows):
            seats = [seat for seat, sitting in enumerate(game.seating) if sitting == entrant]
            row["wins"] += game.places[seats[0]] == 1
            row["payout"] += game.payouts[seats[0]]
            for seat in seats:
                time = game.time[seat]
                row["faults"] += game.verdicts[seat] != "ok"
                row["moves"] += time.moves
                row["cpu_ms"] += time.cpu_ms
                row["max_ms"] = max(row["max_ms"], time.max_ms)
        for fault in game.faults:
            where = {"block": block, "game": number, "seat": fault.seat, "deal": fault.deal}
            said = {"verdict": fault.verdict, "detail": fault.detail, "stderr": fault.evidence.stderr_tail}
            self._faults.append({"bot": self.line_up.bots[game.seating[fault.seat]].name, **where, **said})

    def document(self, asked: int) -> Json:
        """Return the result."""
        results = []
        for row, own in zip(self._rows, self.scores, strict=True):
            mean, low, high = scores.interval(own)
            moves = max(1, row["moves"])
            results.append(
                {
                    "bot": row["bot"],
                    "score": mean,
                    "interval": [low, high],
                    "win_share": row["wins"] / self._games,
                    "payout_a_game": row["payout"] / self._games,
                    "faults": row["faults"],
                    "ms_a_move": row["cpu_ms"] / moves,
                    "max_ms": row["max_ms"],
                }
            )
        played = {"blocks": self.blocks, "blocks_asked": asked, "games": self._games}
        return {**lineup.describe(self.line_up), **played, "results": results, "faults": self._faults}


def show(document: Json, record: Path | None) -> None:
    """Print a result for people, the best first."""
    rows = [
        (
            row["bot"],
            f"{100 * row['score']:.1f} %",
            f"{100 * row['interval'][0]:.1f} to {100 * row['interval'][1]:.1f}",
            f"{100 * row['win_share']:.1f} %",
            f"{row['payout_a_game']:+.2f}",
            row["faults"],
            f"{row['ms_a_move']:.2f}",
            f"{row['max_ms']:.1f}",
        )
        for row in sorted(document["results"], key=lambda row: -float(row["score"]))
    ]
    headings = ("bot", "score", "95 % interval", "won", "payout a game", "faults", "ms a move", "slowest")
    title = f"{document['ruleset']}: {document['blocks']} blocks, {document['games']} games"
    console().print(table(title, headings, rows, left=("bot",)))
    print(f"The same cards again: --seed {document['seed']}")
    if record is not None:
        print(f"Records: {record}; see one with: fairdeal watch {record}/block-00000.json.gz")
    for fault in document["faults"][:FAULTS_SHOWN]:
        print(
            f"{fault['bot']}: {fault['verdict']} in block {fault['block']}, game {fault['game']}, "
            f"seat {fault['seat']}, deal {fault['deal']}: {fault['detail']}"
        )
        if fault["stderr"].strip():
            print("    " + "\n    ".join(fault["stderr"].rstrip().splitlines()[-8:]))
    if len(document["faults"]) > FAULTS_SHOWN:
        print(f"... and {len(document['faults']) - FAULTS_SHOWN} more faults; --json has all of them")
