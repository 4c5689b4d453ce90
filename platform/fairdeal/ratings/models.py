"""Pools, the append-only ledger, and all that follows from it: live ratings, totals, history, fits."""

from typing import Any

from django.db import models
from django.db.models import Q

from fairdeal.common import clock
from fairdeal.common.models import CreatedAt
from fairdeal.matches.models import Block, EntryKind
from fairdeal.ratings import elo
from fairdeal.submissions.models import BotVersion


class Pool(CreatedAt):
    """The ratings of one ruleset and one kind of entry."""

    ruleset = models.CharField(max_length=200)
    game = models.CharField(max_length=40)
    players = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    entry_kind = models.CharField(max_length=4, choices=EntryKind)
    last_sequence = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["ruleset", "entry_kind"], name="one_pool_per_ruleset_and_entry")]

    def __str__(self) -> str:
        return f"{self.ruleset} ({self.entry_kind})"


class LedgerRow(models.Model):
    """A rated block, or the withdrawal of one. Never edited: what was wrong is withdrawn by a row of its own.

    Everything else in this app follows from these rows, in their order.
    """

    created_at = models.DateTimeField(default=clock.now)
    pool = models.ForeignKey(Pool, on_delete=models.PROTECT, related_name="ledger")
    sequence = models.PositiveBigIntegerField()
    block = models.OneToOneField(Block, on_delete=models.PROTECT, null=True, related_name="ledger_row")
    voids = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, related_name="voided_by", help_text="the row that this withdraws"
    )
    reason = models.CharField(max_length=300, blank=True, help_text="why a row is withdrawn")
    versions = models.JSONField(default=list, help_text="ids of the versions, in line-up order")
    deal = models.BigIntegerField(default=0, help_text="the same for blocks on the same deal")
    engine_version = models.CharField(max_length=40, blank=True)
    games = models.PositiveSmallIntegerField(default=0, help_text="games of the block")
    scores = models.JSONField(
        default=list, help_text="entrants by entrants, in line-up order: half points of i against j, 2 a game won"
    )
    placing = models.JSONField(default=list, help_text="places in the line-up of newcomers that were being placed")
    deltas = models.JSONField(default=list, help_text="milli-Elo change of each entrant, in line-up order")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["pool", "sequence"], name="ledger_sequence_unique_per_pool"),
            models.CheckConstraint(condition=Q(sequence__gte=1), name="ledger_sequence_from_one"),
            models.CheckConstraint(
                condition=Q(block__isnull=False, voids=None) | Q(block=None, voids__isnull=False),
                name="ledger_row_rates_or_withdraws",
            ),
        ]
        indexes = [models.Index(fields=["pool", "deal", "sequence"], name="ledger_by_deal")]
        ordering = ["pool_id", "sequence"]

    def __str__(self) -> str:
        return f"{self.pool_id}:{self.sequence}"

    def save(self, *args: Any, **words: Any) -> None:
        """Add the row; one that is there already is never changed."""
        if not self._state.adding:
            raise TypeError(f"row {self} of the ledger cannot be changed; withdraw it with a new one")
        super().save(*args, **words)

    def delete(self, *args: Any, **words: Any) -> tuple[int, dict[str, int]]:
        """Refuse: the ledger only grows."""
        raise TypeError(f"row {self} of the ledger cannot be deleted; withdraw it with a new one")


class LiveRating(models.Model):
    """The live Elo of a version in a pool, and what it has done there, after the pool's last ledger row."""

    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="ratings")
    version = models.ForeignKey(BotVersion, on_delete=models.PROTECT, related_name="ratings")
    elo_milli = models.BigIntegerField()
    minted_milli = models.BigIntegerField(help_text="what the version brought into the pool")
    units = models.PositiveIntegerField(default=0, help_text="rated blocks")
    games = models.PositiveIntegerField(default=0)
    half_points = models.PositiveBigIntegerField(default=0, help_text="sum over the blocks of the half points won")
    half_points_squared = models.PositiveBigIntegerField(default=0, help_text="sum of their squares, for the error bar")
    prior_milli = models.BigIntegerField(default=elo.START, help_text="where it was expected before its first block")
    is_placing = models.BooleanField(default=False, help_text="does it move alone, until its place is known?")
    contests = models.JSONField(default=list, help_text="what places it, as `placement` has it")
    record = models.JSONField(default=dict, help_text="the sums of `record.Record`")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pool", "version"], name="one_rating_per_pool_and_version")]

    def __str__(self) -> str:
        return f"{self.version_id} {self.elo_milli / 1000:.0f}"


