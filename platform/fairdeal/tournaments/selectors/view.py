"""A tournament as it is read: its entries, its format, the event; made once where several things are asked of it."""

from dataclasses import dataclass
from functools import cached_property

from fairdeal.tournaments.events import entries_with_number, event_of, form_of
from fairdeal.tournaments.formats.base import Event, Format
from fairdeal.tournaments.models import Entry, Tournament
from fairdeal.tournaments.sums import event_tables
from fairdeal.tournaments.tally import Tables


@dataclass(frozen=True)
class View:
    """A tournament with what nearly everything that is shown of it needs; three queries."""

    tournament: Tournament
    entries: list[Entry]
    form: Format
    event: Event

    @cached_property
    def tables(self) -> Tables:
        """The sums of its finished matches."""
        return event_tables(self.tournament)

    @property
    def names(self) -> dict[int, str]:
        """The entrants' names by pairing number."""
        return {entry.number: str(entry.version) for entry in self.entries if entry.number is not None}


Look = Tournament | View


def view_of(look: Look) -> View:
    """Give the view of a tournament; one that is there already stays."""
    if isinstance(look, View):
        return look
    entries = entries_with_number(look)
    return View(look, entries, form_of(look), event_of(look, entries))
