"""Bots, their immutable versions, and the check each version goes through."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from fairdeal.accounts.models import Owner
from fairdeal.common.models import CreatedAt


class Bot(CreatedAt):
    """What an author owns: a name and its versions."""

    owner = models.ForeignKey(Owner, on_delete=models.PROTECT, related_name="bots")
    name = models.SlugField(max_length=60)
    description = models.CharField(max_length=280, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["owner", "name"], name="bot_name_unique_per_owner")]

    def __str__(self) -> str:
        return f"{self.owner.name}/{self.name}"


class VersionState(models.TextChoices):
    """The life of a version; `services` holds the table of allowed transitions."""

    CHECKING = "checking", _("being checked")
    ACTIVE = "active", _("accepted: it may play")
    REJECTED = "rejected", _("the check found what is wrong with it")
    UNCHECKED = "unchecked", _("the check itself failed; it can be asked for again")
    SUSPENDED = "suspended", _("stopped after repeated faults")


class BotVersion(CreatedAt):
    """An upload. Its bytes never change; they are private until the owner publishes them."""

    bot = models.ForeignKey(Bot, on_delete=models.PROTECT, related_name="versions")
    owner = models.ForeignKey(
        Owner, on_delete=models.PROTECT, related_name="+", help_text="the bot's owner, for the constraint"
    )
    number = models.PositiveIntegerField()
    parent = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="children")
    bundle_sha256 = models.CharField(max_length=64, db_index=True)
    upload_sha256 = models.CharField(max_length=64, help_text="of the bytes as they came, not yet packed")
    bundle_size = models.PositiveIntegerField()
    language = models.CharField(max_length=20, default="python")
    entry = models.CharField(max_length=200)
    games = models.JSONField(help_text="ids of the games it plays")
    state = models.CharField(max_length=10, choices=VersionState, default=VersionState.CHECKING)
    is_published = models.BooleanField(default=False, help_text="may anyone read its code?")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["bot", "number"], name="version_number_unique_per_bot"),
            models.UniqueConstraint(fields=["owner", "bundle_sha256"], name="same_bytes_once_per_owner"),
            models.UniqueConstraint(fields=["owner", "upload_sha256"], name="same_upload_once_per_owner"),
        ]
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.bot} v{self.number}"


class CheckState(models.TextChoices):
    QUEUED = "queued", _("waiting for a worker")
    RUNNING = "running", _("being checked")
    PASSED = "passed", _("nothing wrong found")
    FAILED = "failed", _("the bot is at fault")
    BROKEN = "broken", _("the arena is at fault")


class Check(CreatedAt):
    """One try at checking a version on a worker, fenced by its token.

    Its lease covers the wait in the queue first; the worker's first message starts another, which the next ones renew.
    """

    LIVE = (CheckState.QUEUED, CheckState.RUNNING)

    version = models.ForeignKey(BotVersion, on_delete=models.CASCADE, related_name="checks")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=8, choices=CheckState, default=CheckState.QUEUED)
    token_digest = models.CharField(max_length=64)
    lease_expires_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, help_text="when a worker was first heard of")
    report = models.JSONField(default=dict)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["version", "number"], name="check_number_unique_per_version"),
            models.UniqueConstraint(
                fields=["version"], condition=Q(state__in=["queued", "running"]), name="one_live_check_per_version"
            ),
        ]
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"check {self.number} of {self.version_id}"
