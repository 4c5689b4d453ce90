"""Verify a ledger: every change follows from the rows before, and the ratings from the whole. Pure.

A pool is a mapping with `game`, `players`, `options` and `entry`. A row has `sequence` and either rates a block or
withdraws an earlier row. One that rates has `versions` in line-up order (each with `id` and `parent`, the id of the
version that it came after, or None), `games`, `scores`, `placing` and `deltas`; one that withdraws has the earlier
row's number as `voids`. What follows a withdrawal follows from the ledger without the withdrawn rows.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import engines
from engines.verify import Difference, check_equal
from fairdeal.matches import designs
from fairdeal.matches.verification import table_of
from fairdeal.ratings import elo
from fairdeal.ratings.rules import LiveRules, Standing
from fairdeal.ratings.score import block_scores, has_fault

Row = Mapping[str, Any]


class _Course:
    """The standings of a pool as its ledger is read, and the rows behind them: some may be withdrawn later."""

    def __init__(self, rules: LiveRules) -> None:
        self._rules = rules
        self._rated: dict[int, Row] = {}
        self._withdrawn: set[int] = set()
        self._standings: dict[int, Standing] | None = {}

    @property
    def standings(self) -> dict[int, Standing]:
        """The standings that follow from the rows so far, but for the withdrawn ones."""
        if self._standings is None:
            self._standings = {}
            for sequence, row in self._rated.items():
                if sequence not in self._withdrawn:
                    self._enter(self._standings, row)
        return self._standings

    def rate(self, row: Row) -> None:
        """Take a row that rates a block; raise Difference unless its changes follow."""
        try:
            changes, placing = self._enter(self.standings, row)
        except (ValueError, IndexError) as error:
            raise Difference(f"its scores cannot be rated: {error}") from None
        check_equal("the newcomers being placed", row["placing"], placing)
        check_equal("the changes", row["deltas"], changes)
        self._rated[row["sequence"]] = row

    def withdraw(self, voided: int) -> None:
        """Take a row that withdraws another; raise Difference unless that rates a block and is not withdrawn yet."""
        if voided not in self._rated:
            raise Difference(f"it withdraws row {voided}, which rates no block before it")
        if voided in self._withdrawn:
            raise Difference(f"it withdraws row {voided} a second time")
        self._withdrawn.add(voided)
        self._standings = None

    def _enter(self, standings: dict[int, Standing], row: Row) -> tuple[list[int], list[int]]:
        table = [_standing(standings, version) for version in row["versions"]]
        return self._rules.enter(table, row["scores"], row["games"])


def verify_ledger(pool: Mapping[str, Any], rows: Iterable[Row], ratings: Mapping[int, int] | None = None) -> int:
    """Verify a pool's ledger from its first row on, and the ratings (version id -> milli-Elo) if they are given.

    Return the number of rows, or raise Difference for the first that does not follow.
    """
    course = _Course(_rules(pool["entry"], table_of(pool)))
    count = 0
    for count, row in enumerate(rows, start=1):
        try:
            check_equal("its number", row["sequence"], count)
            if row.get("voids") is None:
                course.rate(row)
            else:
                course.withdraw(row["voids"])
        except Difference as difference:
            raise difference.within(f"row {row.get('sequence')}") from None
    if ratings is not None:
        expected = {version: standing.elo for version, standing in course.standings.items()}
        check_equal("the versions with a rating", sorted(ratings), sorted(expected))
        for version in sorted(expected):
            check_equal(f"the rating of version {version}", ratings[version], expected[version])
    return count


def verify_scores(game: engines.Game, entry_kind: str, row: Row, games: Sequence[Mapping[str, Any]]) -> None:
    """Verify that the scores of a row that rates a block are those of the block's games; raises Difference."""
    if _rules(entry_kind, game).has_partners and has_fault(games):
        raise Difference("a block with a fault is not rated where several entrants win together")
    check_equal("the number of games", row["games"], len(games))
    check_equal("the scores", row["scores"], block_scores(games, len(row["versions"])))


def _rules(entry_kind: str, game: engines.Game) -> LiveRules:
    return LiveRules(designs.partners(entry_kind, game.side_of))


def _standing(standings: dict[int, Standing], version: Mapping[str, Any]) -> Standing:
    """Return a version's standing; a new one begins where its parent is now, or else at the common start."""
    found = standings.get(version["id"])
    if found is None:
        parent = standings.get(version["parent"]) if version["parent"] is not None else None
        start = parent.elo if parent else elo.START
        found = standings[version["id"]] = Standing(start, start, prior=start)
    return found
