"""Django's registration of the ratings app."""

from typing import Any

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    name = "fairdeal.ratings"
    label = "ratings"

    def ready(self) -> None:
        """Rate a match as soon as it is over."""
        from fairdeal.matches.signals import match_settled

        match_settled.connect(rate_settled, dispatch_uid="ratings.rate_settled")


def rate_settled(match_id: int, **_: Any) -> None:
    """Enter what became ready by this match into its pool's ledger."""
    from fairdeal.matches.models import Match  # models cannot be imported before the apps are loaded
    from fairdeal.ratings.services import ledger_append_ready, pool_of

    match = Match.objects.get(pk=match_id)
    if match.is_rated:
        ledger_append_ready(pool=pool_of(match))
