"""The form for an upload."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

import engines
from fairdeal.accounts.models import Owner, User
from fairdeal.accounts.services import owner_for
from fairdeal.web.once import OnceForm
from fairdeal.web.templatetags.arena import game_title


class UploadForm(OnceForm):
    """A file, and for a single Python file what a zip says in its bot.toml."""

    file = forms.FileField(
        label=_("File"), help_text=_("One .py file, or a zip with a bot.toml."), allow_empty_file=True
    )
    bot_name = forms.CharField(
        label=_("Name of the bot"),
        required=False,
        max_length=60,
        help_text=_(
            "For a .py file: small letters, digits and hyphens. A name you have used already makes a new version. "
            "A zip names itself."
        ),
    )
    games = forms.MultipleChoiceField(
        label=_("It plays"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("For a .py file. A zip says it in its bot.toml."),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.fields["file"].widget.attrs["accept"] = ".py,.zip"
        self.fields["games"].choices = [  # type: ignore[attr-defined]  # a choice field
            (game_id, game_title(game_id)) for game_id in engines.game_ids()
        ]
        owners = list(Owner.objects.filter(members=user).order_by("name"))
        self.owners = {owner.name: owner for owner in owners}
        if len(owners) > 1:
            choices = [(name, name) for name in self.owners]
            self.fields["owner"] = forms.ChoiceField(label=_("It belongs to"), choices=choices, initial=user.username)

    def arguments(self) -> dict[str, Any]:
        """Give what the service takes."""
        data = self.cleaned_data
        owner = self.owners[data["owner"]] if "owner" in data else owner_for(user=self.user)
        return {
            "owner": owner,
            "filename": data["file"].name,
            "content": data["file"].file,
            "bot_name": data["bot_name"].strip() or None,
            "games": data["games"] or None,
        }
