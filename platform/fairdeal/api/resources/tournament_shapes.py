"""How tournaments look in the API: the list's row, the whole, standings, schedule, cross-table."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from fairdeal.api.fields import Address, VersionRefSerializer
from fairdeal.matches.models import EntryKind, MatchState
from fairdeal.tournaments.access import may
from fairdeal.tournaments.models import Deals, EntryState, Tournament, TournamentState, Visibility
from fairdeal.tournaments.selectors import Progress, View, progress, schedule, standings, view_of

# A schedule that fits on a page or two comes with the tournament; a longer one has an address of its own.
SCHEDULE_SHOWN = 200
STANDARD_ERROR = "of the score, over clusters of blocks on the same deals; null for fewer than two; never 0"


@extend_schema_serializer(component_name="Tournament")
class TournamentSerializer(serializers.Serializer[Any]):
    """A format, a ruleset and entries."""

    id = serializers.IntegerField()
    url = Address("tournament")
    name = serializers.CharField()
    organiser = serializers.CharField(source="organiser.username")
    format = serializers.ChoiceField(choices=Tournament.Format.choices)
    settings = serializers.DictField(help_text="all settings of the format")
    game = serializers.CharField()
    players = serializers.IntegerField()
    options = serializers.DictField(help_text="what differs from the defaults")
    entry = serializers.ChoiceField(source="entry_kind", choices=EntryKind.choices)
    entry_count = serializers.IntegerField()
    table_size = serializers.IntegerField(help_text="entrants at one table")
    blocks = serializers.IntegerField(help_text="a table")
    deals = serializers.ChoiceField(choices=Deals.choices, help_text="which tables play the same deals")
    visibility = serializers.ChoiceField(
        choices=Visibility.choices, help_text="who sees the cards of a round that is over, while the tournament goes on"
    )
    entry_limit = serializers.IntegerField(allow_null=True)
    entry_deadline = serializers.DateTimeField(allow_null=True, help_text="entry closes by itself then")
    starts_at = serializers.DateTimeField(allow_null=True, help_text="it starts by itself then")
    trouble = serializers.CharField(help_text="why it did not start by itself, or empty")
    state = serializers.ChoiceField(choices=TournamentState.choices)
    is_paused = serializers.BooleanField(help_text="while it runs: nothing of it is handed out")
    seed_sha256 = serializers.CharField(help_text="SHA-256 of the seed's bytes, published before the first deal")
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)


@extend_schema_serializer(component_name="Progress")
class ProgressSerializer(serializers.Serializer[Any]):
    """How far a tournament is."""

    matches = serializers.IntegerField()
    finished = serializers.IntegerField()
    running = serializers.IntegerField()
    waiting = serializers.IntegerField()
    failed = serializers.IntegerField(help_text="by our infrastructure, or called off; never rated")
    blocks = serializers.IntegerField()
    blocks_done = serializers.IntegerField()
    percent = serializers.IntegerField()


@extend_schema_serializer(component_name="Standing")
class StandingSerializer(serializers.Serializer[Any]):
    """A line of the standings: what the format counts, then sums over all finished blocks."""

    rank = serializers.IntegerField(
        allow_null=True, help_text="equals share one; null before a result, and for who is still in a bracket"
    )
    number = serializers.IntegerField(help_text="pairing number")
    version = VersionRefSerializer()
    state = serializers.ChoiceField(choices=EntryState.choices)
    points = serializers.FloatField(help_text="of tables, as the format counts them")
    tiebreaks = serializers.ListField(
        child=serializers.FloatField(allow_null=True), help_text="in the order of the setting `tiebreaks`; or empty"
    )
    played = serializers.IntegerField(help_text="tables")
    byes = serializers.IntegerField(help_text="and walkovers, that were worth something")
    blocks = serializers.IntegerField()
    games = serializers.IntegerField()
    wins = serializers.IntegerField()
    draws = serializers.IntegerField()
    losses = serializers.IntegerField()
    score = serializers.FloatField(allow_null=True, help_text="mean score a block, 0 to 1")
    standard_error = serializers.FloatField(allow_null=True, help_text=STANDARD_ERROR)
    margin = serializers.FloatField(allow_null=True, help_text="points of the game, a deal")
    faults = serializers.IntegerField(help_text="games in which it was put out")


@extend_schema_serializer(component_name="ScheduledMatch")
class ScheduledMatchSerializer(serializers.Serializer[Any]):
    """A match of the schedule: a table, or a part of its blocks."""

    cycle = serializers.IntegerField()
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    leg = serializers.IntegerField(help_text="from 2 on a tie is played on")
    part = serializers.IntegerField(help_text="tables with many blocks are played in several matches")
    numbers = serializers.ListField(child=serializers.IntegerField(), help_text="pairing numbers in line-up order")
    names = serializers.ListField(child=serializers.CharField())
    deals_round = serializers.IntegerField(help_text="0: it plays the deals of its cycle; else those of this round")
    first_block = serializers.IntegerField(help_text="from which block of these deals on")
    is_bye = serializers.BooleanField(help_text="one entrant alone: nothing is played")
    is_walkover = serializers.BooleanField(help_text="somebody left before it was played")
    match = serializers.IntegerField(
        source="match.pk", default=None, allow_null=True, help_text="null when it was never handed out"
    )
    state = serializers.ChoiceField(
        source="match.state", choices=MatchState.choices, default=None, allow_null=True, help_text="of the match"
    )


@extend_schema_serializer(component_name="Balance")
class BalanceSerializer(serializers.Serializer[Any]):
    """How even a schedule is: least and most, over pairs and entrants."""

    tables = serializers.IntegerField()
    rounds = serializers.IntegerField()
    meets = serializers.ListField(child=serializers.IntegerField(), help_text="of every pair")
    plays = serializers.ListField(child=serializers.IntegerField(), help_text="of every entrant")
    positions = serializers.ListField(child=serializers.IntegerField(), help_text="in each place of the line-up")
    byes = serializers.ListField(child=serializers.IntegerField())
    neighbours = serializers.ListField(child=serializers.IntegerField(), help_text="times to the left of another")
    partners = serializers.ListField(child=serializers.IntegerField(), allow_null=True, help_text="where there are any")
    opponents = serializers.ListField(
        child=serializers.IntegerField(), allow_null=True, help_text="where there are partners"
    )
    kept_apart = serializers.IntegerField(help_text="pairs that never meet, since one owner has both")
    meets_unconstrained = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="what meets would be if owners did not matter: the difference is what keeping them apart costs",
    )
    is_balanced = serializers.BooleanField(help_text="does every pair meet equally often?")


@extend_schema_serializer(component_name="Schedule", many=False)
class ScheduleSerializer(serializers.Serializer[Any]):
    """All matches that are known, in the order in which they are handed out."""

    balance = BalanceSerializer(allow_null=True, help_text="null when these entries cannot be scheduled")
    problem = serializers.CharField(help_text="why these entries cannot be scheduled, or empty")
    promises = serializers.ListField(child=serializers.CharField(), help_text="what holds whatever the results are")
    rounds = serializers.IntegerField(help_text="at most; 0: not known")
    most_tables = serializers.IntegerField(help_text="at most; 0: not known")
    matches = ScheduledMatchSerializer(many=True)


@extend_schema_serializer(component_name="TableOfRound")
class TableSerializer(serializers.Serializer[Any]):
    """A table of a round, and what came of it."""

    table = serializers.IntegerField(source="place.table")
    leg = serializers.IntegerField(source="place.leg", help_text="from 2 on a tie is played on")
    numbers = serializers.ListField(child=serializers.IntegerField(), help_text="pairing numbers in line-up order")
    names = serializers.ListField(child=serializers.CharField())
    state = serializers.CharField(help_text="planned, bye, walkover, waiting, running, failed or played")
    blocks = serializers.IntegerField(help_text="that have been played")
    points = serializers.ListField(
        child=serializers.FloatField(), help_text="in line-up order, a block one point at most; empty until it is over"
    )
    matches = serializers.ListField(child=serializers.IntegerField(), help_text="ids; several for many blocks")


@extend_schema_serializer(component_name="Round")
class RoundSerializer(serializers.Serializer[Any]):
    """A round; in a bracket more of its tables may still come."""

    cycle = serializers.IntegerField()
    round = serializers.IntegerField()
    is_over = serializers.BooleanField(help_text="of the tables that have been drawn")
    tables = TableSerializer(many=True)


@extend_schema_serializer(component_name="BracketSlot")
class BracketSlotSerializer(serializers.Serializer[Any]):
    """A slot of a bracket. Entrants are pairing numbers, null where nobody is known yet, 0 for nobody (a bye)."""

    cycle = serializers.IntegerField(help_text="winners' bracket, losers' bracket or third place, final: in this order")
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    entrants = serializers.ListField(child=serializers.IntegerField(allow_null=True))
    names = serializers.ListField(child=serializers.CharField(allow_null=True))
    seeds = serializers.ListField(child=serializers.IntegerField(allow_null=True))
    winner = serializers.IntegerField(allow_null=True)
    legs = serializers.ListField(
        child=serializers.ListField(child=serializers.FloatField()),
        help_text="blocks that each has won, leg by leg: ties are played on",
    )


@extend_schema_serializer(component_name="CrossCell")
class CrossCellSerializer(serializers.Serializer[Any]):
    """One entrant against another over their direct blocks."""

    opponent = serializers.IntegerField(help_text="pairing number")
    score = serializers.FloatField(allow_null=True)
    standard_error = serializers.FloatField(allow_null=True, help_text=STANDARD_ERROR)
    interval = serializers.ListField(
        child=serializers.FloatField(), allow_null=True, help_text="95 %: low and high; null as the error"
    )
    blocks = serializers.IntegerField()
    wins = serializers.IntegerField()
    draws = serializers.IntegerField()
    losses = serializers.IntegerField()


@extend_schema_serializer(component_name="CrossRow")
class CrossRowSerializer(serializers.Serializer[Any]):
    """A row of the cross-table."""

    number = serializers.IntegerField(help_text="pairing number")
    version = VersionRefSerializer()
    cells = CrossCellSerializer(many=True)


@extend_schema_serializer(component_name="TournamentDetail")
class TournamentDetailSerializer(TournamentSerializer):
    """A tournament with what happens in it."""

    seed = serializers.SerializerMethodField(help_text="all deals follow from it; null as long as it is not over")
    progress = serializers.SerializerMethodField()
    standings = serializers.SerializerMethodField()
    schedule = serializers.SerializerMethodField(
        help_text=f"up to {SCHEDULE_SHOWN} matches; a longer one is at `schedule_url` only"
    )
    entries_url = Address("tournament_entries")
    schedule_url = Address("tournament_schedule")
    standings_url = Address("tournament_standings")
    rounds_url = Address("tournament_rounds")
    bracket_url = Address("tournament_bracket")
    crosstable_url = Address("tournament_crosstable")
    _counted: Progress | None = None
    _read: View | None = None

    def get_seed(self, tournament: Tournament) -> str | None:
        return tournament.seed if may(self.context["request"].user, "see_seed", tournament) else None

    @extend_schema_field(ProgressSerializer)
    def get_progress(self, tournament: Tournament) -> Any:
        return ProgressSerializer(self._progress(tournament)).data

    @extend_schema_field(StandingSerializer(many=True))
    def get_standings(self, tournament: Tournament) -> Any:
        return StandingSerializer(standings(self._view(tournament)), many=True, context=self.context).data

    @extend_schema_field(ScheduledMatchSerializer(many=True))
    def get_schedule(self, tournament: Tournament) -> Any:
        rows = schedule(self._view(tournament)) if self._progress(tournament).matches <= SCHEDULE_SHOWN else []
        return ScheduledMatchSerializer(rows, many=True).data

    def _progress(self, tournament: Tournament) -> Progress:
        if self._counted is None:
            self._counted = progress(tournament)
        return self._counted

    def _view(self, tournament: Tournament) -> View:
        if self._read is None:
            self._read = view_of(tournament)
        return self._read
