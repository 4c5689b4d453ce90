"""The options of a game's rules as fields."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import engines
from engines.core.options import Choice, Flag, Integer, Number, Option

PREFIX = "option-"


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
