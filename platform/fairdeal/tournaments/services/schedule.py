"""Whether entries can be scheduled: as many as the format takes, owners kept apart, not too much to play."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from fairdeal.common.faults import Faults
from fairdeal.matches.services.matches import version_errors
from fairdeal.tournaments.events import Formats, entrants_of, form_of, plan_of
from fairdeal.tournaments.formats.base import Plan
from fairdeal.tournaments.formats.dutch import MOST_ENTRANTS
from fairdeal.tournaments.formats.errors import BadEntries
from fairdeal.tournaments.formats.swiss import System
from fairdeal.tournaments.models import Entry, Tournament
from fairdeal.tournaments.parts import block_parts

MAX_ENTRIES = 1000
# Designs of larger events, and their tables, would take longer to make than anybody waits.
_MOST_OF_FORMAT = {Formats.ROUND_ROBIN: 200, Formats.GAUNTLET: 200, Formats.LADDER: MAX_ENTRIES}
_MOST = 512
# Larger events than this would fill the arena for weeks.
MAX_MATCHES = 20_000
# Blocks of all matches together, whatever product of entries, cycles and blocks they come from: 50 bots at 80 blocks.
MAX_TOTAL_BLOCKS = 100_000


def most_entries(format_name: str, settings: dict[str, Any]) -> int:
    """Return how many entries a tournament of this format takes."""
    if settings.get("system") == System.DUTCH:
        return MOST_ENTRANTS
    return _MOST_OF_FORMAT.get(Formats(format_name), _MOST)


def check_schedule(faults: Faults, tournament: Tournament, entries: Sequence[Entry]) -> Plan | None:
    """Give the plan for entries, which need not be stored; what keeps them from being scheduled is noted, by field."""
    faults.add("entries", *version_errors(tournament.game, [entry.version for entry in entries]))
    most = most_entries(tournament.format, tournament.settings)
    if len(entries) > most:
        faults.add("entries", _("At most %(most)d versions can be entered.") % {"most": most})
    if "entries" in faults.fields:
        return None
    if (least := _least_tables(tournament, len(entries))) > MAX_MATCHES:
        _too_much(faults, tournament, least)
        return None
    try:
        plan = plan_of(form_of(tournament), entrants_of(tournament, entries))
    except BadEntries as error:
        faults.add("entries", str(error))
        return None
    _check_size(faults, tournament, plan)
    return plan


def _least_tables(tournament: Tournament, entries: int) -> int:
    """Return how many tables it takes at least that all meet: counted before they are made."""
    settings, size = tournament.settings, tournament.table_size
    if tournament.format == Formats.ROUND_ROBIN:
        return entries * (entries - 1) // (size * (size - 1)) * tournament.cycles
    if tournament.format == Formats.GAUNTLET:
        return settings["challengers"] * (entries - settings["challengers"]) // (size - 1) * tournament.cycles
    return 0


def _check_size(faults: Faults, tournament: Tournament, plan: Plan) -> None:
    tables, blocks = plan.most_tables, tournament.blocks
    matches = tables * len(block_parts(tournament))
    if matches > MAX_MATCHES:
        _too_much(faults, tournament, matches)
    elif tables * blocks > MAX_TOTAL_BLOCKS:
        text = _("%(total)d blocks in %(matches)d tables are too many; at most %(most)d can be played in all.")
        words = {"total": tables * blocks, "matches": tables, "most": MAX_TOTAL_BLOCKS}
        # The field that does it: without further cycles, the blocks alone may be in order.
        is_blocks = tables // tournament.cycles * blocks > MAX_TOTAL_BLOCKS or tournament.cycles == 1
        faults.add("blocks" if is_blocks else "settings.cycles", text % words)


def _too_much(faults: Faults, tournament: Tournament, matches: int) -> None:
    text = _("%(matches)d matches are too many; at most %(most)d can be played.")
    field = "settings.cycles" if tournament.cycles > 1 else "entries"
    faults.add(field, text % {"matches": matches, "most": MAX_MATCHES})
