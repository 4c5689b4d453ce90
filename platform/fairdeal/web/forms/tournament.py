"""The form for a tournament of one game."""

from typing import Any, Self

from django import forms
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

import engines
from fairdeal.accounts.models import User
from fairdeal.matches.models import EntryKind
from fairdeal.submissions.access import is_staff
from fairdeal.submissions.models import BotVersion, VersionState
from fairdeal.submissions.selectors import versions_visible_to
from fairdeal.tournaments.access import enterable_by
from fairdeal.tournaments.events import WITH_CYCLES
from fairdeal.tournaments.models import Deals, Tournament, Visibility
from fairdeal.web.forms import options, settings
from fairdeal.web.once import OnceForm

# The service's arguments that have another name in the form.
ARGUMENTS = {
    "version_ids": "entries",
    "entrants": "entries",
    "game": "players",
    "options": "option",
    "settings.table_size": "players",
    "settings.sides": "entry_kind",
    **{f"settings.{name}": settings.PREFIX + name for name in settings.LABELS},
}
# As many as a page can show; the service has the last word on what is too much.
ENTRIES_SHOWN = 200
FORMATS = Tournament.Format
DEALS = {Deals.CYCLE: _("the same at all tables of a cycle"), Deals.ROUND: _("the same at all tables of a round")}


class MomentField(forms.DateTimeField):
    """A time to the minute."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")


class TournamentForm(OnceForm):
    """Everything but the game, which the page has asked for before. The settings are those of the format chosen."""

    name = forms.CharField(label=_("Name"), max_length=120)
    format = forms.ChoiceField(label=_("Format"), choices=FORMATS.choices, initial=FORMATS.ROUND_ROBIN)
    # Of which format the settings are that were filled in: another than is chosen now, when no script has swapped them.
    settings_of = forms.CharField(required=False, widget=forms.HiddenInput)
    entries = forms.TypedMultipleChoiceField(
        label=_("Entries"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Versions that passed their check. Choose none to let owners enter their bots."),
    )
    players = forms.IntegerField(label=_("Players at a table"))
    entry_kind = forms.ChoiceField(label=_("One entrant plays"), choices=EntryKind.choices)
    blocks = forms.IntegerField(
        label=_("Blocks a match"), initial=20, min_value=1, help_text=_("Each is one deal, played in every rotation.")
    )
    visibility = forms.ChoiceField(
        label=_("Who sees the cards of a round that is over"), choices=Visibility.choices, initial=Visibility.PUBLIC
    )
    entry_limit = forms.IntegerField(label=_("At most so many may enter"), required=False, min_value=2)
    entry_deadline = MomentField(label=_("Entry closes (UTC)"), required=False)
    starts_at = MomentField(
        label=_("It starts by itself (UTC)"), required=False, help_text=_("Left empty: when you start it.")
    )

    def __init__(self, *args: Any, user: User, game_id: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.spec = engines.game_spec(game_id)
        self._offer_entries(user)
        self._offer_players()
        self.format_name = self._chosen_format()
        self.fields |= settings.setting_fields(self.format_name)
        self.initial["settings_of"] = self.format_name
        # Another format's settings come as soon as it is chosen; without a script, by a button.
        address = f"{reverse('web:tournament_settings')}?game={game_id}"
        swap = {"hx-post": address, "hx-target": "#settings", "hx-swap": "outerHTML"}
        self.fields["format"].widget.attrs.update(swap)
        if self.format_name in WITH_CYCLES:
            self.fields["deals"] = forms.ChoiceField(label=_("Deals"), choices=[*DEALS.items()])
        if is_staff(user):
            self.fields["seed"] = forms.CharField(
                label=_("Seed"), required=False, help_text=_("For staff. Left empty, the site draws one.")
            )
        for option in self.spec.options:
            self.fields[options.PREFIX + option.name] = options.option_field(option)

    @classmethod
    def typed(cls, post: QueryDict, *, user: User, game_id: str) -> Self:
        """Make a form for another format than it was typed for: it shows what was typed and finds no fault with it."""
        filled = cls(post, user=user, game_id=game_id)
        kept = {
            name: field.widget.value_from_datadict(post, {}, name)
            for name, field in filled.fields.items()
            if name in post and name != "settings_of"
        }
        return cls(initial=kept, user=user, game_id=game_id)

    @property
    def is_of_another_format(self) -> bool:
        """Say whether the settings that were filled in are those of a format that is not chosen any more."""
        return self.data.get("settings_of", self.format_name) != self.format_name

    @property
    def setting_fields(self) -> list[forms.BoundField]:
        """Give the fields of the format's settings."""
        return [self[name] for name in self.fields if name.startswith(settings.PREFIX) or name == "deals"]

    @property
    def term_fields(self) -> list[forms.BoundField]:
        """Give the fields on who may enter until when, and what is seen."""
        return [self[name] for name in ("entry_limit", "entry_deadline", "starts_at", "visibility")]

    @property
    def has_term_errors(self) -> bool:
        """Say whether one of these is at fault, so that the page opens them."""
        return any(field.errors for field in self.term_fields)

    @property
    def option_fields(self) -> list[forms.BoundField]:
        """Give the fields of the rules' options."""
        return [self[name] for name in self.fields if name.startswith(options.PREFIX)]

    @property
    def has_option_errors(self) -> bool:
        """Say whether one of the options is at fault, so that the page opens them."""
        return any(name.startswith(options.PREFIX) for name in self.errors)

    def arguments(self) -> dict[str, Any]:
        """Give what the service takes; options that were left as they are by default are left out."""
        data = self.cleaned_data
        chosen = {option.name: data[options.PREFIX + option.name] for option in self.spec.options}
        return {
            "name": data["name"],
            "game": self.spec.id,
            "players": data["players"],
            "options": {name: value for name, value in chosen.items() if value not in (None, "")},
            "entry_kind": data["entry_kind"],
            "format": data["format"],
            "settings": settings.settings_from(self.format_name, data),
            "deals": data.get("deals"),
            "blocks": data["blocks"],
            "version_ids": data["entries"] or None,
            "visibility": data["visibility"],
            "entry_limit": data["entry_limit"],
            "entry_deadline": data["entry_deadline"],
            "starts_at": data["starts_at"],
            # Also when the form did not offer it: the service says to whom it is not allowed.
            "seed": self.data.get("seed", "").strip() or None,
        }

    def _chosen_format(self) -> str:
        chosen = (
            self.data.get("format") if self.is_bound else self.get_initial_for_field(self.fields["format"], "format")
        )
        return str(chosen) if chosen in FORMATS.values else FORMATS.ROUND_ROBIN.value

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
