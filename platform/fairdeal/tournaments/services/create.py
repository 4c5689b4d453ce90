"""Setting up a tournament: everything that can be wrong with it is said before anything is played."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from fairdeal.accounts.models import User
from fairdeal.common.errors import Conflict, Forbidden, NotAuthenticated
from fairdeal.common.faults import Faults
from fairdeal.matches import seeds as seeding
from fairdeal.submissions.access import is_staff
from fairdeal.submissions.models import BotVersion
from fairdeal.submissions.selectors import versions_visible_to
from fairdeal.tournaments.access import enterable_by, may
from fairdeal.tournaments.models import Entry, Tournament, TournamentState, Visibility
from fairdeal.tournaments.services.rules import RULES, read_rules
from fairdeal.tournaments.services.schedule import MAX_ENTRIES, check_schedule
from fairdeal.tournaments.services.terms import TERMS, check_order, read_terms
from fairdeal.tournaments.states import BEFORE_START


@transaction.atomic
def tournament_create(
    *,
    user: User,
    name: str,
    game: str,
    blocks: int,
    format: str = Tournament.Format.ROUND_ROBIN,
    settings: Mapping[str, Any] | None = None,
    version_ids: Sequence[int] | None = None,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    entry_kind: str | None = None,
    deals: str | None = None,
    limits: Mapping[str, Any] | None = None,
    visibility: str = Visibility.PUBLIC,
    entry_limit: int | None = None,
    entry_deadline: datetime | None = None,
    starts_at: datetime | None = None,
    seed: str | None = None,
) -> Tournament:
    """Set up a tournament, and publish the hash of its seed. Nothing is played before it is started.

    With `version_ids` these are the entries, in the order of their numbers, and they must make a schedule; without, it
    is opened for entry later. Raises InvalidInput with the fields at fault, by the names of these arguments;
    settings as `settings.rounds`, entries as `entries`. The site draws the seed: who chooses it knows all deals and
    could write a bot for them, so only staff may, to play an event again card for card.
    """
    if not user.is_authenticated or not user.is_active:
        raise NotAuthenticated(_("Log in to set up a tournament."))
    rules = {"format": format, "settings": settings, "game": game, "players": players, "options": options}
    rules |= {"entry_kind": entry_kind, "blocks": blocks, "deals": deals, "limits": limits}
    terms: dict[str, Any] = {"name": name, "visibility": visibility, "entry_limit": entry_limit}
    terms |= {"entry_deadline": entry_deadline, "starts_at": starts_at}
    faults = Faults()
    columns = read_terms(faults, terms) | read_rules(faults, rules)
    if not {"entry_deadline", "starts_at"} & set(faults.fields):
        check_order(faults, entry_deadline, starts_at)
    if seed is not None and not is_staff(user):
        faults.add("seed", _("Only staff can choose the seed; leave it out, and the site draws one."))
    elif seed is not None and not seeding.is_seed(seed):
        faults.add("seed", _("Expected 128 to 256 bits in small hexadecimal letters."))
    secret = seed or seeding.fresh_seed()
    versions = [] if version_ids is None else _versions(faults, user, version_ids)
    entries = [Entry(number=number, version=version) for number, version in enumerate(versions, start=1)]
    tournament = Tournament(organiser=user, seed=secret, **columns)
    if version_ids is not None:
        _check_entries(faults, tournament, entries)
    faults.raise_any(_("The tournament cannot be set up like this."))
    tournament.seed_sha256 = seeding.commitment(secret)
    tournament.save()
    for entry in entries:
        entry.tournament = tournament
    Entry.objects.bulk_create(entries)
    return tournament


@transaction.atomic
def tournament_change(*, user: User, tournament: Tournament, **changes: Any) -> Tournament:
    """Change a tournament before its start; the arguments are those of `tournament_create` that are in RULES or TERMS.

    What is played, by which rules, can be changed until entry opens: people enter what was announced. Raises Forbidden
    for anybody but its organiser and staff, Conflict when it is too late, InvalidInput as `tournament_create`.
    """
    unknown = set(changes) - {*RULES, *TERMS}
    if unknown:
        raise TypeError(f"a tournament has no {', '.join(sorted(unknown))}; expected {', '.join((*RULES, *TERMS))}")
    locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if not may(user, "manage", locked):
        raise Forbidden(_("Only its organiser can change a tournament."))
    if locked.state not in BEFORE_START:
        raise Conflict(_("The tournament has started: nothing of it can be changed any more."), code="wrong_state")
    rules = {name: value for name, value in changes.items() if name in RULES}
    if rules and locked.state != TournamentState.DRAFT:
        text = _("Entry has been opened: what is played, and by which rules, can no longer be changed.")
        raise Conflict(text, code="wrong_state")
    faults = Faults()
    columns = read_terms(faults, changes)
    if rules:
        columns |= read_rules(faults, _present_rules(locked, rules) | rules)
    for name, value in columns.items():
        setattr(locked, name, value)
    if not faults.fields:
        check_order(faults, locked.entry_deadline, locked.starts_at)
        entries = list(locked.entries.filter(number__isnull=False).select_related("version__bot__owner"))
        if rules and entries:
            _check_entries(faults, locked, entries)
        if locked.entry_limit is not None and locked.entry_limit < len(entries):
            faults.add("entry_limit", _("%(count)d have entered already.") % {"count": len(entries)})
    faults.raise_any(_("The tournament cannot be changed like this."))
    locked.trouble = ""
    locked.save()
    return locked


def _present_rules(tournament: Tournament, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Give the rules as they are; what followed from something that is changed is left open again."""
    present = {name: getattr(tournament, name) for name in RULES}
    implied = {"table_size", "sides", "blocks"}
    present["settings"] = {name: value for name, value in tournament.settings.items() if name not in implied}
    if "game" in changes:
        present |= {"players": None, "options": None, "entry_kind": None}
    if "format" in changes and changes["format"] != tournament.format:
        present |= {"settings": None, "deals": None}
    return present


def _versions(faults: Faults, user: User, version_ids: Sequence[int]) -> list[BotVersion]:
    """Find the entries, in the order given; only what the organiser may see and may enter."""
    is_list = isinstance(version_ids, list | tuple)
    if not is_list or any(type(pk) is not int or not 0 < pk < 2**63 for pk in version_ids):
        faults.add("entries", _("Expected a list of version ids."))
        return []
    if len(set(version_ids)) != len(version_ids):
        faults.add("entries", _("A version can be entered only once."))
    if len(version_ids) > MAX_ENTRIES:
        faults.add("entries", _("At most %(most)d versions can be entered.") % {"most": MAX_ENTRIES})
        return []
    found = versions_visible_to(user).in_bulk(version_ids)
    missing = [pk for pk in version_ids if pk not in found]
    faults.add("entries", *(_("There is no version %(id)d.") % {"id": pk} for pk in missing))
    allowed = set(BotVersion.objects.filter(enterable_by(user), pk__in=found).values_list("pk", flat=True))
    text = _("%(version)s (version %(id)d) is not published: only its owner can enter it.")
    barred = [pk for pk in version_ids if pk in found and pk not in allowed]
    faults.add("entries", *(text % {"version": found[pk], "id": pk} for pk in dict.fromkeys(barred)))
    return list({pk: found[pk] for pk in version_ids if pk in found}.values())


def _check_entries(faults: Faults, tournament: Tournament, entries: Sequence[Entry]) -> None:
    """Note what keeps the entries from being scheduled, as far as the rules themselves are in order."""
    if tournament.game and tournament.settings and not {"blocks", "deals", "format"} & set(faults.fields):
        check_schedule(faults, tournament, entries)
