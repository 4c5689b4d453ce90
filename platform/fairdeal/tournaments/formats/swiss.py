"""Swiss: a fixed number of rounds, in each of which equals meet, and nobody meets twice. Pure."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from fairdeal.tournaments.formats.base import (
    Entrant,
    Event,
    Plan,
    Seeding,
    Table,
    by_seed,
    check_entries,
    check_setting,
)
from fairdeal.tournaments.formats.dutch import MOST_ENTRANTS, dutch_round
from fairdeal.tournaments.formats.errors import BadEntries, BadSettings
from fairdeal.tournaments.formats.round_robin import MAX_TABLE
from fairdeal.tournaments.formats.scores import Scoring
from fairdeal.tournaments.formats.swiss_matching import BYE, Pairs, pair_round, seats_first
from fairdeal.tournaments.formats.swiss_state import Player, lines_by_round, players_of
from fairdeal.tournaments.formats.swiss_tables import seat_round
from fairdeal.tournaments.tiebreaks import SWISS_ORDER, Standing, TieBreak, rank

MAX_ENTRIES = 512
MAX_ROUNDS = 99
#: In these first rounds of an accelerated event the better half has one point more, for the pairing alone.
ACCELERATED_ROUNDS = 2
VIRTUAL_POINTS = 1


class System(StrEnum):
    """Who pairs: our own matching, or the FIDE Dutch system for at most a hundred entrants."""

    MATCHING = "matching"
    DUTCH = "dutch"


@dataclass(frozen=True, slots=True)
class Swiss:
    """A Swiss of so many rounds; 0 stands for as many as tell a winner among these entrants."""

    table_size: int = 2
    rounds: int = 0
    system: System = System.MATCHING
    seeding: Seeding = Seeding.RATING
    accelerated: bool = False
    #: Does the first seed sit first in round 1? It changes no chances, since both sit in both seats within a block.
    first_seed_first: bool = True
    #: After so many rounds seeds are given anew, by the standings; 0: never. For fields whose ratings say little.
    reseed_after: int = 0
    bye_points: Fraction = Fraction(1)
    tiebreaks: tuple[TieBreak, ...] = SWISS_ORDER

    def __post_init__(self) -> None:
        check_setting("table_size", self.table_size, 2, MAX_TABLE)
        if self.system == System.DUTCH and self.table_size != 2:
            raise BadSettings("table_size", f"the Dutch system is for tables of 2, not {self.table_size}")
        check_setting("rounds", self.rounds, 0, MAX_ROUNDS)
        check_setting("reseed_after", self.reseed_after, 0, MAX_ROUNDS)
        if self.bye_points not in (0, Fraction(1, 2), 1):
            raise BadSettings("bye_points", f"a bye is worth 0, 1/2 or 1, not {self.bye_points}")
        if self.system == System.DUTCH and self.reseed_after:
            raise BadSettings("reseed_after", "the Dutch system keeps its pairing numbers: expected no new seeds, 0")

    def rounds_for(self, entrants: int) -> int:
        """Return how many rounds there are: by default two more than halving takes, while a pairing is sure to be left.

        While at most half of the possible opponents were met, a round of pairs can always be made (Dirac's theorem). At
        larger tables it is the byes that end: nobody has two.
        """
        if self.rounds:
            return self.rounds
        return max(1, min((entrants - 1).bit_length() + 2, self._sure_rounds(entrants)))

    def plan(self, entrants: Sequence[Entrant]) -> Plan:
        """Return the first round, and what holds whatever the results are; raises BadEntries."""
        count = len(entrants)
        most = MOST_ENTRANTS if self.system == System.DUTCH else MAX_ENTRIES
        check_entries(f"a Swiss ({self.system})", count, self.table_size, most)
        rounds = self.rounds_for(count)
        possible = count - 1 + count % 2 if self.table_size == 2 else self._sure_rounds(count)
        if rounds > possible:
            raise BadEntries(f"{count} entrants can be paired in {possible} rounds at most, not {rounds}")
        self._check_owners(entrants)
        promises = ["Nobody has more than one bye."]
        if self.table_size == 2:
            promises += ["No two meet twice.", "Everybody sits first and second equally often, give or take one."]
        if rounds > self._sure_rounds(count):
            text = "After round {} it may be that no such pairing is left; the event then ends."
            promises.append(text.format(self._sure_rounds(count)))
        tables = self.next_tables(Event(tuple(entrants)))
        return Plan(tables, rounds, rounds * (count // self.table_size), None, tuple(promises))

    def _sure_rounds(self, entrants: int) -> int:
        """Return how many rounds are possible whatever the results are."""
        if self.table_size == 2:
            return (entrants + 1) // 2
        resting = entrants % self.table_size
        return entrants // resting if resting else MAX_ROUNDS

    def _check_owners(self, entrants: Sequence[Entrant]) -> None:
        """Raise BadEntries when an owner has more bots than there are tables in a round."""
        tables = len(entrants) // self.table_size
        owned = Counter(entrant.owner for entrant in entrants if entrant.owner is not None)
        owner, bots = max(owned.items(), key=lambda item: item[1], default=("", 0))
        if self.table_size > 2 and bots > tables:
            text = f"two bots of one owner never sit at one table of more than two; {owner} has {bots}"
            raise BadEntries(f"{text}, and a round has {tables} tables")

    def next_tables(self, event: Event) -> tuple[Table, ...]:
        """Return the next round, once the last one is over; nothing after the last, or when no pairing is left."""
        number = 1 + max((table.round for table in event.tables), default=0)
        rounds = self.rounds_for(len(event.entrants))
        here = len(event.entrants) - len(event.withdrawn)
        if number > rounds or here < self.table_size or next(event.open_tables(), None) is not None:
            return ()
        order = self._order(event, number)
        if self.system == System.DUTCH:
            lineups = dutch_round(
                event,
                order,
                round_number=number,
                rounds=rounds,
                bye_points=self.bye_points,
                accelerated=self.accelerated,
                first_seed_first=self.first_seed_first,
            )
        else:
            lineups = self._seated(event, order, number, rounds)
        return tuple(Table(1, number, place, lineup) for place, lineup in enumerate(lineups or (), start=1))

    def standings(self, event: Event) -> tuple[Standing, ...]:
        """Return the standings by the rounds so far."""
        histories = lines_by_round(event, scoring=Scoring.MATCH, bye_points=self.bye_points)
        return rank(histories, self.tiebreaks, withdrawn=event.withdrawn)

    def _order(self, event: Event, number: int) -> list[int]:
        """Return the pairing numbers by seed: those of the start, or by the standings after some rounds."""
        if not self.reseed_after or number <= self.reseed_after:
            return by_seed(event.entrants, self.seeding)
        early = tuple(table for table in event.tables if table.round <= self.reseed_after)
        places = {table.place for table in early}
        results = {place: result for place, result in event.results.items() if place in places}
        return [standing.number for standing in self.standings(replace(event, tables=early, results=results))]

    def _seated(self, event: Event, order: Sequence[int], number: int, rounds: int) -> list[tuple[int, ...]] | None:
        players = players_of(event, order, bye_points=self.bye_points, table_size=self.table_size)
        if self.accelerated and number <= ACCELERATED_ROUNDS:
            for player in players:
                player.score += 2 * (self.table_size - 1) * VIRTUAL_POINTS * (2 * player.rank < len(order))
        if self.table_size > 2:
            owners = [event.entrants[player.number - 1].owner for player in players]
            return seat_round(players, owners, self.table_size, round_number=number)
        pairs = pair_round(players, is_last=number == rounds)
        return None if pairs is None else _lineups(players, pairs, first_seed_first=self.first_seed_first)


def _lineups(players: Sequence[Player], pairs: Pairs, *, first_seed_first: bool) -> list[tuple[int, ...]]:
    """Return the tables from the highest score to the lowest, the bye last."""
    games = [(players[i], players[j]) for i, j in pairs if j != BYE]
    games.sort(key=lambda game: (-max(game[0].score, game[1].score), -min(game[0].score, game[1].score), game[0].rank))
    lineups: list[tuple[int, ...]] = [
        (one.number, other.number) if seats_first(one, other, first_seed_first) else (other.number, one.number)
        for one, other in games
    ]
    return lineups + [(players[i].number,) for i, j in pairs if j == BYE]
