"""Starting tournaments, and bringing them on when their matches are over."""

from collections.abc import Iterable, Iterator

from django.db import transaction
from django.utils.translation import gettext as _

from fairdeal.accounts.models import User
from fairdeal.common.errors import Conflict, Forbidden, InvalidInput
from fairdeal.matches import seeds
from fairdeal.matches.models import Lane, Match
from fairdeal.matches.services import Lineup, matches_create, matches_hand_out, matches_open
from fairdeal.matches.states import TERMINAL
from fairdeal.tournaments import states
from fairdeal.tournaments.access import may
from fairdeal.tournaments.formats.base import Table
from fairdeal.tournaments.formats.round_robin import RoundRobin
from fairdeal.tournaments.models import Entry, Pairing, Tournament, TournamentState
from fairdeal.tournaments.parts import block_parts


@transaction.atomic
def tournament_start(*, user: User, tournament: Tournament) -> Tournament:
    """Make all matches of a tournament; they are handed out in turn with those of others, the first after the commit.

    Raises Forbidden for anybody but its organiser and staff, Conflict when it was started already, InvalidInput when an
    entry may not play any more.
    """
    locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if not may(user, "manage", locked):
        raise Forbidden(_("Only its organiser can start a tournament."))
    if locked.state == TournamentState.RUNNING:
        raise Conflict(_("The tournament is being played already."), code="wrong_state")
    states.move(locked, TournamentState.RUNNING)
    places = _schedule(locked)
    try:
        matches = matches_create(
            game=locked.game,
            players=locked.players,
            options=locked.options,
            entry_kind=locked.entry_kind,
            lineups=_lineups(locked, places),
            limits=locked.limits,
            is_closed=True,
            lane=Lane.objects.create(),
        )
    except InvalidInput as error:
        texts = [text for texts in error.fields.values() for text in texts]
        raise InvalidInput(error.message, fields={"entries": texts}) from error
    Pairing.objects.bulk_create(
        (
            Pairing(tournament=locked, cycle=table.cycle, round=table.round, table=table.table, part=part, match=match)
            for (table, part), match in zip(places, matches, strict=True)
        ),
        batch_size=500,
    )
    # The tournament has started, whatever becomes of this: the clock hands out again.
    transaction.on_commit(matches_hand_out, robust=True)
    return locked


def _schedule(tournament: Tournament) -> list[tuple[Table, int]]:
    """Give the tables in the scheduler's order, which is the ledger's, each with its parts."""
    entries = Entry.objects.filter(tournament=tournament).count()
    tables = RoundRobin(tournament.table_size, tournament.cycles).schedule(entries).tables
    parts = range(len(block_parts(tournament)))
    return [(table, part) for table in tables for part in parts]


def _lineups(tournament: Tournament, places: Iterable[tuple[Table, int]]) -> Iterator[Lineup]:
    versions = {entry.number: entry.version for entry in _entries(tournament)}
    parts = block_parts(tournament)
    # All tables of a cycle share their deals.
    deals: dict[tuple[int, int], list[str]] = {}
    for table, part in places:
        if (table.cycle, part) not in deals:
            deals[table.cycle, part] = [block_seed(tournament, table.cycle, block) for block in parts[part]]
        yield Lineup(
            versions=[versions[number] for number in table.entrants],
            seeds=deals[table.cycle, part],
            rng_seed=seeds.bots_seed(
                tournament.seed, cycle=table.cycle, round_number=table.round, table=table.table, part=part
            ),
        )


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
