"""Tournaments, who takes part, and which match is which pairing."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from fairdeal.accounts.models import User
from fairdeal.common.models import CreatedAt
from fairdeal.matches.models import EntryKind, Match
from fairdeal.submissions.models import BotVersion


class TournamentState(models.TextChoices):
    DRAFT = "draft", _("being set up")
    RUNNING = "running", _("being played")
    FINISHED = "finished", _("all matches are in")
    CANCELLED = "cancelled", _("called off")


class Tournament(CreatedAt):
    """A format, a ruleset and entries."""

    class Format(models.TextChoices):
        ROUND_ROBIN = "round-robin", _("round-robin")

    name = models.CharField(max_length=120)
    organiser = models.ForeignKey(User, on_delete=models.PROTECT, related_name="tournaments")
    format = models.CharField(max_length=20, choices=Format, default=Format.ROUND_ROBIN)
    game = models.CharField(max_length=40)
    players = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    entry_kind = models.CharField(max_length=4, choices=EntryKind)
    table_size = models.PositiveSmallIntegerField(help_text="entrants at one table")
    cycles = models.PositiveSmallIntegerField(default=1, help_text="1 single, 2 double, k k-fold")
    blocks = models.PositiveIntegerField(help_text="blocks a match")
    limits = models.JSONField(default=dict)
    seed = models.CharField(max_length=64, help_text="hex; secret until the tournament ends")
    seed_sha256 = models.CharField(max_length=64, help_text="published before the first deal")
    state = models.CharField(max_length=9, choices=TournamentState, default=TournamentState.DRAFT)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """A version that takes part, with its pairing number (from 1)."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveSmallIntegerField()
    version = models.ForeignKey(BotVersion, on_delete=models.PROTECT, related_name="entries")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="entry_number_unique_per_tournament"),
            models.UniqueConstraint(fields=["tournament", "version"], name="version_once_per_tournament"),
        ]
        ordering = ["number"]

    def __str__(self) -> str:
        return f"{self.tournament_id}#{self.number}"


class Pairing(models.Model):
    """A table of the schedule and the match that plays it."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="pairings")
    cycle = models.PositiveSmallIntegerField()
    round = models.PositiveSmallIntegerField()
    table = models.PositiveSmallIntegerField()
    part = models.PositiveSmallIntegerField(default=0, help_text="many blocks are played in several matches")
    match = models.OneToOneField(Match, on_delete=models.PROTECT, related_name="pairing")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "cycle", "round", "table", "part"], name="one_match_per_table_and_part"
            )
        ]
        ordering = ["cycle", "round", "table", "part"]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.cycle}.{self.round}.{self.table}"
