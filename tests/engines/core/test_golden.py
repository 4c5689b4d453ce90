"""Golden games: every record under tests/golden/games replays to exactly what its expected file says."""

import json
from pathlib import Path

import pytest

import engines
from engines.core.record import summary
from engines.testing import expand

GOLDEN = Path(__file__).parents[2] / "golden" / "games"
RECORDS = sorted(path for path in GOLDEN.glob("*.json") if not path.name.endswith(".expected.json"))


def test_the_golden_set_is_there():
    names = {path.name for path in RECORDS}
    assert sum(name.startswith("thirty-one-") for name in names) >= 12
    assert all(path.with_suffix(".expected.json").exists() for path in RECORDS)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_golden_game(path):
    expected = json.loads(path.with_suffix(".expected.json").read_text())
    state = engines.replay(json.loads(path.read_text()))
    found = summary(state)
    assert expand(found.pop("legal_actions")) == expand(expected.pop("legal_actions"))
    payouts, expected_payouts = found.pop("payouts"), expected.pop("payouts")
    assert found == expected
    assert (payouts is None) == (expected_payouts is None)
    if payouts is not None:
        assert payouts == pytest.approx(expected_payouts, abs=1e-9)
    assert state.broken_invariants() == []
