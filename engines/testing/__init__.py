"""The conformance suite: what any game must pass. `check_game(game)` runs all of it and raises NonConformance.

Nothing here needs pytest or anything else outside the standard library; `python -m engines conformance MODULE:GAME`
runs it from the shell. The single checks each take a game and a seed, play at random and can be called by tests over
many games, options and seeds:

    check_random_play              legal actions, notation, invariants, the end of the game
    check_illegal_changes_nothing  what is not legal is refused, and the state stays as it was
    check_clones                   a clone is equal and independent
    check_record                   a record, whole or stopped anywhere, replays to the same state
    check_schema                   observations are as the game's JSON Schema says, at any moment
    check_tight                    no seat sees, or is told of, cards that it cannot know
    check_samples                  samples and rebuilt states agree with all that the seat knows
"""

from engines.testing.base import (
    MAX_ACTIONS,
    MAX_LOOKS,
    NonConformance,
    expand,
    fingerprint,
    looks,
    random_states,
    require,
)
from engines.testing.play import check_clones, check_illegal_changes_nothing, check_random_play, check_record
from engines.testing.samples import check_samples
from engines.testing.suite import Report, check_game
from engines.testing.views import Seen, cards_in_events, check_schema, check_tight

__all__ = [
    "MAX_ACTIONS",
    "MAX_LOOKS",
    "NonConformance",
    "Report",
    "Seen",
    "cards_in_events",
    "check_clones",
    "check_game",
    "check_illegal_changes_nothing",
    "check_random_play",
    "check_record",
    "check_samples",
    "check_schema",
    "check_tight",
    "expand",
    "fingerprint",
    "looks",
    "random_states",
    "require",
]
