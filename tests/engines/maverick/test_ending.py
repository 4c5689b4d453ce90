"""How a game ends (step 8, R9, M9)."""

import pytest

from tests.engines.maverick.table import in_play


def ended(totals, scores, **options):
    """Play the last card of a deal that scores so, from these totals by side."""
    state = in_play(**options)
    for _ in range(51):
        state.apply(state.legal_actions()[0])
    other = state.clone()
    other.apply(other.legal_actions()[0])
    actual = other.observation(0)["result"]["scores"]
    state.totals = [totals[seat % 2] + scores[seat % 2] - actual[seat % 2] for seat in range(4)]
    state.apply(state.legal_actions()[0])
    assert state.totals == [totals[seat % 2] + scores[seat % 2] for seat in range(4)]
    return state


@pytest.mark.parametrize(
    ("totals", "scores", "places"),
    [
        ((25, 10), (5, 3), (1, 3, 1, 3)),  # at the target
        ((25, 10), (4, 3), None),
        ((10, 28), (3, 9), (3, 1, 3, 1)),  # over it
        ((28, 29), (5, 2), (1, 3, 1, 3)),  # both: the higher
        ((28, 29), (5, 4), None),  # level: another deal
        ((33, 33), (2, 1), (1, 3, 1, 3)),  # ... which decides
        ((33, 33), (-6, -9), None),  # ... unless both fall below again
        ((-20, -9), (3, -2), None),  # totals may be negative
    ],
)
def test_a_side_at_the_target_has_won(totals, scores, places):
    state = ended(totals, scores)
    assert state.places == places
    assert state.is_over is (places is not None)
    if places:
        assert state.payouts == tuple(0.5 if place == 1 else 0 for place in places)


@pytest.mark.parametrize("target", [1, 30, 40, 50, 500])
def test_targets(target):
    assert ended((target - 5, 0), (4, 0), target=target).places is None
    assert ended((target - 5, 0), (5, 0), target=target).places == (1, 3, 1, 3)


@pytest.mark.parametrize(
    ("totals", "places", "payouts"),
    [
        ((3, 9), (3, 1, 3, 1), (0, 0.5, 0, 0.5)),
        ((-3, -9), (1, 3, 1, 3), (0.5, 0, 0.5, 0)),
        ((9, 9), (1, 1, 1, 1), (0.25,) * 4),  # M9: level, a quarter each
        ((41, 41), (1, 1, 1, 1), (0.25,) * 4),
        ((29, 41), (3, 1, 3, 1), (0, 0.5, 0, 0.5)),  # R9: the ordinary win is the same
    ],
)
def test_max_deals(totals, places, payouts):
    state = ended(totals, (0, 0), max_deals=1)
    assert state.places == places
    assert state.payouts == payouts
    assert not ended((3, 9), (0, 0), max_deals=2).is_over


def test_the_end_is_told():
    state = ended((25, 10), (5, 3))
    assert state.events[-1]["type"] == "deal_end"  # told from the moves alone, which know no other totals
    assert state.record()["result"]["places"] == [1, 3, 1, 3]
