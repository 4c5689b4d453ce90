"""The bracket of a tournament: pictures, the same in words, and a stamp that changes when they do."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from typing import Any

from fairdeal.tournaments import selectors
from fairdeal.tournaments.models import Entry
from fairdeal.tournaments.selectors import RoundRow, View
from fairdeal.web.bracket.duels import Played, read_duels
from fairdeal.web.bracket.picture import draw_parts
from fairdeal.web.bracket.sections import parts_of
from fairdeal.web.event.standing import NOTHING_BUT_A_BRACKET, standings


def bracket(view: View, drawn: Sequence[RoundRow]) -> dict[str, Any]:
    """Give the bracket of a tournament of which these rounds are drawn; nothing where there is none, or not yet."""
    thing, found = view.tournament, selectors.bracket(view)
    if found is None:
        return {"tournament": thing, "bracket": [], "bracket_stamp": ""}
    tables = [table for round_ in drawn for table in round_.tables]
    played = {
        table.place: [Played(match, is_running=table.state == "running") for match in table.matches] for table in tables
    }
    duels = read_duels(found, short_names(view.entries), played, most_legs=thing.settings["extra_legs"] + 1)
    is_ranked_here = thing.format in NOTHING_BUT_A_BRACKET and thing.started_at is not None
    # Equal duels make equal pictures.
    stamp = hashlib.sha256(repr(duels).encode()).hexdigest()[:16]
    return {
        "tournament": thing,
        "bracket": draw_parts(parts_of(duels)),
        "bracket_stamp": stamp,
        "final_standings": standings(view) if is_ranked_here else {},
    }


def short_names(entries: Sequence[Entry]) -> dict[int, str]:
    """Give the shortest names that tell the entrants apart: the bot's, with its owner, or the version's."""
    bots = Counter(entry.version.bot.name for entry in entries)
    versions = Counter(entry.version.bot_id for entry in entries)

    def short(entry: Entry) -> str:
        bot = entry.version.bot
        if versions[bot.pk] > 1:
            return str(entry.version)
        return bot.name if bots[bot.name] == 1 else f"{bot.owner.name}/{bot.name}"

    return {entry.number: short(entry) for entry in entries if entry.number is not None}
