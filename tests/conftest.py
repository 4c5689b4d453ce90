"""What all tests share: the environment of the machine does not reach them, and the longest files come first."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# A developer's own settings must not decide what a test sees; DATABASE_URL and REDIS_URL may choose the servers.
for name in [name for name in os.environ if name.startswith("FAIRDEAL_")]:
    del os.environ[name]

# A busy machine draws examples slowly; that is no fault of a test.
settings.register_profile("fairdeal", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("full", parent=settings.get_profile("fairdeal"))  # what `make test-long` plays
settings.load_profile("fairdeal")

# Files that take longest, by their time: `ops/test.sh` gives whole files to its processes in this order, so that none
# works on a long one alone at the end. A new one of more than ten seconds belongs here.
LONGEST = (
    "tests/worker/battery/test_as_user.py",
    "tests/worker/test_app.py",
    "tests/fairdeal/common/test_settings.py",
    "tests/worker/sandbox/test_opening.py",
    "tests/engines/core/test_conformance.py",
    "tests/worker/battery/test_contained.py",
    "tests/bots/cli/site/test_site.py",
    "tests/fairdeal/ratings/test_fits.py",
    "tests/fairdeal/tournaments/test_verify.py",
    "tests/fairdeal/common/test_inbox_process.py",
    "tests/fairdeal/common/test_object_store.py",
    "tests/engines/adapters/test_open_spiel.py",
    "tests/engines/smear/test_sample.py",
    "tests/worker/sandbox/test_pool.py",
)
_ROOT = Path(__file__).parent.parent
_TURN = {_ROOT / file: turn for turn, file in enumerate(LONGEST)}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests of the longest files first; all others stay as they were found."""
    items.sort(key=lambda item: _TURN.get(item.path, len(_TURN)))
