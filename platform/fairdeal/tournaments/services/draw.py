"""Making matches of the tables that a format has drawn."""

from collections.abc import Sequence

from django.db import transaction

from fairdeal.matches import seeds
from fairdeal.matches.services import Lineup, matches_create, matches_hand_out
from fairdeal.tournaments.events import deals_round, entries_with_number
from fairdeal.tournaments.formats.base import Table
from fairdeal.tournaments.models import Pairing, Tournament
from fairdeal.tournaments.parts import block_parts
from fairdeal.tournaments.services.lane import lane_of


def draw(tournament: Tournament, tables: Sequence[Table]) -> None:
    """Make the matches of tables, in the scheduler's order, which is the ledger's, and note byes.

    Raises InvalidInput as `matches_create`.
    """
    versions = {entry.number: entry.version for entry in entries_with_number(tournament)}
    pairings = [pairing for table in tables for pairing in _pairings(tournament, table)]
    deals: dict[tuple[int, int, range], list[str]] = {}
    lineups, played = [], []
    for pairing, blocks in pairings:
        if not blocks:
            continue
        shared = (pairing.cycle, pairing.deals_round, blocks)
        if shared not in deals:
            deals[shared] = [block_seed(tournament, pairing.cycle, pairing.deals_round, block) for block in blocks]
        lineups.append(
            Lineup(
                versions=[versions[number] for number in pairing.numbers],
                seeds=deals[shared],
                rng_seed=seeds.bots_seed(
                    tournament.seed,
                    cycle=pairing.cycle,
                    round_number=pairing.round,
                    table=pairing.table,
                    part=pairing.part,
                    leg=pairing.leg,
                ),
            )
        )
        played.append(pairing)
    matches = matches_create(
        game=tournament.game,
        players=tournament.players,
        options=tournament.options,
        entry_kind=tournament.entry_kind,
        lineups=lineups,
        limits=tournament.limits,
        is_closed=True,
        lane=lane_of(tournament).get(),
    )
    for pairing, match in zip(played, matches, strict=True):
        pairing.match = match
    Pairing.objects.bulk_create((pairing for pairing, _ in pairings), batch_size=500)
    # The tables are drawn, whatever becomes of this: the clock hands out again.
    transaction.on_commit(matches_hand_out, robust=True)


def block_seed(tournament: Tournament, cycle: int, deals_of: int, block: int) -> str:
    """Give the seed of a block: all tables of a cycle, or of a round, play the same deals: luck is shared by all."""
    return seeds.block_seed(tournament.seed, cycle=cycle, round_number=deals_of, block=block)


def _pairings(tournament: Tournament, table: Table) -> list[tuple[Pairing, range]]:
    """Give the rows of a table, each with its blocks; a bye has none. Legs go on counting where the last has ended."""
    begin = 0 if table.leg == 1 else tournament.blocks + (table.leg - 2) * tournament.settings["extra_blocks"]
    parts = [range(0)] if table.is_bye else block_parts(tournament, table.blocks)
    return [
        (
            Pairing(
                tournament=tournament,
                cycle=table.cycle,
                round=table.round,
                table=table.table,
                leg=table.leg,
                part=part,
                numbers=list(table.entrants),
                deals_round=deals_round(tournament, table.cycle, table.round),
                first_block=begin + blocks.start,
            ),
            range(begin + blocks.start, begin + blocks.stop),
        )
        for part, blocks in enumerate(parts)
    ]
