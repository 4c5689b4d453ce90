"""Reading tournaments. What is read of one tournament takes it, or a `View` of it where several things are read."""

from fairdeal.tournaments.selectors.brackets import BracketSlot, BracketView, GroupRow, bracket, groups
from fairdeal.tournaments.selectors.crosstable import Cell, CrossRow, crosstable
from fairdeal.tournaments.selectors.find import entries_of, tournament_get, tournaments_visible_to
from fairdeal.tournaments.selectors.progress import Progress, progress
from fairdeal.tournaments.selectors.rounds import RoundRow, TableRow, rounds
from fairdeal.tournaments.selectors.schedule import Outlook, ScheduleRow, outlook, schedule, schedule_report
from fairdeal.tournaments.selectors.standings import StandingRow, TieBreakColumn, standings, tiebreak_columns
from fairdeal.tournaments.selectors.view import View, view_of

__all__ = [
    "BracketSlot",
    "BracketView",
    "Cell",
    "CrossRow",
    "GroupRow",
    "Outlook",
    "Progress",
    "RoundRow",
    "ScheduleRow",
    "StandingRow",
    "TableRow",
    "TieBreakColumn",
    "View",
    "bracket",
    "crosstable",
    "entries_of",
    "groups",
    "outlook",
    "progress",
    "rounds",
    "schedule",
    "schedule_report",
    "standings",
    "tiebreak_columns",
    "tournament_get",
    "tournaments_visible_to",
    "view_of",
]
