"""The published rating over one tournament's blocks: how strong its field is by what it played here."""

from collections.abc import Sequence

import engines
from fairdeal.matches.models import Match
from fairdeal.ratings.models import Pool
from fairdeal.ratings.selectors import EventRatings, Published, event_ratings
from fairdeal.submissions.models import BotVersion
from fairdeal.tournaments.models import Entry, Tournament


def tournament_ratings(tournament: Tournament) -> EventRatings | None:
    """Fit the rated blocks of a tournament alone; kept until there are more. None before any of it is rated."""
    ruleset = engines.make_game(tournament.game, tournament.players, tournament.options).ruleset
    pool = Pool.objects.filter(ruleset=ruleset, entry_kind=tournament.entry_kind).first()
    if pool is None:
        return None
    versions = list(tournament.entries.order_by("number").values_list("version_id", flat=True))
    found = event_ratings(pool, Match.objects.filter(pairing__tournament=tournament), versions)
    return found if found.blocks else None


def rated_entries(entries: Sequence[Entry], found: EventRatings) -> list[tuple[BotVersion, Published]]:
    """Give the entries that have been rated, best first."""
    rows = [(entry.version, found.ratings[entry.version_id]) for entry in entries if entry.version_id in found.ratings]
    return sorted(rows, key=lambda row: (-row[1].elo, row[0].pk))