class PairTotal(models.Model):
    """What two versions have scored against each other in a pool: integer sums, from the first one's side."""

    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="pairs")
    first = models.ForeignKey(BotVersion, on_delete=models.PROTECT, related_name="+", help_text="the smaller id")
    second = models.ForeignKey(BotVersion, on_delete=models.PROTECT, related_name="+")
    blocks = models.PositiveIntegerField(default=0)
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    draws = models.PositiveIntegerField(default=0)
    half_points = models.PositiveBigIntegerField(default=0)
    block_squares = models.PositiveBigIntegerField(default=0, help_text="of the blocks' half points")
    game_squares = models.PositiveBigIntegerField(default=0, help_text="of the games' half points")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pool", "first", "second"], name="one_total_per_pair")]
        indexes = [models.Index(fields=["pool", "second"], name="pair_by_second")]

    def __str__(self) -> str:
        return f"{self.first_id} against {self.second_id}"


class HistoryPoint(models.Model):
    """A version's live Elo after so many of its blocks; kept at fewer and fewer of them."""

    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="history")
    version = models.ForeignKey(BotVersion, on_delete=models.PROTECT, related_name="+")
    units = models.PositiveIntegerField()
    sequence = models.PositiveBigIntegerField(help_text="the ledger row after which it was so")
    at = models.DateTimeField(help_text="when that row was entered")
    elo_milli = models.BigIntegerField()
    bankroll = models.BigIntegerField(default=0, help_text="won less lost so far, in games with chips")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pool", "version", "units"], name="one_point_per_block_count")]
        ordering = ["pool_id", "version_id", "units"]

    def __str__(self) -> str:
        return f"{self.version_id} after {self.units}"


class PoolFit(models.Model):
    """A batch fit of a pool's ledger up to a row: computed once for that row, and never changed."""

    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="fits")
    sequence = models.PositiveBigIntegerField(help_text="the last ledger row in it")
    at = models.DateTimeField(help_text="when that row was entered")
    anchor = models.ForeignKey(BotVersion, on_delete=models.PROTECT, null=True, related_name="+")
    blocks = models.PositiveBigIntegerField()
    clusters = models.PositiveBigIntegerField(help_text="deals that differ")
    computed_at = models.DateTimeField()
    seconds = models.FloatField(help_text="what it took")
    facts = models.JSONField(default=dict, help_text="parts of the field, residuals, dispersion")
    covariance = models.BinaryField(default=bytes, help_text="of the newest fit alone: `fits.pack`")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pool", "sequence"], name="one_fit_per_pool_and_row")]
        ordering = ["pool_id", "sequence"]

    def __str__(self) -> str:
        return f"fit of {self.pool_id} at {self.sequence}"


class FittedRating(models.Model):
    """A version's published rating in a fit, in milli-Elo; the order is that of the covariance."""

    fit = models.ForeignKey(PoolFit, on_delete=models.CASCADE, related_name="ratings")
    index = models.PositiveIntegerField()
    version = models.ForeignKey(BotVersion, on_delete=models.PROTECT, related_name="+")
    elo_milli = models.BigIntegerField()
    error_milli = models.BigIntegerField(help_text="standard error against the zero of the scale, 0 for the anchor")
    field_error_milli = models.BigIntegerField(help_text="standard error against the mean of the field")
    factor_milli = models.BigIntegerField(help_text="standard errors that a 95 % interval reaches to either side")
    clusters = models.PositiveIntegerField(help_text="deals that it has played")
    rank_best = models.PositiveIntegerField()
    rank_worst = models.PositiveIntegerField()
    is_rough = models.BooleanField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["fit", "index"], name="one_rating_per_fit_and_index"),
            models.UniqueConstraint(fields=["fit", "version"], name="one_rating_per_fit_and_version"),
        ]
        ordering = ["fit_id", "index"]

    def __str__(self) -> str:
        return f"{self.version_id} {self.elo_milli / 1000:.0f}"
