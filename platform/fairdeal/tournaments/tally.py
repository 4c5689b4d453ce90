"""Adding up blocks: points, scores, margins, and their errors. Pure."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Any

from fairdeal.ratings.score import OK, block_scores, entrant_places
from fairdeal.ratings.uncertainty import error_without_spread

#: Cycle, round (0 where the cycle shares its deals) and block.
Cluster = tuple[int, int, int]


@dataclass
class Mean:
    """A mean over blocks with its standard error. Blocks on the same deals are one cluster: their luck is shared."""

    sums: dict[Cluster, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    counts: dict[Cluster, int] = field(default_factory=lambda: defaultdict(int))

    def add(self, cluster: Cluster, value: Fraction) -> None:
        """Enter a block's value."""
        self.sums[cluster] += value
        self.counts[cluster] += 1

    @property
    def total(self) -> Fraction:
        return sum(self.sums.values(), Fraction())

    @property
    def blocks(self) -> int:
        return sum(self.counts.values())

    @property
    def value(self) -> float | None:
        return float(self.total / self.blocks) if self.blocks else None

    @property
    def has_spread(self) -> bool:
        """Say whether the means of the clusters differ; there must be blocks."""
        exact = self.total / self.blocks
        return any(value != self.counts[key] * exact for key, value in self.sums.items())

    @property
    def standard_error(self) -> float | None:
        """Return the cluster-robust standard error of the mean; None for fewer than two clusters.

        Where every cluster has the same mean it is Wilson's, a cluster an observation.
        """
        clusters, blocks = len(self.sums), self.blocks
        if clusters < 2:
            return None
        mean = float(self.total / blocks)
        if not self.has_spread:
            return error_without_spread(mean, clusters)
        squares = sum((float(value) - self.counts[key] * mean) ** 2 for key, value in self.sums.items())
        return sqrt(squares * clusters / (clusters - 1)) / blocks


@dataclass
class Tally:
    """What one entrant, or one entrant against another, has scored."""

    score: Mean = field(default_factory=Mean)
    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    margin: Fraction = field(default_factory=Fraction)
    deals: int = 0
    faults: int = 0

    @property
    def margin_per_deal(self) -> float | None:
        return float(self.margin / self.deals) if self.deals else None


@dataclass
class Tables:
    """The sums of an event: by entrant, and by ordered pair of entrants."""

    entrants: dict[int, Tally] = field(default_factory=lambda: defaultdict(Tally))
    pairs: dict[tuple[int, int], Tally] = field(default_factory=lambda: defaultdict(Tally))

    def add_block(self, numbers: Sequence[int], cluster: Cluster, games: Sequence[Mapping[str, Any]]) -> None:
        """Enter a block whose entrants have these numbers, in line-up order."""
        size = len(numbers)
        scores = block_scores(games, size)
        for i, number in enumerate(numbers):
            self.entrants[number].score.add(cluster, Fraction(sum(scores[i]), 2 * len(games) * (size - 1)))
            for j, other in enumerate(numbers):
                if i != j:
                    self.pairs[number, other].score.add(cluster, Fraction(scores[i][j], 2 * len(games)))
        for game in games:
            self._add_game(numbers, game)

    def standing_error(self, number: int) -> float | None:
        """Return the standard error of an entrant's score against all others; None for fewer than two clusters.

        An opponent against whom nothing varied adds nothing to the spread of the sum, though the score against him is
        not certain: his Wilson's error is added, weighted by his share of the blocks.
        """
        own = self.entrants[number].score
        spread = own.standard_error
        if spread is None or not own.has_spread:
            return spread
        cells = [tally.score for (one, _other), tally in self.pairs.items() if one == number]
        blocks = sum(cell.blocks for cell in cells)
        even = [cell for cell in cells if not cell.has_spread]
        return sqrt(spread**2 + sum((cell.blocks / blocks * (cell.standard_error or 0.0)) ** 2 for cell in even))

    def _add_game(self, numbers: Sequence[int], game: Mapping[str, Any]) -> None:
        places = entrant_places(game, len(numbers))
        margins = entrant_margins(game, len(numbers))
        faulty = {e for e, verdict in zip(game["seating"], game["verdicts"], strict=True) if verdict != OK}
        best = min(places)
        for i, number in enumerate(numbers):
            tally = self.entrants[number]
            tally.games += 1
            tally.faults += i in faulty
            tally.wins += places[i] == best and places.count(best) == 1
            tally.draws += places[i] == best and places.count(best) > 1
            tally.losses += places[i] != best
            # What the cards would have brought to somebody who was put out says nothing.
            if not faulty:
                tally.margin += margins[i]
                tally.deals += game["deals"]
            for j, other in enumerate(numbers):
                if i != j:
                    pair = self.pairs[number, other]
                    pair.games += 1
                    pair.wins += places[i] < places[j]
                    pair.draws += places[i] == places[j]
                    pair.losses += places[i] > places[j]


def entrant_margins(game: Mapping[str, Any], entrants: int) -> list[Fraction]:
    """Return by how much the mean total of each entrant's seats is above the mean of all others' seats."""
    own: dict[int, list[int]] = defaultdict(list)
    for entrant, total in zip(game["seating"], game["totals"], strict=True):
        own[entrant].append(total)
    return [
        _mean(own[entrant]) - _mean([total for other in own if other != entrant for total in own[other]])
        for entrant in range(entrants)
    ]


def _mean(values: Sequence[int]) -> Fraction:
    return Fraction(sum(values), len(values))


def add_up(blocks: Iterable[tuple[Sequence[int], Cluster, Sequence[Mapping[str, Any]]]]) -> Tables:
    """Add up the blocks of an event: for each the entrants' numbers, the deals it was played on, and its games."""
    tables = Tables()
    for numbers, cluster, games in blocks:
        tables.add_block(numbers, cluster, games)
    return tables
