"""Verify a ledger: every change follows from the rows before, and the ratings from the whole. Pure.

A pool is a mapping with `game`, `players`, `options` and `entry`. A row has `sequence`, `versions` in line-up order
(each with `id` and `parent`, the id of the version that it came after, or None), `games`, `scores` and `deltas`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import engines
from engines.verify import Difference, check_equal
from fairdeal.matches.verification import table_of
from fairdeal.ratings import elo
from fairdeal.ratings.rules import PoolRules, Standing, apply
from fairdeal.ratings.score import block_scores, has_fault

Row = Mapping[str, Any]


def verify_ledger(pool: Mapping[str, Any], rows: Iterable[Row], ratings: Mapping[int, int] | None = None) -> int:
    """Verify a pool's ledger from its first row on, and the ratings (version id -> milli-Elo) if they are given.

    Return the number of rows, or raise Difference for the first that does not follow.
    """
    rules = PoolRules(pool["entry"], table_of(pool).side_of)
    standings: dict[int, Standing] = {}
    count = 0
    for count, row in enumerate(rows, start=1):
        try:
            check_equal("its number", row["sequence"], count)
            _enter(rules, standings, row)
        except Difference as difference:
            raise difference.within(f"row {row.get('sequence')}") from None
    if ratings is not None:
        expected = {version: standing.elo for version, standing in standings.items()}
        check_equal("the versions with a rating", sorted(ratings), sorted(expected))
        for version in sorted(expected):
            check_equal(f"the rating of version {version}", ratings[version], expected[version])
    return count


def verify_scores(game: engines.Game, entry_kind: str, row: Row, games: Sequence[Mapping[str, Any]]) -> None:
    """Verify that the scores of a row are those of the games of its block; raises Difference."""
    if PoolRules(entry_kind, game.side_of).has_partners and has_fault(games):
        raise Difference("a block with a fault is not rated where several entrants win together")
    check_equal("the number of games", row["games"], len(games))
    check_equal("the scores", row["scores"], block_scores(games, len(row["versions"])))


def _enter(rules: PoolRules, standings: dict[int, Standing], row: Row) -> None:
    line = [_standing(standings, version) for version in row["versions"]]
    try:
        changes = rules.changes(line, row["scores"], row["games"])
    except (ValueError, IndexError) as error:
        raise Difference(f"its scores cannot be rated: {error}") from None
    check_equal("the changes", row["deltas"], changes)
    apply(line, row["scores"], row["games"], changes)


def _standing(standings: dict[int, Standing], version: Mapping[str, Any]) -> Standing:
    """Return a version's standing; a new one begins where its parent is now, or else at the common start."""
    found = standings.get(version["id"])
    if found is None:
        parent = standings.get(version["parent"]) if version["parent"] is not None else None
        start = parent.elo if parent else elo.START
        found = standings[version["id"]] = Standing(elo=start, minted=start)
    return found
