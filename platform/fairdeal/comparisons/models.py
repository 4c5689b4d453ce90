"""Comparisons: private sequential tests of two versions, and the matches in which they are played."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from fairdeal.accounts.models import User
from fairdeal.common.models import CreatedAt
from fairdeal.comparisons.scoring import full_points
from fairdeal.matches.models import EntryKind, Lane, Match
from fairdeal.ratings.sprt import Evidence, Plan, Verdict
from fairdeal.submissions.models import BotVersion


class ComparisonState(models.TextChoices):
    RUNNING = "running", _("being played")
    FINISHED = "finished", _("has come to its verdict")
    STOPPED = "stopped", _("stopped by its author")
    FAILED = "failed", _("could not be played to its end")


class Comparison(CreatedAt):
    """Is the candidate better than the baseline? A sequential test, the evidence so far, and how it went."""

    VERDICTS = [(verdict.value, verdict.value) for verdict in Verdict]

    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="comparisons")
    game = models.CharField(max_length=40)
    players = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    ruleset = models.CharField(max_length=200)
    entry_kind = models.CharField(max_length=4, choices=EntryKind)
    limits = models.JSONField(default=dict)
    candidate = models.ForeignKey(BotVersion, on_delete=models.PROTECT, related_name="+")
    baseline = models.ForeignKey(BotVersion, on_delete=models.PROTECT, related_name="+")
    elo0 = models.FloatField()
    elo1 = models.FloatField()
    alpha = models.FloatField()
    beta = models.FloatField()
    most_blocks = models.PositiveIntegerField()
    seed = models.CharField(max_length=64, help_text="hex; all deals follow from it")
    lane = models.OneToOneField(Lane, on_delete=models.PROTECT, related_name="comparison")
    state = models.CharField(max_length=8, choices=ComparisonState, default=ComparisonState.RUNNING)
    verdict = models.CharField(max_length=10, choices=VERDICTS, default=Verdict.RUNNING.value)
    reason = models.CharField(max_length=500, blank=True, help_text="why it could not go on")
    entrants = models.PositiveSmallIntegerField(help_text="at a table")
    counts = models.JSONField(default=list, help_text="pairs: points, and how many blocks had them")
    path = models.JSONField(default=list, help_text="pairs: blocks, and the log-likelihood ratio after them")
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=~Q(candidate=F("baseline")), name="comparison_of_two"),
            models.CheckConstraint(condition=Q(state__in=ComparisonState.values), name="comparison_state_is_known"),
            models.CheckConstraint(
                condition=Q(state="running", ended_at=None) | (~Q(state="running") & Q(ended_at__isnull=False)),
                name="comparison_has_ended_unless_running",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.candidate} against {self.baseline}"

    @property
    def plan(self) -> Plan:
        """What is tested."""
        return Plan(self.elo0, self.elo1, self.alpha, self.beta, self.most_blocks)

    @property
    def evidence(self) -> Evidence:
        """The blocks that have been counted."""
        return Evidence(full_points(self.entrants), dict(self.counts))

    @property
    def blocks(self) -> int:
        """How many blocks have been counted."""
        return sum(count for _points, count in self.counts)


class FieldVersion(models.Model):
    """One of those whom both versions meet, at tables of more than two."""

    comparison = models.ForeignKey(Comparison, on_delete=models.CASCADE, related_name="field")
    place = models.PositiveSmallIntegerField()
    version = models.ForeignKey(BotVersion, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(fields=["comparison", "place"], name="field_place_unique_per_comparison"),
            models.UniqueConstraint(fields=["comparison", "version"], name="field_version_once_per_comparison"),
        ]

    def __str__(self) -> str:
        return f"{self.comparison_id}:{self.place}"


class BatchState(models.TextChoices):
    OPEN = "open", _("being played")
    COUNTED = "counted", _("its blocks are evidence")
    LOST = "lost", _("a match of it was lost; none of it counts")


class Batch(models.Model):
    """Some blocks, counted together and in order: a match of the two, or one of each at the same tables."""

    comparison = models.ForeignKey(Comparison, on_delete=models.CASCADE, related_name="batches")
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=7, choices=BatchState, default=BatchState.OPEN)
    blocks = models.PositiveSmallIntegerField()
    match = models.OneToOneField(Match, on_delete=models.PROTECT, related_name="+", help_text="the candidate's")
    other = models.OneToOneField(
        Match, on_delete=models.PROTECT, null=True, related_name="+", help_text="the baseline's, at tables"
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["comparison", "number"], name="batch_number_unique_per_comparison")
        ]

    def __str__(self) -> str:
        return f"{self.comparison_id}.{self.number}"
