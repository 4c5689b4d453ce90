"""Starting tournaments, and bringing them on when their matches are over."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from fairdeal.accounts.models import User
from fairdeal.common.errors import Forbidden, InvalidInput
from fairdeal.matches import seeds
from fairdeal.matches.models import Match
from fairdeal.matches.services import match_create, match_enqueue, matches_open
from fairdeal.matches.states import TERMINAL
from fairdeal.submissions.models import BotVersion
from fairdeal.tournaments import states
from fairdeal.tournaments.access import may
from fairdeal.tournaments.formats.base import Table
from fairdeal.tournaments.formats.round_robin import RoundRobin
from fairdeal.tournaments.models import Entry, Pairing, Tournament, TournamentState
from fairdeal.tournaments.parts import block_parts


@transaction.atomic
def tournament_start(*, user: User, tournament: Tournament) -> Tournament:
    """Make all matches of a tournament and hand them out.

    Raises Forbidden for anybody but its organiser and staff, Conflict when it was started already, InvalidInput when an
    entry may not play any more.
    """
    locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if not may(user, "manage", locked):
        raise Forbidden(_("Only its organiser can start a tournament."))
    states.move(locked, TournamentState.RUNNING)
    entries = {entry.number: entry for entry in _entries(locked)}
    parts = block_parts(locked)
    for table in RoundRobin(locked.table_size, locked.cycles).schedule(len(entries)).tables:
        versions = [entries[number].version for number in table.entrants]
        for part, blocks in enumerate(parts):
            _hand_out(locked, table, versions, part, blocks)
    return locked


def _hand_out(tournament: Tournament, table: Table, versions: Sequence[BotVersion], part: int, blocks: range) -> None:
    place = {"cycle": table.cycle, "round_number": table.round, "table": table.table}
    try:
        match = match_create(
            game=tournament.game,
            players=tournament.players,
            options=tournament.options,
            entry_kind=tournament.entry_kind,
            versions=versions,
            seeds=[block_seed(tournament, table.cycle, block) for block in blocks],
            limits=tournament.limits,
            rng_seed=seeds.bots_seed(tournament.seed, **place, part=part),
            is_closed=True,
        )
    except InvalidInput as error:
        texts = [text for texts in error.fields.values() for text in texts]
        raise InvalidInput(error.message, fields={"entries": texts}) from error
    Pairing.objects.create(
        tournament=tournament, cycle=table.cycle, round=table.round, table=table.table, part=part, match=match
    )
    match_enqueue(match=match)


def block_seed(tournament: Tournament, cycle: int, block: int) -> str:
    """Give the seed of a block: all tables of a cycle play the same deals, so that luck is shared by all."""
    return seeds.block_seed(tournament.seed, cycle=cycle, round_number=0, block=block)


@transaction.atomic
def tournament_settle(*, match_id: int) -> Tournament | None:
    """Bring on the tournament of a match that is over: open what may be seen now, and finish it after the last match.

    Calling it again changes nothing. Returns the tournament, or None when the match belongs to none.
    """
    found = Pairing.objects.filter(match_id=match_id).values_list("tournament_id", flat=True).first()
    return None if found is None else _settle(Tournament.objects.select_for_update().get(pk=found))


def settle_all() -> int:
    """Bring on all running tournaments, each in its own transaction; returns how many have finished by it."""
    finished = 0
    for pk in list(Tournament.objects.filter(state=TournamentState.RUNNING).values_list("pk", flat=True)):
        with transaction.atomic():
            tournament = _settle(Tournament.objects.select_for_update().get(pk=pk))
            finished += tournament.state == TournamentState.FINISHED
    return finished


def _settle(tournament: Tournament) -> Tournament:
    if tournament.state != TournamentState.RUNNING:
        return tournament
    still_played = set(
        Pairing.objects.filter(tournament=tournament)
        .exclude(match__state__in=TERMINAL)
        .values_list("cycle", flat=True)
        .distinct()
    )
    over = Match.objects.filter(pairing__tournament=tournament, is_closed=True)
    # The tables of a cycle share their deals: nobody sees one of them before all are played.
    matches_open(match_ids=list(over.exclude(pairing__cycle__in=still_played).values_list("pk", flat=True)))
    if not still_played:
        states.move(tournament, TournamentState.FINISHED)
    return tournament


def _entries(tournament: Tournament) -> list[Entry]:
    entries = Entry.objects.filter(tournament=tournament).select_related("version__bot__owner")
    return list(entries.order_by("number"))
