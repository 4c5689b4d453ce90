"""Django's registration of the matches app."""

from typing import Any

from django.apps import AppConfig


class MatchesConfig(AppConfig):
    name = "fairdeal.matches"
    label = "matches"

    def ready(self) -> None:
        """Hand out the next match as soon as one is over."""
        from fairdeal.matches.signals import match_settled

        match_settled.connect(hand_out_next, dispatch_uid="matches.hand_out_next")


def hand_out_next(match_id: int, **_: Any) -> None:
    """Give the room that a match has left."""
    from fairdeal.matches.services import matches_hand_out  # models cannot be imported before the apps are loaded

    matches_hand_out()
