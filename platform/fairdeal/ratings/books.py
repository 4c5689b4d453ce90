"""The books of a pool in memory: its live ratings, loaded once, changed by blocks, written back once."""

from collections.abc import Sequence

from fairdeal.ratings import elo
from fairdeal.ratings.errors import LedgerAlarm
from fairdeal.ratings.models import LiveRating, Pool
from fairdeal.ratings.rules import PoolRules, Standing, apply
from fairdeal.submissions.models import BotVersion

_FIELDS = ("elo_milli", "minted_milli", "units", "games", "half_points", "half_points_squared")


class Books:
    """The standings of a pool. All of them are a function of the ledger's rows so far."""

    def __init__(self, rules: PoolRules, standings: dict[int, Standing] | None = None) -> None:
        self.rules = rules
        self.standings = standings or {}

    @classmethod
    def of(cls, pool: Pool, rules: PoolRules) -> "Books":
        """Load the live ratings of a pool that the caller has locked."""
        rows = LiveRating.objects.filter(pool=pool).values_list("version_id", *_FIELDS)
        return cls(rules, {version_id: Standing(*values) for version_id, *values in rows})

    def enter(self, versions: Sequence[BotVersion], scores: Sequence[Sequence[int]], games: int) -> list[int]:
        """Rate a block; return the changes in line-up order. Raises LedgerAlarm when they do not add up to nothing."""
        standings = [self._standing(version) for version in versions]
        changes = self.rules.changes(standings, scores, games)
        if sum(changes) != 0:
            raise LedgerAlarm(f"the changes {changes} of a block add up to {sum(changes)} milli-Elo")
        apply(standings, scores, games, changes)
        return changes

    def check(self) -> None:
        """Raise LedgerAlarm unless the pool holds exactly what was minted for it."""
        held = sum(standing.elo for standing in self.standings.values())
        minted = sum(standing.minted for standing in self.standings.values())
        if held != minted:
            raise LedgerAlarm(f"the pool holds {held} milli-Elo, but {minted} were minted")

    def write(self, pool: Pool) -> None:
        """Write all live ratings of the pool."""
        LiveRating.objects.bulk_create(
            [
                LiveRating(pool=pool, version_id=version_id, **_columns(row))
                for version_id, row in self.standings.items()
            ],
            update_conflicts=True,
            unique_fields=["pool", "version"],
            update_fields=_FIELDS,
        )

    def _standing(self, version: BotVersion) -> Standing:
        """Return the standing of a version; a new one begins where its parent is now."""
        found = self.standings.get(version.pk)
        if found is None:
            parent = self.standings.get(version.parent_id) if version.parent_id else None
            start = parent.elo if parent else elo.START
            found = self.standings[version.pk] = Standing(elo=start, minted=start)
        return found


def _columns(row: Standing) -> dict[str, int]:
    values = (row.elo, row.minted, row.units, row.games, row.half_points, row.half_points_squared)
    return dict(zip(_FIELDS, values, strict=True))
