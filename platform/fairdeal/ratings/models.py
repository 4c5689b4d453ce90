"""Pools, the append-only ledger, and the live ratings that follow from it."""

from django.db import models

from fairdeal.common.models import CreatedAt
from fairdeal.matches.models import Block, EntryKind
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


class LedgerRow(CreatedAt):
    """A rated block. Never edited; the order is the scheduler's."""

    pool = models.ForeignKey(Pool, on_delete=models.PROTECT, related_name="ledger")
    sequence = models.PositiveBigIntegerField()
    block = models.OneToOneField(Block, on_delete=models.PROTECT, related_name="ledger_row")
    engine_version = models.CharField(max_length=40)
    games = models.PositiveSmallIntegerField(help_text="games of the block")
    scores = models.JSONField(
        help_text="entrants by entrants, in line-up order: half points of i against j, 2 a game won"
    )
    deltas = models.JSONField(help_text="milli-Elo change a entrant, in line-up order")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pool", "sequence"], name="ledger_sequence_unique_per_pool")]
        ordering = ["pool_id", "sequence"]

    def __str__(self) -> str:
        return f"{self.pool_id}:{self.sequence}"


class LiveRating(models.Model):
    """The live Elo of a version in a pool, after the pool's last ledger row."""

    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="ratings")
    version = models.ForeignKey(BotVersion, on_delete=models.PROTECT, related_name="ratings")
    elo_milli = models.BigIntegerField()
    minted_milli = models.BigIntegerField(help_text="what the version brought into the pool")
    units = models.PositiveIntegerField(default=0, help_text="rated blocks")
    games = models.PositiveIntegerField(default=0)
    half_points = models.PositiveBigIntegerField(default=0, help_text="sum over the blocks of the half points won")
    half_points_squared = models.PositiveBigIntegerField(default=0, help_text="sum of their squares, for the error bar")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pool", "version"], name="one_rating_per_pool_and_version")]

    def __str__(self) -> str:
        return f"{self.version_id} {self.elo_milli / 1000:.0f}"
