"""The pool: warm and empty, its end and its replacement, what it leaves, and where its bots run."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.worker.sandbox.support import LIMITS, make_bundle, settled, soon, start
from worker.sandbox import EndOfOutput, Sandbox, SandboxUnavailable, SeatLimits
from worker.sandbox.pool import POOL_SIZE
from worker.sandbox.staging import KEPT_COPIES, Staging

HELLO = "print('ready')\nimport sys\nfor line in sys.stdin: print(line.strip()[::-1])\n"
ROUNDS = 200


@pytest.fixture
def own_sandbox(work_dir: Path) -> Iterator[Sandbox]:
    """Open a sandbox that a test may break."""
    opened = Sandbox.open_untested(work_dir)
    yield opened
    opened.close()


def test_an_empty_pool_forks_at_once_and_is_filled_again(own_sandbox: Sandbox, tmp_path: Path) -> None:
    bundle = make_bundle(tmp_path / "bot", HELLO)
    settled(own_sandbox, lambda: None)
    seats = [own_sandbox.start_seat(bundle, "main.py", "python", LIMITS) for _ in range(2 * POOL_SIZE)]
    assert [seat.read_line(soon()) for seat in seats] == [b"ready"] * len(seats)
    assert len({seat.pid for seat in seats}) == len(seats)
    for seat in seats:
        seat.close()
    assert settled(own_sandbox, own_sandbox.zygote().ready) == POOL_SIZE


def test_a_zygote_that_ends_takes_its_bots_along_and_is_replaced(own_sandbox: Sandbox, tmp_path: Path) -> None:
    bundle = make_bundle(tmp_path / "bot", HELLO)
    seat = own_sandbox.start_seat(bundle, "main.py", "python", LIMITS)
    assert seat.read_line(soon()) == b"ready"
    os.kill(own_sandbox.zygote().pid, signal.SIGKILL)
    with pytest.raises(EndOfOutput):
        seat.read_line(soon())
    # No fault of the bot: whoever closes the seat learns that the game cannot be judged.
    with pytest.raises(SandboxUnavailable, match="the zygote has ended"):
        seat.close()
    again = own_sandbox.start_seat(bundle, "main.py", "python", LIMITS)
    assert again.read_line(soon()) == b"ready"
    assert again.close().killed


def test_a_cell_that_ended_in_the_pool_is_no_fault_of_a_bot(own_sandbox: Sandbox, tmp_path: Path) -> None:
    bundle = make_bundle(tmp_path / "bot", HELLO)
    settled(own_sandbox, lambda: None)
    for pid in _descendants(own_sandbox.zygote().pid):
        os.kill(pid, signal.SIGKILL)
    with pytest.raises(SandboxUnavailable):
        own_sandbox.start_seat(bundle, "main.py", "python", LIMITS)


def test_hundreds_of_starts_leave_nothing(own_sandbox: Sandbox, tmp_path: Path) -> None:
    bundle = make_bundle(tmp_path / "bot", HELLO)

    def world() -> tuple[int, int, int, int]:
        zygote = own_sandbox.zygote().pid
        return (
            len(_descendants(zygote)),
            len(os.listdir("/proc/self/fd")),
            len(os.listdir(f"/proc/{zygote}/fd")),
            len(Path(f"/proc/{zygote}/mountinfo").read_text().splitlines()),
        )

    # The first few bring what is made once.
    _play(own_sandbox, bundle, POOL_SIZE)
    before = settled(own_sandbox, world)
    _play(own_sandbox, bundle, ROUNDS)
    assert settled(own_sandbox, world) == before


def _play(sandbox: Sandbox, bundle: Path, rounds: int) -> None:
    for _ in range(rounds):
        seat = sandbox.start_seat(bundle, "main.py", "python", LIMITS)
        assert seat.read_line(soon()) == b"ready"
        seat.close()


def test_a_bot_runs_on_the_cores_of_the_worker(sandbox: Sandbox, tmp_path: Path) -> None:
    bundle = make_bundle(tmp_path / "bot", HELLO)
    allowed = os.sched_getaffinity(0)
    settled(sandbox, lambda: None)  # forked before the worker chose its core
    try:
        for core in sorted(allowed)[:2]:
            os.sched_setaffinity(0, {core})
            seats = [sandbox.start_seat(bundle, "main.py", "python", LIMITS) for _ in range(2)]
            assert [os.sched_getaffinity(seat.pid) for seat in seats] == [{core}, {core}]
            for seat in seats:
                seat.close()
    finally:
        os.sched_setaffinity(0, allowed)


def test_bots_have_namespaces_of_their_own(sandbox: Sandbox, tmp_path: Path) -> None:
    bundle = make_bundle(tmp_path / "bot", HELLO)
    seats = [sandbox.start_seat(bundle, "main.py", "python", LIMITS) for _ in range(2)]
    for kind in ("user", "pid", "mnt", "ipc", "net"):
        spaces = {os.readlink(f"/proc/{pid}/ns/{kind}") for pid in (os.getpid(), *(seat.pid for seat in seats))}
        spaces.add(os.readlink(f"/proc/{sandbox.zygote().pid}/ns/{kind}"))
        assert len(spaces) == 4, kind
    for seat in seats:
        seat.close()


OPEN_FILES = """
import os
def is_open(number):
    try:
        os.fstat(number)
    except OSError:
        return False
    return True
