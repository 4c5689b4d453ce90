"""Setting up a tournament: everything that can be wrong with it is said before anything is played."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

import engines
from fairdeal.accounts.models import User
from fairdeal.common.errors import DomainError, InvalidInput, NotAuthenticated
from fairdeal.matches import designs
from fairdeal.matches import seeds as seeding
from fairdeal.matches.limits import read_limits
from fairdeal.matches.models import EntryKind
from fairdeal.matches.services.matches import entry_errors, make_game, owner_errors, version_errors
from fairdeal.submissions.access import is_staff
from fairdeal.submissions.models import BotVersion
from fairdeal.submissions.selectors import versions_visible_to
from fairdeal.tournaments.access import enterable_by
from fairdeal.tournaments.formats.round_robin import RoundRobin
from fairdeal.tournaments.models import Entry, Tournament

MAX_BLOCKS = 10_000
MAX_CYCLES = 100
MAX_ENTRIES = 200
# Larger events than this would fill the arena for weeks.
MAX_MATCHES = 20_000
# Blocks of all matches together, whatever product of entries, cycles and blocks they come from: 50 bots at 80 blocks.
MAX_TOTAL_BLOCKS = 100_000
_NAME = 120


@dataclass
class Faults:
    """What is wrong with which field, collected so that all is said at once."""

    fields: dict[str, list[str]] = field(default_factory=dict)

    def add(self, name: str, *texts: str) -> None:
        """Note faults of a field."""
        if texts:
            self.fields.setdefault(name, []).extend(texts)

    def take(self, error: DomainError) -> None:
        """Note the faults that another service has found."""
        for name, texts in error.fields.items():
            self.add(name, *texts)

    def raise_any(self) -> None:
        """Raise InvalidInput when there are any."""
        if self.fields:
            raise InvalidInput(_("The tournament cannot be set up like this."), fields=self.fields)


@transaction.atomic
def tournament_create(
    *,
    user: User,
    name: str,
    game: str,
    version_ids: Sequence[int],
    blocks: int,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    entry_kind: str | None = None,
    table_size: int | None = None,
    cycles: int = 1,
    limits: Mapping[str, Any] | None = None,
    seed: str | None = None,
) -> Tournament:
    """Set up a round-robin, and publish the hash of its seed. Nothing is played before it is started.

    Raises InvalidInput with the fields at fault: name, game, players, options, entry_kind, table_size, cycles, blocks,
    entries, limits, seed. The site draws the seed: who chooses it knows all deals and could write a bot for them, so
    only staff may, to play an event again card for card.
    """
    if not user.is_authenticated or not user.is_active:
        raise NotAuthenticated(_("Log in to set up a tournament."))
    faults = Faults()
    name = name.strip() if isinstance(name, str) else ""
    if not 0 < len(name) <= _NAME:
        faults.add("name", _("Expected a name of 1 to %(most)d characters.") % {"most": _NAME})
    elif not name.isprintable():
        faults.add("name", _("Expected a name in one line, without control characters."))
    _check_range(faults, "cycles", cycles, MAX_CYCLES)
    _check_range(faults, "blocks", blocks, MAX_BLOCKS)
    if seed is not None and not is_staff(user):
        faults.add("seed", _("Only staff can choose the seed; leave it out, and the site draws one."))
    elif seed is not None and not seeding.is_seed(seed):
        faults.add("seed", _("Expected 128 to 256 bits in small hexadecimal letters."))
    table = _game(faults, game, players, options, entry_kind, table_size)
    versions = _versions(faults, user, version_ids)
    if table is not None:
        entry_kind = entry_kind or (EntryKind.SIDE if table.has_sides else EntryKind.SEAT)
        _check_table(faults, table, entry_kind, table_size, versions, cycles, blocks)
    try:
        bounded = read_limits(limits)
    except InvalidInput as error:
        faults.take(error)
    faults.raise_any()
    if table is None or entry_kind is None:
        raise AssertionError("a fault of the game was not collected")
    secret = seed or seeding.fresh_seed()
    tournament = Tournament.objects.create(
        name=name,
        organiser=user,
        game=table.id,
        players=table.players,
        options=table.canonical_options,
        entry_kind=EntryKind(entry_kind),
        table_size=designs.entrants_needed(entry_kind, table.players, table.sides),
        cycles=cycles,
        blocks=blocks,
        limits=bounded,
        seed=secret,
        seed_sha256=seeding.commitment(secret),
    )
    Entry.objects.bulk_create(
        Entry(tournament=tournament, number=number, version=version) for number, version in enumerate(versions, start=1)
    )
    return tournament


def _check_range(faults: Faults, name: str, value: object, most: int) -> None:
    if type(value) is not int or not 1 <= value <= most:
        faults.add(name, _("Expected a whole number from 1 to %(most)d.") % {"most": most})


def _game(
    faults: Faults,
    game: str,
    players: int | None,
    options: Mapping[str, Any] | None,
    entry_kind: str | None,
    table_size: int | None,
) -> engines.Game | None:
    """Make the game; where everybody plays a seat, the size of the tables says how many play."""
    try:
        table = make_game(game, players, options)
        if players is None and not table.has_sides and table_size in range(table.min_players, table.max_players + 1):
            table = make_game(game, table_size, options)
    except InvalidInput as error:
        faults.take(error)
        return None
    if entry_kind is not None:
        for name, texts in entry_errors(table, entry_kind).items():
            faults.add(name, *texts)
        if "entry_kind" in faults.fields:
            return None
    return table


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


def _check_table(
    faults: Faults,
    game: engines.Game,
    entry_kind: str,
    table_size: object,
    versions: Sequence[BotVersion],
    cycles: int,
    blocks: int,
) -> None:
    needed = designs.entrants_needed(entry_kind, game.players, game.sides)
    if table_size is not None and table_size != needed:
        text = _("%(ruleset)s, with an entrant to a %(kind)s, has tables of %(needed)d.")
        words = {"ruleset": game.ruleset, "kind": EntryKind(entry_kind).value, "needed": needed}
        faults.add("table_size", text % words)
    faults.add("entries", *version_errors(game.id, versions))
    if needed > 2:
        faults.add("entries", *owner_errors(versions))
    if "entries" in faults.fields:
        return
    if len(versions) < 2 or len(versions) < needed:
        text = _("Expected %(needed)d entries or more, not %(found)d.")
        faults.add("entries", text % {"needed": max(2, needed), "found": len(versions)})
    elif "cycles" not in faults.fields and "blocks" not in faults.fields:
        parts = -(-blocks // designs.most_blocks(entry_kind, game.players, game.sides))
        tables = len(RoundRobin(needed).schedule(len(versions)).tables)
        matches = tables * cycles * parts
        if matches > MAX_MATCHES:
            text = _("%(matches)d matches are too many; at most %(most)d can be played.")
            faults.add("cycles", text % {"matches": matches, "most": MAX_MATCHES})
        elif tables * cycles * blocks > MAX_TOTAL_BLOCKS:
            text = _("%(total)d blocks in %(matches)d tables are too many; at most %(most)d can be played in all.")
            words = {"total": tables * cycles * blocks, "matches": tables * cycles, "most": MAX_TOTAL_BLOCKS}
            # The field that does it: without further cycles, the blocks alone may be in order.
            faults.add("blocks" if tables * blocks > MAX_TOTAL_BLOCKS else "cycles", text % words)
