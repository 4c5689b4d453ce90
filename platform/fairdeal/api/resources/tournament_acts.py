"""What is done with a tournament: entry opens and closes, it starts, pauses, goes on, is called off, plays again."""

from __future__ import annotations

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response

from fairdeal.api import fields
from fairdeal.api.fields import user_of
from fairdeal.api.idempotency import idempotent
from fairdeal.api.resources.tournament_shapes import TournamentDetailSerializer
from fairdeal.api.views import ApiView
from fairdeal.tournaments import services
from fairdeal.tournaments.selectors import tournament_get


def detail(request: Request, pk: int) -> Any:
    """Give a tournament as it stands, for the answer."""
    return TournamentDetailSerializer(tournament_get(request.user, pk), context={"request": request}).data


class TournamentAct(ApiView):
    """Something that is done with a tournament; the answer is how it then stands."""

    act: ClassVar[Any]

    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        fields.refuse_unknown(request.data)
        type(self).act(user=user_of(request), tournament=tournament_get(request.user, pk))
        return Response(detail(request, pk))


def _described(name: str, summary: str, description: str | None = None) -> Any:
    return extend_schema_view(
        post=extend_schema(
            summary=summary,
            description=description,
            request=None,
            responses={200: TournamentDetailSerializer},
            operation_id=f"tournaments_{name}",
        )
    )


@_described("open", "Open a tournament for entry", "Until then what is played can be changed, afterwards no more.")
class TournamentOpen(TournamentAct):
    """Open a tournament for entry."""

    act = services.tournament_open


@_described("close", "Close entry", "Bots take part with their newest accepted versions from then on.")
class TournamentClose(TournamentAct):
    """Close entry."""

    act = services.tournament_close


@_described("start", "Start a tournament: its first matches are handed out", "Entry is closed, if it is still open.")
class TournamentStart(TournamentAct):
    """Start a tournament."""

    act = services.tournament_start


@_described(
    "pause",
    "Pause a tournament: no more of its matches are handed out",
    "What is with the workers is played to its end; no round is drawn. Again it changes nothing.",
)
class TournamentPause(TournamentAct):
    """Pause a tournament."""

    act = services.tournament_pause


@_described("resume", "Go on with a tournament that is paused")
class TournamentResume(TournamentAct):
    """Go on with a tournament."""

    act = services.tournament_resume


@_described(
    "cancel",
    "Call a tournament off; there is no way back",
    "Matches that are not over are called off with it; finished ones stay, with their ratings.",
)
class TournamentCancel(TournamentAct):
    """Call a tournament off."""

    act = services.tournament_cancel


@_described(
    "rerun_failed",
    "Play the matches again that the infrastructure failed",
    "Each gets three attempts more; one that has ended runs again until they are over.",
)
class TournamentRerunFailed(TournamentAct):
    """Play failed matches again."""

    act = services.tournament_rerun_failed
