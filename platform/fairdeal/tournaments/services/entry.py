"""Opening and closing entry, entering, and pinning which version of a bot takes part."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from fairdeal.accounts.models import User
from fairdeal.common import clock
from fairdeal.common.errors import Conflict, Forbidden, InvalidInput, NotAuthenticated
from fairdeal.matches.services.matches import version_errors
from fairdeal.submissions.access import is_member
from fairdeal.submissions.models import Bot, BotVersion, VersionState
from fairdeal.submissions.selectors import versions_visible_to
from fairdeal.tournaments import states
from fairdeal.tournaments.access import enterable_by, may
from fairdeal.tournaments.events import Formats
from fairdeal.tournaments.models import Entry, EntryState, Tournament, TournamentState
from fairdeal.tournaments.seeding import ratings_now
from fairdeal.tournaments.services.schedule import most_entries


@transaction.atomic
def tournament_open(*, user: User, tournament: Tournament) -> Tournament:
    """Open a tournament for entry, or open it again.

    Raises Forbidden for anybody but its organiser and staff, Conflict in another state or after its deadline.
    """
    locked = _managed(user, tournament)
    if locked.entry_deadline is not None and locked.entry_deadline <= clock.now():
        raise Conflict(_("The deadline for entry is over: set a later one first."), code="deadline_over")
    states.move(locked, TournamentState.OPEN)
    return locked


@transaction.atomic
def tournament_close(*, user: User, tournament: Tournament) -> Tournament:
    """Close entry; bots take part with their newest accepted versions from now on. Raises as `tournament_open`."""
    locked = _managed(user, tournament)
    close_entry(locked)
    return locked


def close_entry(tournament: Tournament) -> None:
    """Close the entry of a tournament that the caller has locked."""
    states.move(tournament, TournamentState.CLOSED)
    pin_versions(tournament)


def pin_versions(tournament: Tournament) -> None:
    """Settle with which version each bot takes part: the newest that may play, unless that is entered by itself."""
    taken = set(tournament.entries.values_list("version_id", flat=True))
    for entry in tournament.entries.filter(is_pinned=False, state=EntryState.IN).select_related("version"):
        newest = newest_version(tournament, entry.version.bot_id, is_own=entry.is_own)
        if newest is not None and newest.pk not in taken:
            taken.add(newest.pk)
            entry.version = newest
        entry.is_pinned = True
        entry.save(update_fields=["version", "is_pinned"])


def newest_version(tournament: Tournament, bot_id: int, *, is_own: bool) -> BotVersion | None:
    """Give the newest version of a bot that may play in a tournament; where it is not one's own, a published one."""
    active = BotVersion.objects.filter(bot=bot_id, state=VersionState.ACTIVE).order_by("-number")
    active = active if is_own else active.filter(is_published=True)
    return next((version for version in active if tournament.game in version.games), None)


@transaction.atomic
def tournament_enter(
    *, user: User, tournament: Tournament, bot_id: int | None = None, version_id: int | None = None
) -> Entry:
    """Enter a bot, which plays with what is its newest version when entry closes, or a version as it is; not both.

    Owners enter their bots while the tournament is open; its organiser may also enter what he could play against, and
    before it opens. A ladder takes entries while it runs. Raises Forbidden, Conflict when entry is not open, full or
    over, or the bot is in already, InvalidInput with `bot` or `version` when that cannot play.
    """
    if not user.is_authenticated or not user.is_active:
        raise NotAuthenticated(_("Log in to enter a bot."))
    # The lock holds back whoever enters at the same time: the last free place is given once.
    locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
    _check_open(user, locked)
    version = _version(user, locked, bot_id, version_id)
    for text in version_errors(locked.game, [version]):
        raise InvalidInput(text, fields={"version": text})
    entry = _former_entry(locked, version, is_bot=bot_id is not None) or Entry(tournament=locked)
    _check_room(locked)
    number = locked.entries.filter(number__isnull=False).count() + 1
    entry.version, entry.number, entry.state, entry.left_at = version, number, EntryState.IN, None
    entry.is_pinned = bot_id is None or locked.started_at is not None
    entry.is_own = is_member(user, version.owner_id)
    if locked.started_at is not None:
        entry.rating = ratings_now(locked, [entry]).get(version.pk)
    entry.save()
    return entry


def _former_entry(tournament: Tournament, version: BotVersion, *, is_bot: bool) -> Entry | None:
    """Give the entry of a version that was withdrawn before the start; raises Conflict where it cannot come again."""
    former = None
    for entry in tournament.entries.filter(version__bot=version.bot_id):
        is_same = entry.version_id == version.pk
        if entry.state == EntryState.DISQUALIFIED:
            raise Conflict(_("%(bot)s was disqualified.") % {"bot": version.bot}, code="disqualified")
        if entry.state == EntryState.IN and (is_bot or is_same):
            raise Conflict(_("%(bot)s has been entered already.") % {"bot": version.bot}, code="entered_already")
        if is_same and entry.number is not None:
            text = _("%(version)s has left; another version of the bot can be entered.")
            raise Conflict(text % {"version": version}, code="has_left")
        former = entry if is_same else former
    return former


def _check_open(user: User, tournament: Tournament) -> None:
    is_ladder = tournament.format == Formats.LADDER and tournament.state == TournamentState.RUNNING
    is_draft = tournament.state == TournamentState.DRAFT and may(user, "manage", tournament)
    if tournament.state != TournamentState.OPEN and not is_ladder and not is_draft:
        raise Conflict(_("The tournament is not open for entry."), code="entry_closed")
    if tournament.entry_deadline is not None and tournament.entry_deadline <= clock.now():
        raise Conflict(_("The deadline for entry is over."), code="deadline_over")


def _check_room(tournament: Tournament) -> None:
    limit = tournament.entry_limit or most_entries(tournament.format, tournament.settings)
    if tournament.entries.filter(state=EntryState.IN).count() >= limit:
        raise Conflict(_("The tournament is full: %(limit)d have entered.") % {"limit": limit}, code="full")


def _version(user: User, tournament: Tournament, bot_id: int | None, version_id: int | None) -> BotVersion:
    """Find what is entered; one's own, or for the organiser anything that he may enter."""
    if (bot_id is None) == (version_id is None):
        text = _("Name a bot, or one of its versions.")
        raise InvalidInput(text, fields={"bot": text})
    field = "version" if bot_id is None else "bot"
    visible: dict[str, Any] = {"pk": version_id} if bot_id is None else {"bot": bot_id}
    seen = versions_visible_to(user).filter(**visible)
    if bot_id is None or not seen.exists():
        found = seen.first()
    else:
        is_own = is_member(user, Bot.objects.get(pk=bot_id).owner_id)
        found = newest_version(tournament, bot_id, is_own=is_own)
    if found is None:
        text = _("There is no such version, or no accepted one that plays %(game)s.") % {"game": tournament.game}
        raise InvalidInput(text, fields={field: text})
    if is_member(user, found.owner_id):
        return found
    if not may(user, "manage", tournament):
        raise Forbidden(_("Only its owner can enter a bot."), code="not_owner")
    if not BotVersion.objects.filter(enterable_by(user), pk=found.pk).exists():
        text = _("%(version)s (version %(id)d) is not published: only its owner can enter it.")
        raise InvalidInput(text % {"version": found, "id": found.pk}, fields={field: text})
    return found


def _managed(user: User, tournament: Tournament) -> Tournament:
    locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if not may(user, "manage", locked):
        raise Forbidden(_("Only its organiser can open or close entry."))
    return locked
