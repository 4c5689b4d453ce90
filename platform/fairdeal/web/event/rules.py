"""The rules of an event in words: the settings of its format, its deals, and who sees what."""

from django.utils.translation import gettext as _

from fairdeal.tournaments.models import Deals, Tournament, Visibility
from fairdeal.tournaments.tiebreaks import TieBreak
from fairdeal.web.forms.settings import CHOICES, LABELS, TIEBREAKS
from fairdeal.web.forms.tournament import DEALS
from fairdeal.web.templatetags.arena import points


def rules(tournament: Tournament) -> list[tuple[str, str]]:
    """Give names and values, in the order in which the form asks for them."""
    settings = tournament.settings
    told = [(str(LABELS[name].name), _value(name, settings[name])) for name in LABELS if name in settings]
    return [
        *told,
        (_("Deals"), str(DEALS[Deals(tournament.deals)])),
        (_("Who sees the cards of a round that is over"), str(Visibility(tournament.visibility).label)),
    ]


def _value(name: str, value: object) -> str:
    if name in CHOICES:
        key = value if isinstance(value, str) else f"{value:g}"
        return str(CHOICES[name].get(key, value))
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        return ", ".join(str(TIEBREAKS[TieBreak(tiebreak)]) for tiebreak in value) or "–"
    return points(float(str(value)))
