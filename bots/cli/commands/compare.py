"""`fairdeal compare`: is this bot better than that one? Played until a sequential test knows."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack, closing
from typing import Annotated, Any

import typer

from bots.cli import lineup
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
from bots.cli.output import AsJson, print_json, progress_bar, say
from bots.cli.scores import SequentialTest, block_scores, elo_of, interval
from bots.cli.table import play
from worker.contract import Limits


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("compare")(compare_command)


def compare_command(
    first: Annotated[str, typer.Argument(help="The bot that may be better.")],
    second: Annotated[str, typer.Argument(help="The bot it is compared with.")],
    against: Annotated[
        list[str] | None,
        typer.Option("--against", help="Who else sits at a larger table; the last fills it. Default: @random."),
    ] = None,
    game: GameOption = None,
    players: PlayersOption = None,
    option: OptionsOption = None,
    elo0: Annotated[float, typer.Option("--elo0", help="Not better: by so little or less.")] = 0.0,
    elo1: Annotated[float, typer.Option("--elo1", help="Better: by so much or more.")] = 30.0,
    alpha: Annotated[float, typer.Option("--alpha", help="How often a bot that is not better may pass.")] = 0.05,
    beta: Annotated[float, typer.Option("--beta", help="How often a better bot may be missed.")] = 0.05,
    max_blocks: Annotated[int, typer.Option("--max-blocks", min=1, help="Give up undecided after so many.")] = 2000,
    seed: SeedOption = None,
    processes: ProcessesOption = 1,
    walls: WallsOption = Walls.AUTO,
    move_ms: MoveOption = lineup.MOVE_MS,
    bank_ms: BankOption = lineup.BANK_MS,
    as_json: AsJson = False,
) -> int:
    """Compare two bots on the same cards until a sequential test (SPRT) decides.

    Exit status 0: the first is better; 1: it is not; 5: not decided after --max-blocks, or stopped.
    """
    test = _test(elo0, elo1, alpha, beta)
    with ExitStack() as stack:
        line_up = lineup.make_line_up(
            Workshop(stack),
            _texts(first, second, against, game, players),
            game=game,
            players=players,
            options=option or (),
            seed=seed,
            walls=walls,
            limits=Limits(move_ms=move_ms, bank_ms=bank_ms),
        )
        values: list[float] = []
        ratio, decided, interrupted = 0.0, None, False
        with (
            closing(play(line_up, max_blocks, processes)) as played,
            progress_bar("blocks", max_blocks, not as_json) as progress,
        ):
            try:
                for block in played:
                    own, other, *_ = block_scores(block.games, len(line_up.bots))
                    values.append((own - other + 1) / 2)
                    ratio, decided = test.decide(values)
                    progress(len(values))
                    if decided is not None:
                        break
            except KeyboardInterrupt:
                interrupted = True
    if interrupted:
        say(f"fairdeal: stopped after {len(values)} of at most {max_blocks} blocks.")
    if values:
        document = {**lineup.describe(line_up), **_document(test, values, ratio, decided)}
        print_json(document) if as_json else _show(document)
    if interrupted:
        return Exit.INTERRUPTED
    return Exit.UNDECIDED if decided is None else Exit.OK if decided else Exit.NO


def _texts(first: str, second: str, against: list[str] | None, game: str | None, players: int | None) -> Sequence[str]:
    """Return who sits down: the two alone where they fill the table, else with others that are the same for both."""
    if against:
        return [first, second, *against]
    return [first, second] if players is None or players == 2 else [first, second, "@random"]


def _test(elo0: float, elo1: float, alpha: float, beta: float) -> SequentialTest:
    if not elo0 < elo1:
        raise CliError(f"--elo0 is {elo0:g} and --elo1 {elo1:g}", "The first must be the smaller.")
    if not (0 < alpha < 0.5 and 0 < beta < 0.5):
        raise CliError(f"--alpha is {alpha:g} and --beta {beta:g}", "Both lie between 0 and 0.5.")
    return SequentialTest(elo0, elo1, alpha, beta)


def _document(test: SequentialTest, values: list[float], ratio: float, decided: bool | None) -> dict[str, Any]:
    mean, low, high = interval(values)
    return {
        "verdict": {True: "better", False: "not_better", None: "undecided"}[decided],
        "blocks": len(values),
        "score": mean,
        "interval": [low, high],
        "elo": elo_of(mean),
        "elo_interval": [elo_of(low), elo_of(high)],
        "llr": ratio,
        "llr_bounds": list(test.bounds),
        "hypotheses": {"elo0": test.elo0, "elo1": test.elo1, "alpha": test.alpha, "beta": test.beta},
    }


def _show(document: dict[str, Any]) -> None:
    first, second = document["bots"][:2]
    low, high = document["interval"]
    limits, asked = document["llr_bounds"], document["hypotheses"]
    coarser = 2 * asked["elo1"]
    words = {
        "better": f"{first} is better than {second}",
        "not_better": f"{first} is not better than {second} by {asked['elo1']:g} Elo",
        "undecided": f"undecided; more blocks would tell (--max-blocks), or a coarser question (--elo1 {coarser:g})",
    }
    print(f"{document['ruleset']}, {document['blocks']} blocks: {words[document['verdict']]}")
    print(
        f"score {100 * document['score']:.1f} % ({100 * low:.1f} to {100 * high:.1f}), Elo {_elo(document['elo'])} "
        f"({_elo(document['elo_interval'][0])} to {_elo(document['elo_interval'][1])})"
    )
    print(f"log-likelihood ratio {document['llr']:+.2f}, decided at {limits[0]:+.2f} and {limits[1]:+.2f}")
    if document["verdict"] != "undecided":
        print("A test that stopped by itself shows the difference larger than it is; for its size play a fixed number.")
    print(f"The same cards again: --seed {document['seed']}")


def _elo(value: float | None) -> str:
    return "beyond measure" if value is None else f"{value:+.0f}"
