"""What went wrong with the bots of a match: their verdicts for everybody, the evidence for who may read their logs."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from fairdeal.matches.access import may
from fairdeal.matches.models import Block, Match
from fairdeal.submissions.models import BotVersion
from fairdeal.tournaments.access import Reader


@dataclass(frozen=True, slots=True)
class FaultRow:
    """A seat that was put out of a game: where, and what was seen of it. Numbers are those of the record."""

    block_number: int
    game_number: int
    version: BotVersion
    seat: int
    verdict: str
    detail: str
    deal: int | None
    evidence: dict[str, Any]

    @property
    def log(self) -> str:
        return str(self.evidence.get("stderr_tail", ""))


def readable_faults(reader: Reader, match: Match, blocks: Iterable[Block]) -> list[FaultRow]:
    """Give the faults of the blocks whose evidence the reader may see: those of his own bots, or all for staff."""
    versions = {entrant.index: entrant.version for entrant in match.entrants.all()}
    rows, readable = [], dict[int, bool]()
    for block in blocks:
        for number, game in enumerate(block.games, start=1):
            for fault in game.get("faults", []):
                index = game["seating"][fault["seat"]]
                if index not in readable:
                    readable[index] = may(reader, "see_log", versions[index])
                if readable[index]:
                    rows.append(_row(block, number, versions[index], fault))
    return rows


def _row(block: Block, number: int, version: BotVersion, fault: dict[str, Any]) -> FaultRow:
    deal = fault["deal"]
    return FaultRow(
        block_number=block.index + 1,
        game_number=number,
        version=version,
        seat=fault["seat"],
        verdict=fault["verdict"],
        detail=fault["detail"],
        deal=deal if deal >= 0 else None,
        evidence=fault["evidence"],
    )
