"""What is read of a tournament beside itself: schedule, standings, rounds, bracket, cross-table; as CSV and TRF."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response

from fairdeal.api.resources.tournament_shapes import (
    BracketSlotSerializer,
    CrossRowSerializer,
    RoundSerializer,
    ScheduleSerializer,
    StandingSerializer,
)
from fairdeal.api.views import ApiView
from fairdeal.tournaments import export
from fairdeal.tournaments.selectors import (
    bracket,
    crosstable,
    outlook,
    rounds,
    schedule,
    schedule_report,
    standings,
    tournament_get,
    view_of,
)
from fairdeal.tournaments.selectors.view import Look


class TournamentSchedule(ApiView):
    """The whole schedule."""

    @extend_schema(
        summary="The schedule as far as it is known, and how even it is",
        operation_id="tournaments_schedule",
        responses=ScheduleSerializer(many=False),
    )
    def get(self, request: Request, pk: int) -> Response:
        view = view_of(tournament_get(request.user, pk))
        known = outlook(view)
        whole = {
            "balance": schedule_report(view),
            "problem": known.problem,
            "promises": known.plan.promises if known.plan else (),
            "rounds": known.plan.rounds if known.plan else 0,
            "most_tables": known.plan.most_tables if known.plan else 0,
            "matches": schedule(view),
        }
        return Response(ScheduleSerializer(whole, context={"request": request}).data)


class TournamentStandings(ApiView):
    """The standings."""

    @extend_schema(
        summary="The standings", operation_id="tournaments_standings", responses=StandingSerializer(many=True)
    )
    def get(self, request: Request, pk: int) -> Response:
        rows = standings(tournament_get(request.user, pk))
        return Response(StandingSerializer(rows, many=True, context={"request": request}).data)


class TournamentRounds(ApiView):
    """Round by round."""

    @extend_schema(
        summary="The rounds: who sits where, and what came of it",
        operation_id="tournaments_rounds",
        responses=RoundSerializer(many=True),
    )
    def get(self, request: Request, pk: int) -> Response:
        return Response(RoundSerializer(rounds(tournament_get(request.user, pk)), many=True).data)


class TournamentBracket(ApiView):
    """The bracket."""

    @extend_schema(
        summary="The bracket, slot by slot; empty where there is none",
        operation_id="tournaments_bracket",
        responses=BracketSlotSerializer(many=True),
    )
    def get(self, request: Request, pk: int) -> Response:
        found = bracket(tournament_get(request.user, pk))
        slots = [] if found is None else found.slots()
        return Response(BracketSlotSerializer(slots, many=True).data)


class TournamentCrosstable(ApiView):
    """Everybody against everybody."""

    @extend_schema(
        summary="The cross-table",
        operation_id="tournaments_crosstable",
        responses=CrossRowSerializer(many=True),
    )
    def get(self, request: Request, pk: int) -> Response:
        rows = crosstable(tournament_get(request.user, pk))
        return Response(CrossRowSerializer(rows, many=True, context={"request": request}).data)


class Export(ApiView):
    """Something of a tournament as a file of text."""

    written: ClassVar[Callable[[Look], str]]
    filename: ClassVar[str]

    def get(self, request: Request, pk: int) -> HttpResponse:
        text = type(self).written(tournament_get(request.user, pk))
        headers = {"Content-Disposition": f'attachment; filename="tournament-{pk}-{self.filename}"'}
        return HttpResponse(text, content_type=f"{self.media_types[0]}; charset=utf-8", headers=headers)


def _described(name: str, summary: str, media_type: str) -> Any:
    answer: Any = {(200, media_type): OpenApiTypes.STR}
    return extend_schema_view(get=extend_schema(summary=summary, operation_id=f"tournaments_{name}", responses=answer))


@_described("schedule_csv", "The schedule as CSV, a row a match", "text/csv")
class ScheduleCsv(Export):
    """The schedule as a table."""

    media_types = ("text/csv",)
    written = export.schedule_csv
    filename = "schedule.csv"


@_described("fairness_csv", "How even the schedule is, as CSV", "text/csv")
class FairnessCsv(Export):
    """The fairness report as a table."""

    media_types = ("text/csv",)
    written = export.fairness_csv
    filename = "fairness.csv"


@_described("standings_csv", "The standings as CSV", "text/csv")
class StandingsCsv(Export):
    """The standings as a table."""

    media_types = ("text/csv",)
    written = export.standings_csv
    filename = "standings.csv"


@_described("crosstable_csv", "The cross-table as CSV, a row a pair and side", "text/csv")
class CrosstableCsv(Export):
    """The cross-table as a table of pairs."""

    media_types = ("text/csv",)
    written = export.crosstable_csv
    filename = "crosstable.csv"


@_described("trf", "A Swiss as a TRF file", "text/plain")
class Trf(Export):
    """A Swiss as other programs read it."""

    media_types = ("text/plain",)
    written = export.trf_of
    filename = "games.trf"