print([number for number in range(1024) if is_open(number)])
"""


def test_a_bot_holds_its_three_streams_and_nothing_of_the_zygotes(sandbox: Sandbox, tmp_path: Path) -> None:
    seat = start(sandbox, tmp_path / "bot", OPEN_FILES)
    assert seat.read_line(soon()) == b"[0, 1, 2]"
    seat.close()


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("import random\nprint(random.random())", None),
        ("import json, sys\nprint(json.__file__, 'worker' in sys.modules, 'cell' in sys.modules)", None),
        ("import helper\nprint(helper.__file__)", "/bot/helper.py"),
        ("import engines\nprint(engines.__file__)", "/bot/engines.py"),
    ],
)
def test_a_bot_sees_a_fresh_interpreter(source: str, said: str | None, sandbox: Sandbox, tmp_path: Path) -> None:
    bundle = make_bundle(tmp_path / "bot", source)
    for name in ("helper.py", "engines.py"):
        (bundle / name).write_text("", encoding="ascii")
    lines = []
    for _ in range(2):
        seat = sandbox.start_seat(bundle, "main.py", "python", LIMITS)
        lines.append(seat.read_line(soon()).decode())
        seat.close()
    if said is not None:
        assert lines == [said, said]
    elif "random" in source:
        assert lines[0] != lines[1], "the state of a generator came from the zygote"
    else:
        assert lines[0].endswith("json/__init__.py False False")


@pytest.mark.parametrize(
    ("source", "code", "log"),
    [
        ("import atexit\natexit.register(print, 'bye')", 0, ""),
        ("import sys\nsys.exit('gone')", 1, "gone\n"),
        ("raise SystemExit(300)", 44, ""),
        ("import threading, time\nthreading.Thread(target=print, args=('bye',)).start()", 0, ""),
        ("print('bye', end='')", 0, ""),
        ("raise KeyboardInterrupt", 1, None),
    ],
)
def test_a_bot_ends_as_python_does(source: str, code: int, log: str | None, sandbox: Sandbox, tmp_path: Path) -> None:
    seat = start(sandbox, tmp_path / "bot", source + "\n", SeatLimits())
    assert seat.wait_exit(soon())
    if "bye" in source and "end=" not in source:
        assert seat.read_line(soon()) == b"bye"
    evidence = seat.close()
    assert (evidence.exit_code, evidence.killed) == (code, False)
    assert log is None or evidence.stderr == log


def test_a_cap_of_a_control_group_is_exact(sandbox: Sandbox, tmp_path: Path) -> None:
    if sandbox.memory_groups is None:
        pytest.skip("no control group is delegated here")
    source = (
        "import mmap\nheld = []\nwhile True:\n    held.append(mmap.mmap(-1, 1 << 20)); held[-1].write(b'x' * (1 << 20))"
    )
    seat = start(sandbox, tmp_path / "bot", source)
    assert seat.wait_exit(soon())
    evidence = seat.close()
    assert (evidence.signal, evidence.killed, evidence.memory_capped) == (signal.SIGKILL, False, True)
    assert evidence.peak_kib < 96 * 1024


def test_only_the_least_used_copies_of_bundles_give_way(tmp_path: Path) -> None:
    staging = Staging(tmp_path)
    bundles = [make_bundle(tmp_path / f"bot{number}", str(number)) for number in range(KEPT_COPIES + 1)]
    names = [staging.place(bundle) for bundle in bundles[:-1]]
    assert staging.place(bundles[0]) == names[0]  # used again
    names.append(staging.place(bundles[-1]))
    gone = [name for name in names if not (staging.path / name / "main.py").exists()]
    assert gone == [names[1]]
    staging.close()
    assert not staging.path.exists()


def _descendants(pid: int) -> list[int]:
    return list(map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split()))
