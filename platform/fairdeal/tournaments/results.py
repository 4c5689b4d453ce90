"""What came of tables, as formats count it: of finished blocks, stored once with the pairing. Exact."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

from fairdeal.matches.models import Block, MatchState
from fairdeal.ratings.score import OK, block_scores
from fairdeal.tournaments.formats.base import Result
from fairdeal.tournaments.models import Pairing
from fairdeal.tournaments.tally import entrant_margins

Games = Sequence[Mapping[str, Any]]


def result_of(blocks: Sequence[Games], entrants: int) -> Result:
    """Return what blocks, one or more, have brought the entrants of a line-up.

    A block is worth one point between two of them. Its margin is the mean over its games; one in which somebody was
    put out says nothing, and counts 0.
    """
    scores = [[Fraction(0)] * entrants for _ in range(entrants)]
    margins = [Fraction(0)] * entrants
    for games in blocks:
        for i, row in enumerate(block_scores(games, entrants)):
            for j, half_points in enumerate(row):
                scores[i][j] += Fraction(half_points, 2 * len(games))
        fair = [entrant_margins(game, entrants) for game in games if set(game["verdicts"]) == {OK}]
        for i in range(entrants if fair else 0):
            margins[i] += sum((margin[i] for margin in fair), Fraction(0)) / len(fair)
    return Result(len(blocks), tuple(map(tuple, scores)), tuple(margins))


def added(results: Sequence[Result]) -> Result:
    """Return what the parts of a table come to together."""
    size = range(len(results[0].scores))
    return Result(
        blocks=sum(result.blocks for result in results),
        scores=tuple(tuple(sum((r.scores[i][j] for r in results), Fraction(0)) for j in size) for i in size),
        margins=tuple(sum((r.margins[i] for r in results), Fraction(0)) for i in size),
    )


def written(result: Result) -> dict[str, Any]:
    """Return a result as JSON: fractions are text."""
    return {
        "blocks": result.blocks,
        "scores": [[str(score) for score in row] for row in result.scores],
        "margins": [str(margin) for margin in result.margins],
    }


def read(stored: Mapping[str, Any]) -> Result:
    """Return a result that was written."""
    return Result(
        blocks=stored["blocks"],
        scores=tuple(tuple(map(Fraction, row)) for row in stored["scores"]),
        margins=tuple(map(Fraction, stored["margins"])),
    )


def unwritten(tournament_id: int) -> dict[int, Result]:
    """Give the results of a tournament's finished matches that are not stored yet, by the pairing's id."""
    blocks = Block.objects.filter(
        match__pairing__tournament=tournament_id,
        match__pairing__result__isnull=True,
        match__pairing__is_walkover=False,
        match__state=MatchState.FINISHED,
    )
    rows = blocks.order_by("match_id", "index").values_list("match__pairing__id", "match__pairing__numbers", "games")
    found = {}
    for (pairing, *_), own in groupby(rows.iterator(chunk_size=500), key=lambda row: row[:2]):
        parts = list(own)
        found[pairing] = result_of([games for _, _, games in parts], len(parts[0][1]))
    return found


def write_results(tournament_id: int) -> None:
    """Store the results of finished matches; the tournament is locked by the caller. Again it changes nothing."""
    for pairing, result in unwritten(tournament_id).items():
        Pairing.objects.filter(pk=pairing, result__isnull=True).update(result=written(result))
