"""Django's registration of the tournaments app."""

from typing import Any

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "fairdeal.tournaments"
    label = "tournaments"

    def ready(self) -> None:
        """Bring a tournament on as soon as one of its matches is over."""
        from fairdeal.matches.signals import match_settled

        match_settled.connect(settle, dispatch_uid="tournaments.settle")


def settle(match_id: int, **_: Any) -> None:
    """Bring on the tournament of a match."""
    from fairdeal.tournaments.services import tournament_settle  # models cannot be imported before the apps are loaded

    tournament_settle(match_id=match_id)
