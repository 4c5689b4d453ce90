"""Matches, the attempts at playing them, their blocks and records."""

from typing import Final

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from fairdeal.accounts.models import User
from fairdeal.common.models import CreatedAt
from fairdeal.submissions.models import BotVersion


class MatchState(models.TextChoices):
    """The life of a match; `states` holds the table of allowed transitions."""

    CREATED = "created", _("scheduled, not handed out yet")
    QUEUED = "queued", _("handed out, waiting for a worker")
    RUNNING = "running", _("being played")
    FINISHED = "finished", _("played to the end")
    FAILED = "failed", _("infrastructure failed three times; never rated")
    CANCELLED = "cancelled", _("called off; never rated")


# What a match does not come out of, but for a failed one that staff gives another try.
TERMINAL_STATES: Final = (MatchState.FINISHED, MatchState.FAILED, MatchState.CANCELLED)


class EntryKind(models.TextChoices):
    """What one entrant fills."""

    SIDE = "side", _("all seats of a side")
    SEAT = "seat", _("a single seat")


class Lane(CreatedAt):
    """Matches that wait behind each other, as those of one tournament; lanes take turns at the workers."""

    served = models.PositiveBigIntegerField(
        default=0, help_text="the number of its last hand-out; who was served longest ago comes first"
    )
    is_waiting = models.BooleanField(
        default=True, db_index=True, help_text="may it hold matches that are not handed out yet?"
    )

    is_paused = models.BooleanField(default=False, help_text="nothing of it is handed out until it is resumed")
    is_spare = models.BooleanField(
        default=False, help_text="it only gets a turn when no other lane has anything waiting"
    )

    def __str__(self) -> str:
        return f"lane {self.pk}"


class Match(CreatedAt):
    """A line-up of entrants, a game with options, and N blocks: the unit of scheduling."""

    game = models.CharField(max_length=40)
    players = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict, help_text="canonical: what differs from the defaults")
    ruleset = models.CharField(max_length=200, db_index=True, help_text="canonical text of game, players and options")
    entry_kind = models.CharField(max_length=4, choices=EntryKind)
    seeds = models.JSONField(help_text="one hex seed a block")
    rng_seed = models.CharField(max_length=64, help_text="hex; the bots' own random numbers come from it")
    limits = models.JSONField(default=dict, help_text="clock and memory limits")
    state = models.CharField(max_length=9, choices=MatchState, default=MatchState.CREATED, db_index=True)
    lane = models.ForeignKey(
        Lane, on_delete=models.PROTECT, null=True, related_name="matches", help_text="null: it waits for no turn"
    )
    is_rated = models.BooleanField(default=True)
    is_closed = models.BooleanField(
        default=False, help_text="seeds and records are for staff alone as long as this is set"
    )
    private_to = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, related_name="+", help_text="nobody else, but staff, sees it"
    )
    rated_at = models.DateTimeField(null=True, help_text="when its blocks entered the ledger")
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-id"]
        indexes = [
            # The head of a lane is looked for after every match: it must not cost more where many have been played.
            models.Index(fields=["lane", "id"], condition=Q(state="created"), name="match_waiting_by_lane"),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(state__in=MatchState.values), name="match_state_is_known"),
            models.CheckConstraint(
                condition=Q(state__in=TERMINAL_STATES, finished_at__isnull=False)
                | (~Q(state__in=TERMINAL_STATES) & Q(finished_at=None)),
                name="match_is_over_since",
            ),
            models.CheckConstraint(
                condition=Q(rated_at=None) | Q(is_rated=True, state=MatchState.FINISHED), name="only_finished_is_rated"
            ),
            models.CheckConstraint(condition=Q(private_to=None) | Q(is_rated=False), name="private_is_not_rated"),
        ]

    def __str__(self) -> str:
        return f"match {self.pk}"


