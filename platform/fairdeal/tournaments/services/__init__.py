"""What changes tournaments."""

from fairdeal.tournaments.services.cancel import tournament_cancel
from fairdeal.tournaments.services.create import tournament_change, tournament_create
from fairdeal.tournaments.services.entry import tournament_close, tournament_enter, tournament_open
from fairdeal.tournaments.services.leave import tournament_disqualify, tournament_withdraw
from fairdeal.tournaments.services.pause import tournament_pause, tournament_resume
from fairdeal.tournaments.services.rerun import tournament_rerun_failed
from fairdeal.tournaments.services.run import settle_all, tournament_settle, tournament_start

__all__ = [
    "settle_all",
    "tournament_cancel",
    "tournament_change",
    "tournament_close",
    "tournament_create",
    "tournament_disqualify",
    "tournament_enter",
    "tournament_open",
    "tournament_pause",
    "tournament_rerun_failed",
    "tournament_resume",
    "tournament_settle",
    "tournament_start",
    "tournament_withdraw",
]
