"""Verification from outside: what is published verifies, and of what is changed the first difference is named."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from fairdeal.accounts.models import User
from fairdeal.common import blobs
from fairdeal.matches.models import Block, Match
from fairdeal.ratings.models import LedgerRow, LiveRating, Pool
from fairdeal.tournaments import parts
from fairdeal.tournaments.models import Pairing, Tournament
from fairdeal.tournaments.services import tournament_cancel, tournament_create, tournament_start
from fairdeal.verification import Difference, verify_ledger

from tests.fairdeal.honest import HonestWorker
from tests.fairdeal.playing import make_versions

pytestmark = pytest.mark.django_db


@pytest.fixture
def worker(db: None, sent: list[dict[str, Any]], django_capture_on_commit_callbacks: Any) -> HonestWorker:
    return HonestWorker(sent, django_capture_on_commit_callbacks)


def started(worker: HonestWorker, user: User, entries: int = 3, **facts: Any) -> Tournament:
    versions = [version.pk for version in make_versions(entries)]
    words: dict[str, Any] = {
        "game": "thirty-one",
        "players": 2,
        "blocks": 2,
        "settings": {"cycles": 2},
        "version_ids": versions,
    }
    tournament = tournament_create(user=user, name="Spring cup", **words | facts)
    with worker.capture(execute=True):
        tournament_start(user=user, tournament=tournament)
    return tournament


def played(worker: HonestWorker, user: User, **facts: Any) -> Tournament:
    """A tournament that has been played to its end, one entrant failing in all games of its first match."""
    tournament = started(worker, user, **facts)
    for number, job in enumerate(worker.jobs):
        worker.play_truly(job, breaks={0: 2} if number == 0 else None)
    tournament.refresh_from_db()
    assert tournament.state == "finished"
    return tournament


def verify(*words: object) -> str:
    out = StringIO()
    call_command("verify", *map(str, words), stdout=out)
    return out.getvalue()


def test_everything_of_a_tournament_verifies(worker: HonestWorker, ada: User, tmp_path: Path) -> None:
    tournament = played(worker, ada)
    assert verify("tournament", tournament.pk) == (
        f"tournament {tournament.pk} verifies: its seed, 6 matches, 12 blocks; 0 without a result\n"
    )
    match = Match.objects.order_by("pk")[0]
    assert "2 blocks" in verify("match", match.pk)
    assert "12 rows, 3 ratings" in verify("pool", Pool.objects.get().pk)
    file = tmp_path / "block.json.gz"
    file.write_bytes(blobs.read(match.blocks.all()[0].record_sha256))
    assert "2 games" in verify("file", file)


def test_tables_in_several_parts_verify(worker: HonestWorker, ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts.designs, "most_blocks", lambda *facts: 2)
    tournament = played(worker, ada, entries=2, settings={"cycles": 1}, blocks=3)
    assert Pairing.objects.filter(tournament=tournament).count() == 2
    assert "2 matches, 3 blocks" in verify("tournament", tournament.pk)


def test_rounds_with_deals_of_their_own_verify_and_no_table_can_claim_other_deals(
    worker: HonestWorker, ada: User
) -> None:
    facts = {"format": "swiss", "settings": {"rounds": 2}, "blocks": 1}
    tournament = started(worker, ada, entries=3, **facts)
    for number in range(2):
        worker.play_truly(worker.jobs[number])
    assert "2 matches, 2 blocks; 0 without a result" in verify("tournament", tournament.pk)
    # The second round says that it plays the deals of the first.
    Pairing.objects.filter(round=2).update(deals_round=1)
    with pytest.raises(CommandError, match=r"the deals at 1\.2\.1 are those of round 1"):
        verify("tournament", tournament.pk)
    Pairing.objects.filter(round=2).update(deals_round=2, first_block=1)
    with pytest.raises(CommandError, match="its first block is 1, but 0"):
        verify("tournament", tournament.pk)
    Pairing.objects.filter(round=2).update(deals_round=0, first_block=0)
    with pytest.raises(CommandError, match="in cycle 1 some tables share its deals"):
        verify("tournament", tournament.pk)


def test_of_one_called_off_what_was_played_verifies(worker: HonestWorker, ada: User) -> None:
    tournament = started(worker, ada)
    worker.play_truly(worker.jobs[0])
    with worker.capture(execute=True):
        tournament_cancel(user=ada, tournament=tournament)
    assert "1 matches, 2 blocks; 5 without a result" in verify("tournament", tournament.pk)


def test_another_seed_than_promised_is_named(worker: HonestWorker, ada: User) -> None:
    tournament = played(worker, ada)
    Tournament.objects.filter(pk=tournament.pk).update(seed="77" * 32)
    with pytest.raises(CommandError, match="the SHA-256 of the seed is"):
        verify("tournament", tournament.pk)


def test_cards_that_do_not_follow_from_the_seed_are_named(worker: HonestWorker, ada: User) -> None:
    """Seeds and records agree with each other here, but not with what was promised."""
    tournament = started(worker, ada, entries=2, settings={"cycles": 1}, blocks=1)
    match = Match.objects.get()
    match.seeds = ["5e" * 32]
    match.save()
    worker.play_truly({**worker.jobs[0], "seeds": match.seeds})
    assert "1 blocks" in verify("match", match.pk)
    with pytest.raises(CommandError, match=rf"match {match.pk}: block 0: the seed is '5e5e"):
        verify("tournament", tournament.pk)


def test_a_changed_result_is_named_with_its_match(worker: HonestWorker, ada: User) -> None:
    tournament = played(worker, ada)
    block = Block.objects.order_by("pk")[3]
    block.games[1]["totals"][0] += 1
    block.save()
    with pytest.raises(CommandError, match=f"match {block.match_id}: block 1: game 1: the totals is"):
        verify("tournament", tournament.pk)
    with pytest.raises(CommandError, match=f"match {block.match_id}: block 1: game 1: the totals is"):
        verify("match", block.match_id)


@pytest.mark.parametrize(
    ("facts", "named"),
    [
        ({"deltas": [7, -7]}, "row 3: the changes is \\[7, -7\\]"),
        ({"scores": [[0, 5], [0, 0]]}, "row 3: the scores is"),
        ({"games": 3}, "row 3: the number of games is 3"),
        ({"sequence": 99}, "its number is"),
    ],
)
def test_a_changed_row_of_the_ledger_is_named(
    worker: HonestWorker, ada: User, facts: dict[str, Any], named: str
) -> None:
    played(worker, ada)
    LedgerRow.objects.filter(sequence=3).update(**facts)
    with pytest.raises(CommandError, match=named):
        verify("pool", Pool.objects.get().pk)


def test_a_changed_rating_is_named(worker: HonestWorker, ada: User) -> None:
    played(worker, ada)
    rating = LiveRating.objects.order_by("version_id")[1]
    LiveRating.objects.filter(pk=rating.pk).update(elo_milli=rating.elo_milli + 1)
    with pytest.raises(CommandError, match=f"the rating of version {rating.version_id} is"):
        verify("pool", Pool.objects.get().pk)


def test_a_new_version_begins_where_its_parent_is() -> None:
    pool = {"game": "thirty-one", "players": 2, "options": {}, "entry": "seat"}
    one, two = {"id": 1, "parent": None}, {"id": 2, "parent": None}
    won = {"games": 2, "scores": [[0, 4], [0, 0]], "placing": []}
    rows = [{**won, "sequence": 1, "versions": [one, two], "deltas": [20000, -20000]}]
    assert verify_ledger(pool, rows, {1: 1520000, 2: 1480000}) == 1
    # Version 3 begins at 1520000, so that a draw against version 2 costs it points.
    drawn = {**won, "scores": [[0, 2], [2, 0]], "sequence": 2, "versions": [{"id": 3, "parent": 1}, two]}
    with pytest.raises(Difference) as found:
        verify_ledger(pool, [*rows, {**drawn, "deltas": [0, 0]}])
    assert "row 2: the changes is [0, 0], but [-" in str(found.value)


def test_what_is_withdrawn_has_never_been() -> None:
    pool = {"game": "thirty-one", "players": 2, "options": {}, "entry": "seat"}
    versions = [{"id": 1, "parent": None}, {"id": 2, "parent": None}]
    won = {"games": 2, "scores": [[0, 4], [0, 0]], "placing": [], "versions": versions, "deltas": [20000, -20000]}
    rows = [{**won, "sequence": 1}, {"sequence": 2, "voids": 1}, {**won, "sequence": 3}]
    assert verify_ledger(pool, rows, {1: 1520000, 2: 1480000}) == 3
    assert verify_ledger(pool, rows[:2], {}) == 2
    with pytest.raises(Difference, match="row 3: it withdraws row 1 a second time"):
        verify_ledger(pool, [*rows[:2], {"sequence": 3, "voids": 1}])
    with pytest.raises(Difference, match="row 2: it withdraws row 2, which rates no block"):
        verify_ledger(pool, [rows[0], {"sequence": 2, "voids": 2}])


def test_a_file_is_held_to_its_own_seed(tmp_path: Path, worker: HonestWorker, ada: User) -> None:
    played(worker, ada, entries=2, settings={"cycles": 1}, blocks=1)
    document = json.loads(gzip.decompress(blobs.read(Block.objects.get().record_sha256)))
    file = tmp_path / "block.json"
    document["games"][1]["seed"] = "77" * 32
    file.write_text(json.dumps(document))
    with pytest.raises(CommandError, match="game 1: deal 0"):
        verify("file", file)
    del document["games"][1]["seed"]
    file.write_text(json.dumps(document))
    with pytest.raises(CommandError, match="game 1: a record without the seed"):
        verify("file", file)
    file.write_text("no record")
    with pytest.raises(CommandError, match="is not a JSON document"):
        verify("file", file)


@pytest.mark.parametrize("words", [("match", "99"), ("match", "first"), ("pool", "99"), ("file", "/no/such/file")])
def test_what_is_not_there_is_named(words: tuple[str, str]) -> None:
    with pytest.raises(CommandError, match=words[1]):
        verify(*words)


def test_verification_needs_no_django() -> None:
    """Authors verify with the command line, where there is no site."""
    code = "import fairdeal.verification, sys; sys.exit(any(name.split('.')[0] == 'django' for name in sys.modules))"
    root = Path(__file__).resolve().parents[3]
    path = {"PYTHONPATH": f"{root}:{root / 'platform'}"}
    assert subprocess.run([sys.executable, "-c", code], cwd=root, env=path, check=False).returncode == 0
