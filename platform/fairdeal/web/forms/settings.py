"""The settings of a tournament's format as fields: what each is called, and what its words mean."""

from collections.abc import Sequence
from dataclasses import Field as Setting
from dataclasses import fields
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final, NamedTuple

from django import forms
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from fairdeal.tournaments.formats.registry import FORMATS
from fairdeal.tournaments.tiebreaks import TieBreak

PREFIX = "setting-"
Words = str | Promise


class Label(NamedTuple):
    """What a setting is called, and a sentence on it."""

    name: Words
    help: Words = ""


#: Settings that follow from the game and from what else is asked for.
IMPLIED: Final = frozenset({"table_size", "sides", "blocks"})
#: In the order in which forms ask for them.
LABELS: Final[dict[str, Label]] = {
    "cycles": Label(_("Cycles"), _("1: everybody meets once; each cycle has fresh deals.")),
    "challengers": Label(_("Challengers"), _("The first so many entries are challengers, the others are the field.")),
    "rounds": Label(_("Rounds"), _("0: two more than it takes to halve the field down to one.")),
    "system": Label(_("Who pairs")),
    "groups": Label(_("Groups")),
    "qualifiers": Label(_("Go on from each group")),
    "bracket_kind": Label(_("Bracket after the groups")),
    "third_place": Label(_("A match for the third place"), _("In a single elimination.")),
    "bracket_reset": Label(
        _("A second final if the unbeaten one loses the first"), _("In a double elimination: who loses twice is out.")
    ),
    "seeding": Label(_("Seeds")),
    "extra_legs": Label(_("A tie is played on"), _("So many times; then the higher seed is through.")),
    "extra_blocks": Label(_("Blocks to play a tie on")),
    "scoring": Label(_("What counts at a table")),
    "bye_points": Label(_("A bye is worth")),
    "tiebreaks": Label(_("Tie-breaks"), _("Between equal points the first decides, then the second, and so on.")),
    "withdrawal": Label(_("Whoever withdraws")),
    "accelerated": Label(
        _("Accelerated start"), _("In rounds 1 and 2 the better half has a point more, for the pairing alone.")
    ),
    "reseed_after": Label(
        _("New seeds after round"), _("By the standings, for fields whose ratings say little; 0: never.")
    ),
    "first_seed_first": Label(_("The first seed sits first in round 1")),
    "batch": Label(_("Tables at a time"), _("So many are drawn ahead.")),
    "newcomer_blocks": Label(_("Newcomers"), _("Who has played fewer blocks comes first.")),
    "settled_elo": Label(_("Settled"), _("Whose strength is known to so many Elo rests.")),
    "repeat_cost": Label(_("Cost of meeting again"), _("A share from 0 to 1 of what another table would tell.")),
    "memory": Label(_("Tables remembered"), _("Only among the last so many does meeting again cost.")),
}
CHOICES: Final[dict[str, dict[str, Words]]] = {
    "system": {
        "matching": _("our own matching: as equal as can be, any number of entries"),
        "dutch": _("the FIDE Dutch system, up to 100 entries"),
    },
    "bracket_kind": {"single": _("single elimination"), "double": _("double elimination")},
    "seeding": {"rating": _("by rating"), "given": _("as entered: number 1 is the first seed")},
    "scoring": {"blocks": _("the share of its blocks"), "match": _("who has more of its blocks: 1, ½, 0")},
    "withdrawal": {
        "stand": _("keeps what was played; the rest are walkovers"),
        "annul_early": _("before half of his tables: counts for nobody; later: keeps what was played"),
    },
    "bye_points": {"1": "1", "0.5": "½", "0": "0"},
}
TIEBREAKS: Final[dict[TieBreak, Words]] = {
    TieBreak.DIRECT_ENCOUNTER: _("direct encounter"),
    TieBreak.BUCHHOLZ: _("Buchholz"),
    TieBreak.BUCHHOLZ_CUT_1: _("Buchholz cut 1"),
    TieBreak.SONNEBORN_BERGER: _("Sonneborn-Berger"),
    TieBreak.WINS: _("wins"),
    TieBreak.MARGIN: _("margin"),
}


def setting_fields(format_name: str) -> dict[str, forms.Field]:
    """Give the fields for the settings of a format, by the names that they have in a form."""
    known = {setting.name: setting for setting in fields(FORMATS[format_name])}
    asked = [name for name in LABELS if name in known]
    return {PREFIX + name: _field(known[name]) for name in asked}


def settings_from(format_name: str, cleaned: dict[str, Any]) -> dict[str, Any]:
    """Give the settings of a format, as they are stored, from what a form has cleaned."""
    found = {}
    for setting in fields(FORMATS[format_name]):
        name = PREFIX + setting.name
        if name in cleaned:
            value = cleaned[name]
            found[setting.name] = float(value) if isinstance(setting.default, Fraction) else value
    return found


def _field(setting: "Setting[Any]") -> forms.Field:
    name = setting.name
    default: Any = setting.default
    label = LABELS[name]
    words: dict[str, Any] = {"label": label.name, "help_text": label.help, "initial": default}
    if name == "tiebreaks":
        return TieBreaksField(**words)
    if name in CHOICES:
        words["initial"] = str(default) if isinstance(default, StrEnum) else f"{float(default):g}"
        return forms.ChoiceField(choices=[*CHOICES[name].items()], **words)
    if isinstance(default, bool):
        return forms.BooleanField(required=False, **words)
    if isinstance(default, float):
        return forms.FloatField(min_value=0, **words)
    return forms.IntegerField(min_value=0, **words)


class TieBreaksWidget(forms.MultiWidget):
    """A choice for each place in the order."""

    use_fieldset = True

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        choices = [("", "–"), *TIEBREAKS.items()]
        names = [format_lazy(_("Tie-break {n}"), n=place) for place in range(1, len(TieBreak) + 1)]
        super().__init__([forms.Select({"aria-label": name}, choices) for name in names], attrs)

    def decompress(self, value: Any) -> list[str]:
        """Give what each choice shows."""
        names = [str(name) for name in value or ()]
        return names + [""] * (len(self.widgets) - len(names))


class TieBreaksField(forms.MultiValueField):
    """Tie-breaks in the order in which they decide; places left open are passed over."""

    def __init__(self, **kwargs: Any) -> None:
        choices = [("", "–"), *TIEBREAKS.items()]
        parts = [forms.ChoiceField(choices=choices, required=False) for _tiebreak in TieBreak]
        super().__init__(fields=parts, widget=TieBreaksWidget(), require_all_fields=False, required=False, **kwargs)

    def compress(self, data_list: Sequence[str]) -> list[str]:
        """Give the names; raises ValidationError for one that comes twice."""
        names = [name for name in data_list if name]
        if len(set(names)) != len(names):
            raise forms.ValidationError(_("Each tie-break comes once."))
        return names
