"""The forms of entering a tournament and leaving it."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from fairdeal.accounts.models import User
from fairdeal.submissions.models import BotVersion, VersionState
from fairdeal.submissions.selectors import versions_of, versions_visible_to
from fairdeal.tournaments.access import enterable_by, may
from fairdeal.tournaments.models import Tournament
from fairdeal.web.once import OnceForm

BOT, VERSION = "bot", "version"
# The service's arguments that have another name in the form.
ARGUMENTS = {"bot": "who", "version": "who"}


class EntryForm(OnceForm):
    """Which bot, or which version of one: the reader's own, and for the organiser what he may enter besides."""

    who = forms.ChoiceField(label=_("Who plays"))

    def __init__(self, *args: Any, user: User, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        own = self._playing(tournament, versions_of(user))
        bots = {version.bot_id: version.bot for version in own}
        choices: list[tuple[Any, Any]] = []
        if tournament.started_at is None:
            # A bot that comes to a ladder that runs plays with the version of that moment: the same as naming it.
            named = [(f"{BOT}-{pk}", f"{bot.owner.name}/{bot.name}") for pk, bot in bots.items()]
            choices.append((_("With its newest version when entry closes"), named))
        choices.append((_("This very version"), [(f"{VERSION}-{version.pk}", str(version)) for version in own]))
        if may(user, "manage", tournament):
            others = self._playing(tournament, versions_visible_to(user).filter(enterable_by(user)))
            named = [(f"{VERSION}-{v.pk}", str(v)) for v in others if v.bot_id not in bots]
            choices.append((_("Bots of others"), named))
        self.fields["who"].choices = [("", "–"), *((title, rows) for title, rows in choices if rows)]  # type: ignore[attr-defined]
        self.has_choice = any(rows for _title, rows in choices)

    def arguments(self) -> dict[str, int]:
        """Give what the service takes."""
        kind, _dash, pk = self.cleaned_data["who"].partition("-")
        return {f"{kind}_id": int(pk)}

    def _playing(self, tournament: Tournament, versions: Any) -> list[BotVersion]:
        """Give the accepted versions that play the game and are not in, by bot, newest first."""
        found = versions.filter(state=VersionState.ACTIVE).select_related("bot__owner")
        entered: set[int] = set()
        # What is sent a second time is in by then, and is no error.
        if not self.is_bound:
            entered |= set(tournament.entries.filter(number__isnull=False).values_list("version_id", flat=True))
        ordered = found.order_by("bot__owner__name", "bot__name", "-number")
        return [version for version in ordered if tournament.game in version.games and version.pk not in entered]


class DisqualifyForm(forms.Form):
    """Why an entry is put out; everybody reads it."""

    reason = forms.CharField(label=_("Reason"), max_length=300, help_text=_("Everybody can read it."))