class MatchEntrant(models.Model):
    """A bot version in a match, by its place in the line-up."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="entrants")
    index = models.PositiveSmallIntegerField()
    version = models.ForeignKey(BotVersion, on_delete=models.PROTECT, related_name="entered")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "index"], name="entrant_index_unique_per_match"),
            models.UniqueConstraint(fields=["match", "version"], name="version_once_per_match"),
        ]
        ordering = ["index"]

    def __str__(self) -> str:
        return f"{self.match_id}[{self.index}]"


class AttemptState(models.TextChoices):
    LIVE = "live", _("handed out; its lease runs")
    FINISHED = "finished", _("brought the result")
    FAILED = "failed", _("ended by an infrastructure fault")
    EXPIRED = "expired", _("its lease ran out")
    RETURNED = "returned", _("given back by a worker that was told to stop")


class Attempt(CreatedAt):
    """One try at playing a match on a worker; counted before it starts, fenced by its token."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="attempts")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=8, choices=AttemptState, default=AttemptState.LIVE)
    token_digest = models.CharField(max_length=64)
    lease_expires_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    worker = models.CharField(max_length=120, blank=True)
    engine_version = models.CharField(max_length=40, blank=True, help_text="whose rules are asked for, and no others")
    sandbox = models.CharField(max_length=40, blank=True)
    blocks_done = models.PositiveIntegerField(default=0)
    progress_at = models.DateTimeField(null=True, help_text="when blocks_done last grew: life alone renews no lease")
    reason = models.CharField(max_length=500, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="attempt_number_unique_per_match"),
            models.UniqueConstraint(fields=["match"], condition=Q(state="live"), name="one_live_attempt_per_match"),
            models.UniqueConstraint(fields=["match"], condition=Q(state="finished"), name="one_result_per_match"),
            models.CheckConstraint(condition=Q(state__in=AttemptState.values), name="attempt_state_is_known"),
            models.CheckConstraint(condition=Q(number__gte=1), name="attempts_count_from_one"),
            models.CheckConstraint(
                condition=Q(state=AttemptState.LIVE, ended_at=None)
                | (~Q(state=AttemptState.LIVE) & Q(ended_at__isnull=False)),
                name="attempt_has_ended_unless_live",
            ),
        ]
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"attempt {self.number} of match {self.match_id}"


class StoredRecord(CreatedAt):
    """A block's record that an attempt handed in: a blob named by the SHA-256 of its compressed bytes."""

    attempt = models.ForeignKey(Attempt, on_delete=models.CASCADE, related_name="records")
    block = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)
    size = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["attempt", "block"], name="one_record_per_attempt_and_block")]

    def __str__(self) -> str:
        return f"record {self.block} of attempt {self.attempt_id}"


class Block(CreatedAt):
    """One seed played in every rotation: written once, with the result of its match."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="blocks")
    index = models.PositiveIntegerField()
    attempt = models.ForeignKey(Attempt, on_delete=models.PROTECT, related_name="blocks")
    record_sha256 = models.CharField(max_length=64)
    record_size = models.PositiveIntegerField()
    games = models.JSONField(help_text="one summary a game: seating, places, totals, payouts, deals, verdicts")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "index"], name="block_once_per_match")]
        ordering = [F("match_id").asc(), F("index").asc()]

    def __str__(self) -> str:
        return f"block {self.index} of match {self.match_id}"


class Worker(CreatedAt):
    """A worker process as it describes itself; a restart is another one. Matches are handed out by their number."""

    name = models.CharField(max_length=120, unique=True, help_text="machine and process")
    engine_version = models.CharField(max_length=40)
    sandbox = models.CharField(max_length=40)
    plays_matches = models.BooleanField(default=True, help_text="or does it take checks alone?")
    is_fit = models.BooleanField(help_text="has its sandbox passed its self-test?")
    reason = models.CharField(max_length=500, blank=True, help_text="why bots cannot be run there")
    remedy = models.CharField(max_length=500, blank=True, help_text="what its operator can do about that")
    tested_at = models.DateTimeField(null=True, help_text="when the self-test last passed")
    seen_at = models.DateTimeField(db_index=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.name


class Machine(CreatedAt):
    """A machine with workers, by the name that they give before a colon: its credentials, and whether it may play."""

    name = models.CharField(max_length=120, unique=True)
    password_sha256 = models.CharField(max_length=64, blank=True, help_text="of its user at the broker; empty: none")
    suspended_at = models.DateTimeField(null=True, help_text="since when nothing of it counts")
    suspended_for = models.CharField(max_length=500, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(suspended_at=None, suspended_for="")
                | (Q(suspended_at__isnull=False) & ~Q(suspended_for="")),
                name="suspended_machine_says_why",
            )
        ]
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class AlarmKind(models.TextChoices):
    RESULT = "result", _("a published result does not follow from its record")
    RECORD = "record", _("a stored record is missing or damaged")
    WORKER = "worker", _("a worker was suspended")


class Alarm(CreatedAt):
    """Something that staff must look at; it stays until one of them has settled it."""

    kind = models.CharField(max_length=8, choices=AlarmKind)
    match = models.ForeignKey(Match, on_delete=models.PROTECT, null=True, related_name="alarms")
    worker = models.CharField(max_length=120, blank=True)
    detail = models.CharField(max_length=1000)
    settled_at = models.DateTimeField(null=True)
    settled_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints = [
            # The same trouble found every minute is one row.
            models.UniqueConstraint(
                fields=["kind", "match"], condition=Q(settled_at=None), name="one_open_alarm_per_match_and_kind"
            ),
            models.UniqueConstraint(
                fields=["kind", "worker"],
                condition=Q(settled_at=None, match=None),
                name="one_open_alarm_per_worker_and_kind",
            ),
            models.CheckConstraint(
                condition=Q(settled_at=None, settled_by=None) | Q(settled_at__isnull=False, settled_by__isnull=False),
                name="settled_alarm_has_time_and_person",
            ),
        ]
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"alarm {self.pk}: {self.kind}"
