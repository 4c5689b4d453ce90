"""A match stays on one core, and two matches on two."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from worker.cores import one_core


def test_a_match_stays_on_one_core_and_gives_it_back(tmp_path: Path) -> None:
    before = os.sched_getaffinity(0)
    with pytest.raises(RuntimeError), one_core(tmp_path) as core:
        assert os.sched_getaffinity(0) == {core}
        raise RuntimeError
    assert os.sched_getaffinity(0) == before


def test_a_core_that_another_worker_has_is_left_to_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pinned: list[set[int]] = []
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1})
    monkeypatch.setattr(os, "sched_setaffinity", lambda _, cores: pinned.append(set(cores)))
    with one_core(tmp_path) as first, one_core(tmp_path) as second, one_core(tmp_path) as third:
        assert {first, second} == {0, 1}
        assert third in (0, 1)
    with one_core(tmp_path) as again:
        assert again == first
