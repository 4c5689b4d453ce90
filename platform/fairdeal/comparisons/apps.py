"""Django's registration of the comparisons app."""

from typing import Any

from django.apps import AppConfig


class ComparisonsConfig(AppConfig):
    name = "fairdeal.comparisons"
    label = "comparisons"

    def ready(self) -> None:
        """Go on with a comparison as soon as one of its matches is over."""
        from fairdeal.matches.signals import match_settled

        match_settled.connect(advance_settled, dispatch_uid="comparisons.advance_settled")


def advance_settled(match_id: int, **_: Any) -> None:
    """Count what this match has settled, and play on."""
    from fairdeal.comparisons.services import comparison_advance  # models cannot be imported before the apps are loaded

    comparison_advance(match_id=match_id)
