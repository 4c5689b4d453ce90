"""The form that asks whether a version is better than another."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

import engines
from fairdeal.accounts.models import User
from fairdeal.comparisons.services import Asked
from fairdeal.comparisons.services.start import LEAST_ERROR, MOST_BLOCKS, MOST_ELO, MOST_ERROR, house_field
from fairdeal.matches import designs
from fairdeal.matches.models import EntryKind
from fairdeal.ratings.sprt import LEAST_BLOCKS
from fairdeal.submissions.models import BotVersion, VersionState
from fairdeal.submissions.selectors import playable_by, versions_of
from fairdeal.web.forms.options import PREFIX, option_field
from fairdeal.web.once import OnceForm

# The service's arguments that have another name in the form.
ARGUMENTS = {"game": "players", "options": "option"}
# As many as a list can show.
_SHOWN = 500


class ComparisonForm(OnceForm):
    """Everything but the game, which the page has asked for before."""

    candidate = forms.TypedChoiceField(label=_("Is this version better …"), coerce=int)
    baseline = forms.TypedChoiceField(label=_("… than this one?"), coerce=int)
    players = forms.IntegerField(label=_("Players at a table"))
    elo0 = forms.FloatField(
        label=_("Lower bound, in Elo"), initial=0, min_value=-MOST_ELO, max_value=MOST_ELO,
        help_text=_("Not better: ahead by this much or less."),
    )  # fmt: skip
    elo1 = forms.FloatField(
        label=_("Upper bound, in Elo"), initial=10, min_value=-MOST_ELO, max_value=MOST_ELO,
        help_text=_("Better: ahead by this much or more. Half the distance takes four times the blocks."),
    )  # fmt: skip
    alpha = forms.FloatField(
        label=_("Chance of “better” when it is not"), initial=0.05, min_value=LEAST_ERROR, max_value=MOST_ERROR
    )
    beta = forms.FloatField(
        label=_("Chance of missing that it is"), initial=0.05, min_value=LEAST_ERROR, max_value=MOST_ERROR
    )
    most_blocks = forms.IntegerField(
        label=_("Blocks at the most"), initial=10_000, min_value=LEAST_BLOCKS, max_value=MOST_BLOCKS,
        help_text=_("After so many it is undecided."),
    )  # fmt: skip

    def __init__(self, *args: Any, user: User, game_id: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.spec = engines.game_spec(game_id)
        self._offer_versions(user)
        players, low, high = self.fields["players"], self.spec.min_players, self.spec.max_players
        players.initial = self.spec.default_players
        players.widget.attrs.update({"min": low, "max": high} | ({"readonly": True} if low == high else {}))
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

    def asked(self) -> Asked:
        """Give what the services take; options that were left as they are by default are left out."""
        data = self.cleaned_data
        options = {option.name: data[PREFIX + option.name] for option in self.spec.options}
        names = ("candidate", "baseline", "players", "elo0", "elo1", "alpha", "beta", "most_blocks")
        return Asked(
            game=self.spec.id,
            options={name: value for name, value in options.items() if value not in (None, "")},
            field=data["field"] if self._has_field(data["players"]) else (),
            **{name: data[name] for name in names},
        )

    def _offer_versions(self, user: User) -> None:
        mine = [version for version in self._active(versions_of(user)) if self.spec.id in version.games]
        every = self._active(BotVersion.objects.select_related("bot__owner").filter(playable_by(user)))
        others = [version for version in every if self.spec.id in version.games]
        self.has_versions = bool(mine)
        self.fields["candidate"].choices = _choices(mine)  # type: ignore[attr-defined]  # a choice field
        self.fields["baseline"].choices = _choices(others)  # type: ignore[attr-defined]
        self.fields["baseline"].initial = self._usual_baseline(mine, others)
        if self._has_field(self.spec.max_players):
            self.fields["field"] = forms.TypedMultipleChoiceField(
                label=_("The others at the table"),
                coerce=int,
                required=False,
                choices=_choices(others),
                initial=[version.pk for version in house_field(self.spec.id)],
                widget=forms.CheckboxSelectMultiple,
                help_text=_("Where more than two meet, both versions play the same tables against these, in turn."),
            )

    def _usual_baseline(self, mine: list[BotVersion], others: list[BotVersion]) -> int | None:
        """Choose what a candidate is compared with unless its author says otherwise: the version before it."""
        asked = str(self.initial.get("candidate") or "")
        candidate = next((version for version in mine if str(version.pk) == asked), mine[0] if mine else None)
        if candidate is None:
            return None
        there = [version.pk for version in others if version != candidate]
        return candidate.parent_id if candidate.parent_id in there else next(iter(there), None)

    def _active(self, rows: Any) -> list[BotVersion]:
        return list(
            rows.filter(state=VersionState.ACTIVE).order_by("bot__owner__name", "bot__name", "-number")[:_SHOWN]
        )

    def _has_field(self, players: int) -> bool:
        """Say whether anybody sits beside the two; at a table that cannot be nobody does, and the service says so."""
        try:
            game = engines.make_game(self.spec.id, players)
        except engines.EngineError:
            return False
        kind = EntryKind.SIDE if game.has_sides else EntryKind.SEAT
        return designs.entrants_needed(kind, game.players, game.sides) > 2


def _choices(versions: list[BotVersion]) -> list[tuple[int, str]]:
    return [(version.pk, str(version)) for version in versions]
