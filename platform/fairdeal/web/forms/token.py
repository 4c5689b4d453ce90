"""The form for an API token."""

from datetime import timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from fairdeal.accounts.models import Scope
from fairdeal.common import clock
from fairdeal.web.once import OnceForm

LIVES = [("30", _("30 days")), ("365", _("a year")), ("", _("until it is revoked"))]


class TokenForm(OnceForm):
    """A name, what the token may do, and for how long."""

    name = forms.CharField(
        label=_("Name"), max_length=80, help_text=_("What it is for, such as the machine it lives on.")
    )
    scopes = forms.MultipleChoiceField(
        label=_("It may"), choices=Scope.choices, widget=forms.CheckboxSelectMultiple, initial=[Scope.READ]
    )
    days = forms.ChoiceField(label=_("It lives"), choices=LIVES, required=False, initial="365")

    def arguments(self) -> dict[str, Any]:
        """Give what the service takes."""
        data = self.cleaned_data
        expires_at = clock.now() + timedelta(days=int(data["days"])) if data["days"] else None
        return {"name": data["name"], "scopes": data["scopes"], "expires_at": expires_at}
