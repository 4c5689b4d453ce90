"""All checks in one call."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from engines.core.game import Game
from engines.testing.base import fingerprint, require
from engines.testing.play import check_clones, check_illegal_changes_nothing, check_random_play, check_record
from engines.testing.samples import check_samples
from engines.testing.views import Seen, cards_in_events, check_schema, check_tight

SEEDS: Final = tuple(f"{number:032x}" for number in range(1, 5))


@dataclass
class Report:
    """Count what a game has passed; a check that never found anything to look at counts 0."""

    games: int = 0
    actions: int = 0
    refusals: int = 0
    permutations: int = 0
    observations: int = 0
    samples: int = 0


def check_game(game: Game, seeds: Iterable[str | bytes] = SEEDS, seen: Seen = cards_in_events) -> Report:
    """Run every check of the suite over these seeds; raise NonConformance at the first fault.

    `seen` is for games whose events do not tell all that a seat knows: see `check_tight`.
    """
    report = Report()
    for seed in seeds:
        report.games += 1
        report.actions += check_random_play(game, seed)
        report.refusals += check_illegal_changes_nothing(game, seed)
        check_clones(game, seed)
        check_record(game, seed)
        _check_repeats(game, seed)
        report.observations += check_schema(game, seed)
        report.permutations += check_tight(game, seed, seen)
        report.samples += check_samples(game, seed)
    if game.hidden_information:
        require(report.permutations > 0, "no hidden cards could be permuted: more seeds, or another `seen`, are needed")
    return report


def _check_repeats(game: Game, seed: str | bytes) -> None:
    """Check that the first deal is a function of the seed, and that the first dealer may be chosen."""
    first, second = game.new_state(seed), game.new_state(seed)
    require(fingerprint(first) == fingerprint(second), "two games of one seed differ")
    for dealer in range(game.players):
        state = game.new_state(seed, first_dealer=dealer)
        require(state.history[0].deck == first.history[0].deck, "the first deck depends on the first dealer")
