"""Tournaments, who takes part, and which match is which pairing."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from fairdeal.accounts.models import User
from fairdeal.common.models import CreatedAt
from fairdeal.matches.models import EntryKind, Lane, Match
from fairdeal.submissions.models import BotVersion


class TournamentState(models.TextChoices):
    """The life of a tournament. Whether one that runs is paused is a fact of its lane, and of nothing else."""

    DRAFT = "draft", _("being set up")
    OPEN = "open", _("open for entry")
    CLOSED = "closed", _("entry is closed")
    RUNNING = "running", _("being played")
    FINISHED = "finished", _("all matches are in")
    CANCELLED = "cancelled", _("called off")


class Deals(models.TextChoices):
    """Which tables play the same deals; the others get fresh ones."""

    CYCLE = "cycle", _("all of a cycle")
    ROUND = "round", _("all of a round")


class Visibility(models.TextChoices):
    """Who sees the cards of a round that is over while the tournament goes on; after it everybody does."""

    HIDDEN = "hidden", _("nobody before the end")
    ENTRANTS = "entrants", _("who takes part")
    PUBLIC = "public", _("everybody")


class Tournament(CreatedAt):
    """A format with its settings, a ruleset and entries."""

    class Format(models.TextChoices):
        ROUND_ROBIN = "round-robin", _("round-robin")
        GAUNTLET = "gauntlet", _("gauntlet")
        SWISS = "swiss", _("Swiss")
        SINGLE_ELIMINATION = "single-elimination", _("single elimination")
        DOUBLE_ELIMINATION = "double-elimination", _("double elimination")
        GROUPS = "groups", _("groups and a bracket")
        LADDER = "ladder", _("ladder")

    name = models.CharField(max_length=120)
    organiser = models.ForeignKey(User, on_delete=models.PROTECT, related_name="tournaments")
    format = models.CharField(max_length=20, choices=Format, default=Format.ROUND_ROBIN)
    settings = models.JSONField(default=dict, help_text="all settings of the format, as `settings_of` gives them")
    game = models.CharField(max_length=40)
    players = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    entry_kind = models.CharField(max_length=4, choices=EntryKind)
    blocks = models.PositiveIntegerField(help_text="blocks a table")
    deals = models.CharField(max_length=5, choices=Deals, default=Deals.CYCLE)
    limits = models.JSONField(default=dict)
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.PUBLIC)
    entry_limit = models.PositiveSmallIntegerField(null=True, help_text="so many may enter; null: as many as can play")
    entry_deadline = models.DateTimeField(null=True, help_text="entry closes by itself then")
    starts_at = models.DateTimeField(null=True, help_text="it starts by itself then")
    trouble = models.CharField(max_length=500, blank=True, help_text="why it did not start by itself")
    most_tables = models.PositiveIntegerField(default=0, help_text="at most so many are played; 0: not known")
    lane = models.ForeignKey(
        Lane, on_delete=models.PROTECT, null=True, related_name="+", help_text="where all its matches wait; it pauses"
    )
    seed = models.CharField(max_length=64, help_text="hex; secret until the tournament ends")
    seed_sha256 = models.CharField(max_length=64, help_text="published before the first deal")
    state = models.CharField(max_length=9, choices=TournamentState, default=TournamentState.DRAFT)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(state__in=TournamentState.values), name="tournament_state_is_known"),
        ]
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.name

    @property
    def is_paused(self) -> bool:
        """Whether nothing of it is handed out while it is played."""
        return self.state == TournamentState.RUNNING and self.lane is not None and self.lane.is_paused

    @property
    def table_size(self) -> int:
        """How many entrants sit at a table."""
        return int(self.settings["table_size"])

    @property
    def cycles(self) -> int:
        """How often everybody meets everybody; 1 in formats that do not repeat themselves."""
        return int(self.settings.get("cycles", 1))


class EntryState(models.TextChoices):
    IN = "in", _("takes part")
    WITHDRAWN = "withdrawn", _("was withdrawn by its owner")
    DISQUALIFIED = "disqualified", _("was disqualified")


class Entry(models.Model):
    """A version that takes part. Pairing numbers go from 1 without gaps; who left before the start has none."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveSmallIntegerField(null=True)
    version = models.ForeignKey(BotVersion, on_delete=models.PROTECT, related_name="entries")
    is_pinned = models.BooleanField(
        default=True, help_text="false: its bot is entered, and plays with what is its newest version when entry closes"
    )
    is_own = models.BooleanField(
        default=True, help_text="its owner entered it: a version of the bot that is not published may take part too"
    )
    rating = models.FloatField(null=True, help_text="Elo at the start, for the seeding")
    state = models.CharField(max_length=12, choices=EntryState, default=EntryState.IN)
    left_at = models.DateTimeField(null=True)
    reason = models.CharField(max_length=300, blank=True, help_text="why it was disqualified")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="entry_number_unique_per_tournament"),
            models.UniqueConstraint(fields=["tournament", "version"], name="version_once_per_tournament"),
            models.CheckConstraint(
                condition=Q(state=EntryState.IN, left_at=None, number__isnull=False)
                | (Q(state__in=[EntryState.WITHDRAWN, EntryState.DISQUALIFIED], left_at__isnull=False)),
                name="entry_has_left_since",
            ),
        ]
        ordering = ["number", "id"]

    def __str__(self) -> str:
        return f"{self.tournament_id}#{self.number}"


class Pairing(models.Model):
    """A table of the schedule, or a part of its blocks, and the match that plays it; byes have none.

    Its deals are those of its cycle (`deals_round` 0) or round, from the block `first_block` on.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="pairings")
    cycle = models.PositiveSmallIntegerField()
    round = models.PositiveIntegerField()
    table = models.PositiveSmallIntegerField()
    leg = models.PositiveSmallIntegerField(default=1, help_text="from 2 on a tie is played on")
    part = models.PositiveSmallIntegerField(default=0, help_text="many blocks are played in several matches")
    numbers = models.JSONField(default=list, help_text="pairing numbers in line-up order")
    deals_round = models.PositiveIntegerField(default=0, help_text="0: the deals are those of the cycle")
    first_block = models.PositiveIntegerField(default=0)
    match = models.OneToOneField(Match, on_delete=models.PROTECT, null=True, related_name="pairing")
    result = models.JSONField(null=True, help_text="what came of its match, as `results.written` has it")
    is_walkover = models.BooleanField(
        default=False, help_text="somebody left before it was played; what its match may still bring counts for nothing"
    )
    is_open_to_entrants = models.BooleanField(
        default=False, help_text="its deals are played, and who takes part sees them before everybody does"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "cycle", "round", "table", "leg", "part"], name="one_match_per_leg_and_part"
            )
        ]
        indexes = [
            # What has a match but no result yet is looked for every few seconds.
            models.Index(
                fields=["match"], condition=Q(result__isnull=True, match__isnull=False), name="pairing_without_result"
            ),
        ]
        ordering = ["cycle", "round", "table", "leg", "part"]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.cycle}.{self.round}.{self.table}.{self.leg}"
