"""Replaying a ledger: from its rows, in their order, to the books as they are now."""

from collections.abc import Generator
from contextlib import closing
from itertools import groupby

from fairdeal.ratings.books import Books, PoolRules
from fairdeal.ratings.errors import LedgerAlarm
from fairdeal.ratings.models import HistoryPoint, LedgerRow, LiveRating, PairTotal, Pool, PoolFit
from fairdeal.submissions.models import BotVersion

# Rows in memory at a time.
_PIECE = 1000


def replay(pool: Pool, rules: PoolRules) -> Books:
    """Return the books of a pool that the caller has locked, made from its ledger alone.

    Raises LedgerAlarm when a row is missing, or holds other changes than those that follow from the rows before it.
    Rows that withdraw others turn the clock back: what comes after them follows from the ledger without the withdrawn
    ones.
    """
    withdrawn: set[int] = set()
    books, first = Books(rules), 1
    # Closed here even after an alarm: a cursor closed after its transaction was rolled back breaks the next one.
    with closing(_rows(pool)) as rows:
        for is_void, run in groupby(rows, key=lambda row: row.voids_id is not None):
            count = first
            for count, row in enumerate(run, start=first):
                if row.sequence != count:
                    raise LedgerAlarm(f"row {count} of {pool} has the number {row.sequence}")
                if is_void:
                    withdrawn.add(row.voids_id or 0)
                else:
                    _enter(books, row, is_checked=True)
            if is_void:
                books = _again(pool, rules, count, withdrawn)
            first = count + 1
    if first - 1 != pool.last_sequence:
        raise LedgerAlarm(f"the ledger of {pool} has {first - 1} rows, its pool says {pool.last_sequence}")
    books.check()
    return books


def forget(pool: Pool) -> None:
    """Delete all that follows from a ledger, before it is written anew."""
    for model in (LiveRating, PairTotal, HistoryPoint, PoolFit):
        model.objects.filter(pool=pool).delete()


def _again(pool: Pool, rules: PoolRules, last: int, withdrawn: set[int]) -> Books:
    """Return the books after the first so many rows, as if the withdrawn ones had never been."""
    books = Books(rules)
    with closing(_rows(pool, last)) as rows:
        for row in rows:
            if row.voids_id is None and row.pk not in withdrawn:
                _enter(books, row, is_checked=False)
    return books


def _enter(books: Books, row: LedgerRow, *, is_checked: bool) -> None:
    if row.block is None:
        raise LedgerAlarm(f"row {row} has no block")
    parents = _parents(row.versions, books)
    changes, placing = books.enter(row.versions, parents, row.block.games, row.scores)
    if is_checked and (changes, placing) != (row.deltas, row.placing):
        raise LedgerAlarm(f"row {row.sequence} of the ledger says {row.deltas}; {changes} follows from the rows before")
    books.remember(row)


def _parents(versions: list[int], books: Books) -> dict[int, int | None]:
    """Give the parents of those versions that are new to the books."""
    new = [pk for pk in versions if pk not in books.standings]
    return dict(BotVersion.objects.filter(pk__in=new).values_list("pk", "parent_id")) if new else {}


def _rows(pool: Pool, last: int | None = None) -> Generator[LedgerRow, None, None]:
    """Give the rows of a pool in their order, with their blocks, a piece in memory at a time."""
    rows = LedgerRow.objects.filter(pool=pool).order_by("sequence").select_related("block")
    if last is not None:
        rows = rows.filter(sequence__lte=last)
    yield from rows.iterator(chunk_size=_PIECE)
