"""The form for a round-robin of one game."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import engines
from engines.core.options import Choice, Flag, Integer, Number, Option
from fairdeal.accounts.models import User
from fairdeal.matches.models import EntryKind
from fairdeal.submissions.access import is_staff
from fairdeal.submissions.models import BotVersion, VersionState
from fairdeal.submissions.selectors import versions_visible_to
from fairdeal.tournaments.access import enterable_by
from fairdeal.web.once import OnceForm

# The service's arguments that have another name in the form.
ARGUMENTS = {
    "version_ids": "entries",
    "entrants": "entries",
    "game": "players",
    "options": "option",
    "settings.cycles": "cycles",
}
PREFIX = "option-"
# As many as a page can show; the service has the last word on what is too much.
ENTRIES_SHOWN = 200


class TournamentForm(OnceForm):
    """Everything but the game, which the page has asked for before."""

    name = forms.CharField(label=_("Name"), max_length=120)
    entries = forms.TypedMultipleChoiceField(
        label=_("Entries"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Two or more versions that passed their check."),
    )
    players = forms.IntegerField(label=_("Players at a table"))
    entry_kind = forms.ChoiceField(label=_("One entrant plays"), choices=EntryKind.choices)
    cycles = forms.IntegerField(
        label=_("Cycles"), initial=1, min_value=1, help_text=_("1: everybody meets once; each cycle has fresh deals.")
    )
    blocks = forms.IntegerField(
        label=_("Blocks a match"), initial=20, min_value=1, help_text=_("Each is one deal, played in every rotation.")
    )

    def __init__(self, *args: Any, user: User, game_id: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.spec = engines.game_spec(game_id)
        self._offer_entries(user)
        self._offer_players()
        if is_staff(user):
            self.fields["seed"] = forms.CharField(
                label=_("Seed"), required=False, help_text=_("For staff. Left empty, the site draws one.")
            )
        for option in self.spec.options:
            self.fields[PREFIX + option.name] = option_field(option)

    @property
    def option_fields(self) -> list[forms.BoundField]:
        """Give the fields of the rules' options."""
        return [self[name] for name in self.fields if name.startswith(PREFIX)]

    @property
    def has_option_errors(self) -> bool:
        """Say whether one of the options is at fault, so that the page opens them."""
        return any(name.startswith(PREFIX) for name in self.errors)

    def arguments(self) -> dict[str, Any]:
        """Give what the service takes; options that were left as they are by default are left out."""
        data = self.cleaned_data
        options = {option.name: data[PREFIX + option.name] for option in self.spec.options}
        return {
            "name": data["name"],
            "game": self.spec.id,
            "players": data["players"],
            "options": {name: value for name, value in options.items() if value not in (None, "")},
            "entry_kind": data["entry_kind"],
            "settings": {"cycles": data["cycles"]},
            "blocks": data["blocks"],
            "version_ids": data["entries"],
            # Also when the form did not offer it: the service says to whom it is not allowed.
            "seed": self.data.get("seed", "").strip() or None,
        }

    def _offer_entries(self, user: User) -> None:
        active = (
            versions_visible_to(user)
            .filter(enterable_by(user), state=VersionState.ACTIVE)
            .order_by("bot__owner__name", "bot__name", "-number")
        )
        plays: list[BotVersion] = [version for version in active if self.spec.id in version.games][:ENTRIES_SHOWN]
        self.fields["entries"].choices = [(version.pk, str(version)) for version in plays]  # type: ignore[attr-defined]
        self.has_entries = bool(plays)

    def _offer_players(self) -> None:
        players, low, high = self.fields["players"], self.spec.min_players, self.spec.max_players
        players.initial = self.spec.default_players
        players.widget.attrs.update({"min": low, "max": high})
        if low == high:
            players.widget.attrs["readonly"] = True
        game = engines.make_game(self.spec.id)
        kinds = EntryKind.choices if game.has_sides else [(EntryKind.SEAT.value, EntryKind.SEAT.label)]
        self.fields["entry_kind"].choices = kinds  # type: ignore[attr-defined]  # a choice field
        self.fields["entry_kind"].initial = kinds[0][0]


def option_field(option: Option) -> forms.Field:
    """Give the form's field for an option of the rules; what is left as it is stays the rules' default."""
    label, help_text = gettext(option.name.replace("_", " ")), gettext(option.summary)
    usual = _("as usual (%(value)s)")
    if isinstance(option, Flag):
        default = _("on") if option.default else _("off")
        choices = [("", usual % {"value": default}), ("on", _("on")), ("off", _("off"))]
        return forms.ChoiceField(label=label, help_text=help_text, required=False, choices=choices)
    if isinstance(option, Choice):
        choices = [("", usual % {"value": option.default}), *((word, word) for word in option.words)]
        return forms.ChoiceField(label=label, help_text=help_text, required=False, choices=choices)
    return NumberOrWordField(option, label=label, help_text=help_text, required=False)


class NumberOrWordField(forms.CharField):
    """A number of a range, or one of a few words."""

    def __init__(self, option: Integer | Number, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.option = option
        self.widget.attrs["placeholder"] = str(option.default)

    def clean(self, value: Any) -> Any:
        """Give the value in its normal form, nothing for nothing, or raise ValidationError with what is allowed."""
        text = super().clean(value).strip()
        if not text:
            return None
        try:
            return self.option.from_text(text)
        except engines.BadOption as error:
            raise forms.ValidationError(str(error)) from error
