"""The cross-table: everybody against everybody."""

from dataclasses import dataclass

from fairdeal.ratings.uncertainty import Z_95
from fairdeal.submissions.models import BotVersion
from fairdeal.tournaments.selectors.view import Look, view_of
from fairdeal.tournaments.tally import Tables, Tally


@dataclass(frozen=True, slots=True)
class Cell:
    """One entrant against another: the mean score of their direct blocks, with its standard error."""

    opponent: int
    is_diagonal: bool
    score: float | None = None
    standard_error: float | None = None
    blocks: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of the score, within 0 and 1; None where nothing is known of its error."""
        if self.score is None or self.standard_error is None:
            return None
        reach = Z_95 * self.standard_error
        return max(0.0, self.score - reach), min(1.0, self.score + reach)

    @property
    def tone(self) -> str:
        """Say whether the score is clearly above or below one half: by more than 1.96 standard errors."""
        if self.score is None or self.standard_error is None or abs(self.score - 0.5) <= Z_95 * self.standard_error:
            return ""
        return "better" if self.score > 0.5 else "worse"


@dataclass(frozen=True, slots=True)
class CrossRow:
    """A row of the cross-table."""

    number: int
    version: BotVersion
    name: str
    cells: tuple[Cell, ...]


def crosstable(look: Look) -> list[CrossRow]:
    """Give who scored how much against whom, by pairing number."""
    view = view_of(look)
    tables = view.tables
    entries = [(entry.number or 0, entry.version) for entry in view.entries]
    return [
        CrossRow(
            number=number,
            version=version,
            name=str(version),
            cells=tuple(_cell(tables, number, other) for other, _version in entries),
        )
        for number, version in entries
    ]


def _cell(tables: Tables, number: int, other: int) -> Cell:
    tally = tables.pairs.get((number, other), Tally())
    return Cell(
        opponent=other,
        is_diagonal=number == other,
        score=tally.score.value,
        standard_error=tally.score.standard_error,
        blocks=tally.score.blocks,
        wins=tally.wins,
        draws=tally.draws,
        losses=tally.losses,
    )
