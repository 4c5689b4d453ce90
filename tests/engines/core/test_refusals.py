"""What is no legal action is refused by every game, whatever its type, and changes nothing."""

import pytest

import engines
from engines.core.errors import IllegalAction
from engines.testing.base import fingerprint, looks

SEED = "5a" * 16


@pytest.mark.parametrize("game_id", engines.game_ids())
def test_what_is_no_action_changes_nothing(game_id):
    tried = 0
    for _, state in looks(engines.make_game(game_id), SEED, every=5):
        if tried > 400:
            break
        before, legal = fingerprint(state), state.legal_actions() or (0,)
        # A compiled engine and a shift tell other types by TypeError; a number equal to a legal action is no action.
        for thing in ("play 2C", "", None, 3.5, float(legal[0]), [legal[0]], -1, 1 << 70, legal[-1] + (1 << 40)):
            with pytest.raises((IllegalAction, TypeError)):
                state.apply(thing)
            tried += 1
        assert fingerprint(state) == before
    assert tried > 20
