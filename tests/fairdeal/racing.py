"""Two threads in the database at once, in an order that is certain: the first is held where the second must wait."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
from django.db import connection

DEADLINE_S = 30.0
_LOOK_S = 0.01


class Racer(threading.Thread):
    """A thread with a database connection of its own, that keeps what its call returned or raised."""

    def __init__(self, call: Callable[[], Any]) -> None:
        super().__init__(daemon=True)
        self.call = call
        self.outcome: Any = None

    def run(self) -> None:
        try:
            self.outcome = self.call()
        except Exception as error:  # noqa: BLE001  # what comes of it is what is tested
            self.outcome = error
        finally:
            connection.close()

    def end(self) -> Any:
        """Wait for the end; gives the outcome."""
        self.join(DEADLINE_S)
        assert not self.is_alive(), "a racer has not ended"
        return self.outcome


def race(
    monkeypatch: pytest.MonkeyPatch,
    first: Callable[[], Any],
    second: Callable[[], Any],
    *,
    hold: tuple[ModuleType, str],
) -> tuple[Any, Any]:
    """Run both; the first stops before it calls the function of `hold` until the second waits for a lock, or has ended.

    Returns what each returned or raised. Without the lock that is tested the second goes all the way while the first is
    in the middle of its transaction.
    """
    one, two = Racer(first), Racer(second)
    module, name = hold
    function = getattr(module, name)
    held = threading.Event()

    def stopped(*args: Any, **words: Any) -> Any:
        if threading.current_thread() is one and not held.is_set():
            held.set()
            _wait_until(lambda: two.ident is not None and (not two.is_alive() or _somebody_waits_for_a_lock()))
        return function(*args, **words)

    monkeypatch.setattr(module, name, stopped)
    one.start()
    assert held.wait(DEADLINE_S), f"the first has not come to {name}: {one.outcome!r}"
    two.start()
    return one.end(), two.end()


def _wait_until(look: Callable[[], bool]) -> None:
    end = time.monotonic() + DEADLINE_S
    while not look():
        assert time.monotonic() < end, "the second neither waits for a lock nor ends"
        time.sleep(_LOOK_S)


def _somebody_waits_for_a_lock() -> bool:
    # Not pg_stat_activity: inside a transaction it shows the same for ever.
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return bool(cursor.fetchone()[0])
