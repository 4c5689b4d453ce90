"""Verify what the site publishes, as anybody outside can: matches, tournaments, ledgers, files of records."""

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

from django.core.management.base import BaseCommand, CommandError
from django.db.models import Model

from fairdeal.common import blobs
from fairdeal.common.errors import NotFound
from fairdeal.matches.models import Block, Match
from fairdeal.matches.verification import table_of
from fairdeal.ratings.models import LiveRating, Pool
from fairdeal.tournaments.documents import ledger_documents, match_document, pool_document, tournament_document
from fairdeal.tournaments.models import Tournament
from fairdeal.verification import (
    Difference,
    verify_ledger,
    verify_match,
    verify_records,
    verify_scores,
    verify_tournament,
)

Thing = TypeVar("Thing", bound=Model)


class Command(BaseCommand):
    """`manage.py verify match|tournament|pool NUMBER` and `manage.py verify file PATH`."""

    help = "Verify a match, a tournament, a pool's ledger or a file of records; names the first difference, status 1."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("kind", choices=("match", "tournament", "pool", "file"))
        parser.add_argument("which", help="the number of the match, tournament or pool; the path of the file")

    def handle(self, *args: Any, **options: Any) -> None:
        kind, which = options["kind"], options["which"]
        verify = {"match": _match, "tournament": _tournament, "pool": _pool, "file": _file}[kind]
        try:
            self.stdout.write(f"{kind} {which} verifies: {verify(which)}")
        except (Difference, NotFound, blobs.BlobDamaged) as difference:
            raise CommandError(f"{kind} {which}: {difference}") from difference


def _match(which: str) -> str:
    match = _get(Match, which)
    blocks = verify_match(match_document(match), lambda index: _record(match.pk, index))
    return f"{blocks} blocks"


def _tournament(which: str) -> str:
    document = tournament_document(_get(Tournament, which))
    found = verify_tournament(document, lambda pk: match_document(Match.objects.get(pk=pk)), _record)
    return f"its seed, {found.matches} matches, {found.blocks} blocks; {found.without_result} without a result"


def _pool(which: str) -> str:
    pool = _get(Pool, which)
    facts = pool_document(pool)
    ratings = dict(LiveRating.objects.filter(pool=pool).values_list("version_id", "elo_milli"))
    count = verify_ledger(facts, _with_scores(pool, facts), ratings)
    if count != pool.last_sequence:
        raise Difference(f"there are {count} rows, but the pool says {pool.last_sequence}")
    return f"{count} rows, {len(ratings)} ratings"


def _with_scores(pool: Pool, facts: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Give the rows of a pool's ledger, each held to the games of its block."""
    game = table_of(facts)
    for row, document in ledger_documents(pool):
        try:
            if row.block is not None:
                verify_scores(game, pool.entry_kind, document, row.block.games)
        except Difference as difference:
            raise difference.within(f"row {row.sequence}") from None
        yield document


def _file(which: str) -> str:
    try:
        raw = Path(which).read_bytes()
    except OSError as error:
        raise CommandError(f"{which} cannot be read: {error.strerror}") from error
    return f"{len(verify_records(raw, which))} games, each from the seed in its record"


def _record(match_id: int, index: int) -> bytes:
    sha256 = Block.objects.values_list("record_sha256", flat=True).get(match=match_id, index=index)
    return blobs.read(sha256)


def _get(model: type[Thing], which: str) -> Thing:
    if not which.isdecimal():
        raise CommandError(f"expected the number of a {model.__name__.lower()}, not {which!r}")
    found = model._default_manager.filter(pk=int(which)).first()
    if found is None:
        raise CommandError(f"there is no {model.__name__.lower()} with the number {which}")
    return found
