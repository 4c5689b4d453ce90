"""What changes tournaments."""

from fairdeal.tournaments.services.cancel import tournament_cancel
from fairdeal.tournaments.services.create import tournament_create
from fairdeal.tournaments.services.pause import is_paused, tournament_pause, tournament_resume
from fairdeal.tournaments.services.run import settle_all, tournament_settle, tournament_start

__all__ = [
    "is_paused",
    "settle_all",
    "tournament_cancel",
    "tournament_create",
    "tournament_pause",
    "tournament_resume",
    "tournament_settle",
    "tournament_start",
]
