"""What a reader asks of rating tables and histories: which rows, in what order."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from fairdeal.ratings.selectors import RatingRow
from fairdeal.submissions.models import VersionState
from fairdeal.web.charts import MOST_SERIES
from fairdeal.web.templatetags.arena import game_title

# How rows can be sorted: the value, largest first.
_ORDERS: dict[str, Any] = {
    "live": lambda row: -row.elo_milli,
    "score": lambda row: -row.score,
    "points": lambda row: -(row.record.points_a_deal if row.record.points_a_deal is not None else float("-inf")),
    "blocks": lambda row: -row.units,
    "faults": lambda row: -row.record.faults,
    "bot": lambda row: (row.version.bot.owner.name, row.version.bot.name, -row.version.number),
}


class TableForm(forms.Form):
    """Rows of a rating table."""

    owner = forms.CharField(label=_("Owner"), required=False, max_length=40)
    sort = forms.ChoiceField(
        label=_("Order"),
        required=False,
        choices=[
            ("", _("by rank")),
            ("live", _("by live Elo")),
            ("score", _("by score")),
            ("points", _("by points a deal")),
            ("blocks", _("by blocks")),
            ("faults", _("by faults")),
            ("bot", _("by name")),
        ],
    )
    active = forms.BooleanField(label=_("only what may still play"), required=False)
    settled = forms.BooleanField(label=_("without provisional ones"), required=False)
    house = forms.BooleanField(label=_("without the house's bots"), required=False)

    def rows(self, rows: Sequence[RatingRow]) -> list[RatingRow]:
        """Give the rows that are asked for, in the order that is asked for; ranks stay those of the whole table."""
        if not self.is_valid():
            return list(rows)
        asked = self.cleaned_data
        found = [
            row
            for row in rows
            if not (asked["owner"] and row.version.bot.owner.name != asked["owner"].strip())
            and not (asked["active"] and row.version.state != VersionState.ACTIVE)
            and not (asked["settled"] and row.is_provisional)
            and not (asked["house"] and row.is_house)
        ]
        return sorted(found, key=_ORDERS[asked["sort"]]) if asked["sort"] else found


class PoolsForm(forms.Form):
    """Rating pools: of a game, of rules."""

    game = forms.ChoiceField(label=_("Game"), required=False)
    ruleset = forms.CharField(label=_("Rules"), required=False, max_length=200)

    def __init__(self, *args: Any, games: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", _("all games")), *((game, game_title(game)) for game in games)]
        self.fields["game"].choices = choices  # type: ignore[attr-defined]  # a choice field


class HistoryForm(forms.Form):
    """Versions whose histories are drawn together, by blocks or by time."""

    version = forms.TypedMultipleChoiceField(
        label=_("Bots"), coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )
    by = forms.ChoiceField(
        label=_("Along"), required=False, choices=[("blocks", _("blocks")), ("time", _("time"))], initial="blocks"
    )

    def __init__(self, *args: Any, rows: Sequence[RatingRow], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.of_version = {row.version.pk: row for row in rows}
        choices = [(pk, str(row.version)) for pk, row in self.of_version.items()]
        self.fields["version"].choices = choices  # type: ignore[attr-defined]  # a choice field
        self.fields["version"].initial = list(self.of_version)[:3]
        self.fields["version"].help_text = _("Up to %(most)d are drawn.") % {"most": MOST_SERIES}

    def shown(self) -> list[RatingRow]:
        """Give the versions that are drawn: those chosen, else the first of the table."""
        chosen = self.cleaned_data["version"] if self.is_valid() else []
        picked = [self.of_version[pk] for pk in (chosen or list(self.of_version)[:3])]
        return picked[:MOST_SERIES]

    @property
    def is_by_time(self) -> bool:
        """Say whether the pictures go along the time."""
        return self.is_valid() and self.cleaned_data["by"] == "time"
