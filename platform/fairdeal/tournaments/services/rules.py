"""What a tournament is played by: format and settings, game and options, blocks and deals; checked together."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

import engines
from fairdeal.common.errors import InvalidInput
from fairdeal.common.faults import Faults
from fairdeal.matches import designs
from fairdeal.matches.limits import read_limits
from fairdeal.matches.models import EntryKind
from fairdeal.matches.services.matches import entry_errors, make_game
from fairdeal.tournaments.events import WITH_CYCLES, Formats
from fairdeal.tournaments.formats.errors import BadSettings
from fairdeal.tournaments.formats.registry import FORMATS, make_format, settings_of
from fairdeal.tournaments.models import Deals

MAX_BLOCKS = 10_000
MAX_CYCLES = 100
#: The rules as the services take them; all else can be changed until the start.
RULES = ("format", "settings", "game", "players", "options", "entry_kind", "blocks", "deals", "limits")


def read_rules(faults: Faults, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns of a tournament that follow from the rules given; what is wrong is noted, by field.

    What is left open follows from the game: the number of players, what an entrant plays, the size of the tables.
    """
    columns: dict[str, Any] = {"blocks": given["blocks"]}
    faults.check_range("blocks", given["blocks"], 1, MAX_BLOCKS)
    settings = given.get("settings") or {}
    if not isinstance(settings, Mapping):
        faults.add("settings", _("Expected an object."))
        settings = {}
    game = _game(faults, given, settings.get("table_size"))
    try:
        columns["limits"] = read_limits(given.get("limits"))
    except InvalidInput as error:
        faults.take(error)
    if game is None:
        return columns
    entry_kind = given.get("entry_kind") or (EntryKind.SIDE if game.has_sides else EntryKind.SEAT)
    columns |= {
        "game": game.id,
        "players": game.players,
        "options": game.canonical_options,
        "entry_kind": EntryKind(entry_kind),
        "format": given["format"],
        "settings": _settings(faults, given, settings, game, entry_kind),
        "deals": _deals(faults, given),
    }
    return columns


def _game(faults: Faults, given: Mapping[str, Any], table_size: object) -> engines.Game | None:
    """Make the game; where everybody plays a seat, the size of the tables says how many play."""
    game, players, options, kind = given["game"], given.get("players"), given.get("options"), given.get("entry_kind")
    try:
        table = make_game(game, players, options)
        takes = range(table.min_players, table.max_players + 1)
        if players is None and not table.has_sides and type(table_size) is int and table_size in takes:
            table = make_game(game, table_size, options)
    except InvalidInput as error:
        faults.take(error)
        return None
    if kind is not None:
        for name, texts in entry_errors(table, kind).items():
            faults.add(name, *texts)
        if "entry_kind" in faults.fields:
            return None
    return table


def _settings(
    faults: Faults, given: Mapping[str, Any], settings: Mapping[str, Any], game: engines.Game, entry_kind: str
) -> dict[str, Any]:
    """Return all settings of the format; those that follow from game and blocks may be given, but not otherwise."""
    needed = designs.entrants_needed(entry_kind, game.players, game.sides)
    implied: dict[str, Any] = {"table_size": needed}
    if given["format"] == Formats.ROUND_ROBIN:
        implied["sides"] = _sides(game, entry_kind)
    elif given["format"] == Formats.LADDER:
        implied["blocks"] = given["blocks"]
    wrong = {name for name in implied if settings.get(name, implied[name]) != implied[name]}
    if "table_size" in wrong:
        text = _("%(ruleset)s, with an entrant to a %(kind)s, has tables of %(needed)d.")
        words = {"ruleset": game.ruleset, "kind": EntryKind(entry_kind).value, "needed": needed}
        faults.add("settings.table_size", text % words)
    for name in sorted(wrong - {"table_size"}):
        faults.add(f"settings.{name}", _("Here it can only be %(value)s.") % {"value": implied[name]})
    cycles = settings.get("cycles", 1)
    if type(cycles) is int and cycles > MAX_CYCLES:
        faults.check_range("settings.cycles", cycles, 1, MAX_CYCLES)
    try:
        return settings_of(make_format(given["format"], {**settings, **implied}))
    except BadSettings as error:
        faults.add("format" if error.setting == "format" else f"settings.{error.setting}", str(error))
    return {}


def _sides(game: engines.Game, entry_kind: str) -> int:
    """Return the sides of an individual event of a partnership game, in which everybody is everybody's partner."""
    is_alternating = list(game.side_of) == [seat % game.sides for seat in range(game.players)]
    return game.sides if entry_kind == EntryKind.SEAT and game.has_sides and is_alternating else 0


def _deals(faults: Faults, given: Mapping[str, Any]) -> str:
    """Return which tables share deals: those of a cycle where the format has cycles, else of a round."""
    usual = Deals.CYCLE if given["format"] in WITH_CYCLES else Deals.ROUND
    deals = given.get("deals") or usual
    if deals not in Deals.values:
        faults.add("deals", _("Expected one of: %(names)s.") % {"names": ", ".join(Deals.values)})
        return usual
    if deals == Deals.CYCLE and given["format"] not in WITH_CYCLES and given["format"] in FORMATS:
        faults.add("deals", _("Here pairings follow from results: each round has fresh deals."))
    return str(deals)
