"""The books of a pool in memory: what follows from its ledger, loaded once, changed by blocks, written back once."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import combinations
from typing import Any

import engines
from fairdeal.matches import designs
from fairdeal.ratings import elo, record
from fairdeal.ratings.errors import LedgerAlarm
from fairdeal.ratings.models import HistoryPoint, LedgerRow, LiveRating, PairTotal, Pool
from fairdeal.ratings.pairs import PairSums
from fairdeal.ratings.record import Record
from fairdeal.ratings.rules import Entered, LiveRules, Standing
from fairdeal.ratings.score import entrant_places, half_points

_BATCH = 500
_LIVE = ("elo_milli", "minted_milli", "units", "prior_milli", "is_placing", "contests")
_SUMS = ("games", "half_points", "half_points_squared")
_PAIR = ("blocks", "games", "wins", "draws", "half_points", "block_squares", "game_squares")

Parents = Mapping[int, int | None]


@dataclass(frozen=True, slots=True)
class PoolRules:
    """How the blocks of a pool are rated, and whether its games are for chips."""

    live: LiveRules
    has_chips: bool

    @property
    def groups(self) -> list[list[int]]:
        """The places of a line-up that win together."""
        return self.live.groups

    @property
    def entrants(self) -> int:
        return sum(len(group) for group in self.groups)

    @property
    def has_partners(self) -> bool:
        """Say whether several entrants win together: then nobody but the faulty one could be rated after a fault."""
        return self.live.has_partners


def rules_for(pool: Pool) -> PoolRules:
    """Give the rules of a pool."""
    game = engines.make_game(pool.game, pool.players, pool.options)
    return PoolRules(LiveRules(designs.partners(pool.entry_kind, game.side_of)), game.spec.has_chips)


@dataclass
class Books:
    """The standings of a pool and all sums beside them. All of it is a function of the ledger's rows so far."""

    rules: PoolRules
    standings: dict[int, Standing] = field(default_factory=dict)
    records: dict[int, Record] = field(default_factory=dict)
    pairs: dict[tuple[int, int], PairSums] = field(default_factory=dict)
    # Points of the history not written yet: version, blocks, milli-Elo, bankroll, and the row of the ledger.
    history: list[tuple[int, int, int, int, LedgerRow]] = field(default_factory=list)

    @classmethod
    def of(cls, pool: Pool, rules: PoolRules, versions: set[int]) -> "Books":
        """Load the books of a pool that the caller has locked, with the pairs among these versions."""
        books = cls(rules)
        for rating in LiveRating.objects.filter(pool=pool).values("version_id", "record", *_LIVE, *_SUMS).iterator():
            pk = rating["version_id"]
            live = {name: rating[name] for name in _LIVE}
            books.standings[pk] = Standing(
                live["elo_milli"],
                live["minted_milli"],
                live["units"],
                live["prior_milli"],
                live["is_placing"],
                [(members, shift, points) for members, shift, points in live["contests"]],
            )
            books.records[pk] = Record.read(rating["record"], *[rating[name] for name in _SUMS])
        found = PairTotal.objects.filter(pool=pool, first__in=versions, second__in=versions)
        for first, second, *sums in found.values_list("first_id", "second_id", *_PAIR):
            books.pairs[first, second] = PairSums(*sums)
        return books

    def enter(
        self,
        versions: Sequence[int],
        parents: Parents,
        games: Sequence[Mapping[str, Any]],
        scores: list[list[int]],
    ) -> Entered:
        """Rate a block. Raises LedgerAlarm when the changes, but for those of newcomers, do not add up to nothing."""
        table = [self._standing(pk, parents) for pk in versions]
        changes, placing = self.rules.live.enter(table, scores, len(games))
        moved = sum(change for place, change in enumerate(changes) if place not in placing)
        if moved != 0:
            raise LedgerAlarm(f"the changes {changes} of a block add up to {moved} milli-Elo")
        places = [entrant_places(game, len(versions)) for game in games]
        records = [self.records[pk] for pk in versions]
        record.enter(records, games, places, scores, has_chips=self.rules.has_chips)
        for i, j in self._opponents():
            first, second = (i, j) if versions[i] < versions[j] else (j, i)
            sums = self.pairs.setdefault((versions[first], versions[second]), PairSums())
            sums.add([half_points(game, first, second) for game in places])
        return changes, placing

    def remember(self, row: LedgerRow) -> None:
        """Keep the points of the history that fall on this row, the last that was entered."""
        for pk in row.versions:
            standing = self.standings[pk]
            if is_kept(standing.units):
                self.history.append((pk, standing.units, standing.elo, self.records[pk].bankroll, row))

    def check(self) -> None:
        """Raise LedgerAlarm unless the pool holds exactly what was minted for it."""
        held = sum(standing.elo for standing in self.standings.values())
        minted = sum(standing.minted for standing in self.standings.values())
        if held != minted:
            raise LedgerAlarm(f"the pool holds {held} milli-Elo, but {minted} were minted")

    def write(self, pool: Pool) -> None:
        """Write what has changed."""
        LiveRating.objects.bulk_create(
            [LiveRating(pool=pool, version_id=pk, **self._columns(pk)) for pk in self.standings],
            batch_size=_BATCH,
            update_conflicts=True,
            unique_fields=["pool", "version"],
            update_fields=[*_LIVE, *_SUMS, "record"],
        )
        PairTotal.objects.bulk_create(
            [
                PairTotal(pool=pool, first_id=first, second_id=second, **asdict(sums))
                for (first, second), sums in self.pairs.items()
            ],
            batch_size=_BATCH,
            update_conflicts=True,
            unique_fields=["pool", "first", "second"],
            update_fields=_PAIR,
        )
        HistoryPoint.objects.bulk_create(
            [
                HistoryPoint(
                    pool=pool,
                    version_id=pk,
                    units=units,
                    sequence=row.sequence,
                    at=row.created_at,
                    elo_milli=elo_milli,
                    bankroll=bankroll,
                )
                for pk, units, elo_milli, bankroll, row in self.history
            ],
            batch_size=_BATCH,
        )
        self.history = []

    def _columns(self, pk: int) -> dict[str, Any]:
        standing, sums = self.standings[pk], self.records[pk]
        return {
            "elo_milli": standing.elo,
            "minted_milli": standing.minted,
            "units": standing.units,
            "prior_milli": standing.prior,
            "is_placing": standing.is_placing,
            "contests": standing.contests,
            "games": sums.games,
            "half_points": sums.half_points,
            "half_points_squared": sums.half_points_squared,
            "record": sums.stored(),
        }

    def _standing(self, pk: int, parents: Parents) -> Standing:
        """Return the standing of a version; a new one begins where its parent is now."""
        found = self.standings.get(pk)
        if found is None:
            parent = self.standings.get(parents.get(pk) or 0)
            start = parent.elo if parent else elo.START
            found = self.standings[pk] = Standing(start, start, prior=start)
            self.records[pk] = Record()
        return found

    def _opponents(self) -> Iterator[tuple[int, int]]:
        """Give the pairs of places that play against each other."""
        for ours, theirs in combinations(self.rules.groups, 2):
            yield from ((i, j) for i in ours for j in theirs)


def is_kept(units: int) -> bool:
    """Say whether the history has a point after so many blocks: the first hundred, then 90 to a power of ten."""
    return units % 10 ** max(0, len(str(units)) - 2) == 0
