"""Verify a tournament: its seed was promised before, all its deals follow from it, and each match verifies. Pure.

A tournament is a mapping as the API gives it: `seed`, `seed_sha256`, and `schedule`, rows with `cycle`, `round`,
`table`, `leg`, `part`, `deals_round`, `first_block`, `match` (its id, or None) and `state`. A table plays the deals of
its cycle, which is what `deals_round` 0 says, or those of its round.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engines.verify import Difference, check_equal
from fairdeal.matches import seeds
from fairdeal.matches.verification import verify_match

# Give a match by its id, and the bytes of a record by the id of the match and the index of the block.
MatchOf = Callable[[int], Mapping[str, Any]]
RecordOf = Callable[[int, int], bytes]


@dataclass(frozen=True, slots=True)
class Verified:
    """What was verified; matches without a result (called off, or failed by infrastructure) are only counted."""

    matches: int
    blocks: int
    without_result: int


def verify_tournament(tournament: Mapping[str, Any], match_of: MatchOf, record_of: RecordOf) -> Verified:
    """Verify the seed and all finished matches of a tournament; raises Difference for the first that is wrong."""
    matches = blocks = without_result = 0
    # Tables may be played in several matches, and ties are played on: the blocks of a table are counted on.
    begun: Counter[tuple[int, int, int]] = Counter()
    verify_commitment(tournament)
    verify_sharing(tournament["schedule"])
    for row in tournament["schedule"]:
        if row["match"] is None:
            without_result += 1
            continue
        match = match_of(row["match"])
        table = (row["cycle"], row["round"], row["table"])
        first = begun[table]
        begun[table] += match["block_count"]
        if row["state"] != "finished":
            without_result += 1
            continue
        try:
            check_equal("its first block", row["first_block"], first)
            verify_seeds(tournament["seed"], row, [block["seed"] for block in match["blocks"]])
            blocks += verify_match(match, lambda index, pk=row["match"]: record_of(pk, index))  # type: ignore[misc]
        except Difference as difference:
            raise difference.within(f"match {row['match']}") from None
        matches += 1
    return Verified(matches, blocks, without_result)


def verify_commitment(tournament: Mapping[str, Any]) -> None:
    """Verify that the seed is the one whose hash was published before the first deal; raises Difference."""
    if tournament["seed"] is None:
        raise Difference("the seed is still secret: it is published when the tournament is over")
    check_equal("the SHA-256 of the seed", seeds.commitment(tournament["seed"]), tournament["seed_sha256"])


def verify_sharing(schedule: Sequence[Mapping[str, Any]]) -> None:
    """Verify that a cycle's tables all share its deals, or all have those of their rounds; raises Difference."""
    shared: dict[int, bool] = {}
    for row in schedule:
        if row["deals_round"] not in (0, row["round"]):
            text = f"the deals at {row['cycle']}.{row['round']}.{row['table']} are those of round {row['deals_round']}"
            raise Difference(text)
        is_shared = row["deals_round"] == 0
        if shared.setdefault(row["cycle"], is_shared) != is_shared:
            raise Difference(f"in cycle {row['cycle']} some tables share its deals, and others have their round's")


def verify_seeds(event_seed: str, row: Mapping[str, Any], found: Sequence[str | None]) -> None:
    """Verify the seeds of a match, which stands in the schedule as `row`; raises Difference."""
    for index, seed in enumerate(found):
        expected = seeds.block_seed(
            event_seed, cycle=row["cycle"], round_number=row["deals_round"], block=row["first_block"] + index
        )
        check_equal(f"block {index}: the seed", seed, expected)
