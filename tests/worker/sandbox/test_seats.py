"""Seats: two at once, their clock, stopping, where they may be started from, and their end with the worker's."""

from __future__ import annotations

import multiprocessing
import os
import select
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tests.worker.sandbox.support import LIMITS, await_state, children, make_bundle, settled, soon, start
from worker.sandbox import DeadlinePassed, EndOfOutput, Sandbox, SandboxUnavailable, Seat, SeatLimits

ECHO = "import sys\nfor line in sys.stdin: print(line.strip()[::-1])\n"


def test_lines_go_there_and_back(sandbox: Sandbox, tmp_path: Path) -> None:
    seat = start(sandbox, tmp_path / "bot", ECHO)
    seat.write(b"abc\ndef\n", soon())
    assert [seat.read_line(soon()), seat.read_line(soon())] == [b"cba", b"fed"]
    assert not seat.has_pending_output()
    with pytest.raises(DeadlinePassed):
        seat.read_line(time.monotonic())
    evidence = seat.close()
    assert evidence.killed
    assert evidence.stderr == ""
    assert 1000 < evidence.peak_kib < 64 * 1024
    assert evidence.cpu_ms > 0
    assert evidence.wall_ms > 0


def test_a_line_that_came_is_returned_even_when_the_deadline_has_passed(sandbox: Sandbox, tmp_path: Path) -> None:
    seat = start(sandbox, tmp_path / "bot", "print('one')\nprint('two')")
    assert seat.wait_exit(soon())
    assert seat.read_line(0.0) == b"one"
    assert seat.has_pending_output()
    assert seat.read_line(0.0) == b"two"
    with pytest.raises(EndOfOutput):
        seat.read_line(0.0)
    assert seat.close().exit_code == 0


def test_a_seat_sees_nothing_of_its_opponent(sandbox: Sandbox, tmp_path: Path) -> None:
    secret = make_bundle(tmp_path / "opponent", "open('/tmp/notes', 'w').write('secret')\nprint('ready')\n" + ECHO)
    opponent = sandbox.start_seat(secret, "main.py", "python", LIMITS)
    assert opponent.read_line(soon()) == b"ready"
    spy = start(
        sandbox,
        tmp_path / "spy",
        f"import os\nplaces = {[str(secret), str(secret.parent), str(sandbox.base)]!r}\n"
        "print(sorted(os.listdir('/bot')), os.listdir('/tmp'), [os.path.exists(place) for place in places])\n"
        f"try: os.kill({opponent.pid}, 9)\nexcept ProcessLookupError: print('nobody there')\n",
    )
    assert spy.read_line(soon()) == b"['main.py'] [] [False, False, False]"
    assert spy.read_line(soon()) == b"nobody there"
    spy.close()
    opponent.write(b"alive\n", soon())
    assert opponent.read_line(soon()) == b"evila"
    opponent.close()


def test_what_a_bot_wrote_is_gone_in_the_next_game(sandbox: Sandbox, tmp_path: Path) -> None:
    bundle = make_bundle(tmp_path / "bot", "import os\nprint(os.listdir('/tmp'))\nopen('/tmp/kept', 'w').close()\n")
    for _ in range(2):
        seat = sandbox.start_seat(bundle, "main.py", "python", LIMITS)
        assert seat.read_line(soon()) == b"[]"
        assert seat.wait_exit(soon())
        seat.close()


def test_a_bot_may_use_the_engines_the_sdk_and_threads(sandbox: Sandbox, tmp_path: Path) -> None:
    source = (
        "import importlib.util as u, concurrent.futures as f, tempfile, asyncio, json, random\n"
        "found = [u.find_spec(name) is not None for name in ('engines', 'fairdeal_bot')]\n"
        "with f.ThreadPoolExecutor(4) as pool: total = sum(pool.map(abs, range(-9, 0)))\n"
        "async def answer(): return 7\n"
        "with tempfile.TemporaryFile() as file: file.write(b'x')\n"
        "print(found, total, asyncio.run(answer()), __name__)\n"
        "exit(0)\n"
    )
    seat = start(sandbox, tmp_path / "bot", source, SeatLimits())
    assert seat.read_line(soon()) == b"[True, True] 45 7 __main__"
    assert seat.wait_exit(soon())
    assert seat.close().exit_code == 0


def test_sets_are_walked_alike_in_every_run(sandbox: Sandbox, tmp_path: Path) -> None:
    bundle = make_bundle(tmp_path / "bot", "print(hash('TH'))")
    lines = set()
    for _ in range(2):
        seat = sandbox.start_seat(bundle, "main.py", "python", LIMITS)
        lines.add(seat.read_line(soon()))
        seat.close()
    assert len(lines) == 1


def test_a_stopped_bot_uses_no_time_and_goes_on_when_resumed(sandbox: Sandbox, tmp_path: Path) -> None:
    seat = start(
        sandbox, tmp_path / "bot", "import sys\nfor line in sys.stdin:\n    print('go')\n    while True: pass\n"
    )
    seat.write(b"x\n", soon())
    assert seat.read_line(soon()) == b"go"
    assert _runs(seat)
    seat.stop()
    await_state(seat.pid, "T")
    stopped_at = seat.cpu_ns()
    select.select([], [], [], 0.05)
    assert seat.cpu_ns() == stopped_at
    seat.resume()
    assert _runs(seat)
    seat.stop()
    assert seat.close().killed


def test_a_bot_is_asleep_when_all_its_threads_wait(sandbox: Sandbox, tmp_path: Path) -> None:
    seat = start(
        sandbox,
        tmp_path / "bot",
        "import sys, threading\n"
        "threading.Thread(target=threading.Event().wait, daemon=True).start()\n"
        "print('up', flush=True)\n"
        "sys.stdin.readline()\n"
        "while True: pass\n",
    )
    assert seat.read_line(soon()) == b"up"
    deadline = soon()
    while not seat.is_asleep():
        assert time.monotonic() < deadline
    seat.write(b"x\n", soon())
    assert _runs(seat)
    assert not seat.is_asleep()
    seat.close()


def test_an_answer_is_returned_at_once_only_when_it_is_whole_and_alone(sandbox: Sandbox, tmp_path: Path) -> None:
    seat = start(
        sandbox,
        tmp_path / "bot",
        "import os, sys\nfor line in sys.stdin.buffer:\n    os.write(1, line.replace(b'|', b'\\n'))\n",
    )
    assert seat.ask(b"one\n", 20.0) == b"one"
    assert seat.ask(b"\n", 20.0) == b""
    assert seat.ask(b"two|three\n", 20.0) is None
    assert (seat.read_line(soon()), seat.read_line(soon())) == (b"two", b"three")
    long = b"x" * 5000 + b"\n"
    assert seat.ask(long, 20.0) is None
    assert seat.read_line(soon()) == long[:-1]
    assert seat.ask(b"four|", 0.05) is None, "no request: the bot waits for the end of the line"
    seat.write(b"\n", soon())
    assert (seat.read_line(soon()), seat.read_line(soon())) == (b"four", b"")
    seat.close()


def test_processor_time_is_limited_by_the_kernel_too(sandbox: Sandbox, tmp_path: Path) -> None:
    seat = start(sandbox, tmp_path / "bot", "while True: pass", SeatLimits(memory_mb=64, cpu_s=1))
    assert seat.wait_exit(soon(60))
    evidence = seat.close()
    assert (evidence.signal, evidence.killed) == (signal.SIGKILL, False)
    assert 500 < evidence.cpu_ms < 4000


def test_seats_start_in_a_daemonic_child_process(sandbox: Sandbox, tmp_path: Path) -> None:
    bundle = make_bundle(tmp_path / "bot", ECHO)

    def play(answers: multiprocessing.SimpleQueue[object]) -> None:
        seat = sandbox.start_seat(bundle, "main.py", "python", LIMITS)
        seat.write(b"abc\n", soon())
        line = seat.read_line(soon())
        evidence = seat.close()
        answers.put((line, evidence.signal, sorted(children().values())))

    context = multiprocessing.get_context("fork")
    answers: multiprocessing.SimpleQueue[object] = context.SimpleQueue()
    child = context.Process(target=play, args=(answers,), daemon=True)
    child.start()
    child.join(60)
    assert child.exitcode == 0
    assert answers.get() == (b"cba", signal.SIGKILL, ["bwrap"])  # a zygote of its own


def test_a_seat_is_not_started_from_another_thread(sandbox: Sandbox, tmp_path: Path) -> None:
    bundle = make_bundle(tmp_path / "bot", ECHO)
    errors: list[Exception] = []

    def play() -> None:
        try:
            sandbox.start_seat(bundle, "main.py", "python", LIMITS)
        except RuntimeError as error:
            errors.append(error)

    thread = threading.Thread(target=play)
    thread.start()
    thread.join()
    assert "main thread" in str(errors[0])


def test_bots_die_with_the_worker(sandbox: Sandbox, tmp_path: Path, work_dir: Path) -> None:
    bundle = make_bundle(tmp_path / "bot", "import time\nprint('ready')\nwhile True: time.sleep(1)")
    worker = (
        "import sys, time\nfrom pathlib import Path\nfrom worker.sandbox import Sandbox, SeatLimits\n"
        f"sandbox = Sandbox.open_untested(Path({str(work_dir)!r}))\n"
        f"seat = sandbox.start_seat(Path({str(bundle)!r}), 'main.py', 'python', SeatLimits())\n"
        "seat.read_line(time.monotonic() + 20)\nprint(seat.pid, flush=True)\nsys.stdin.read()\n"
    )
    process = subprocess.Popen([sys.executable, "-c", worker], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout is not None
    pidfd = os.pidfd_open(int(process.stdout.readline()))
    try:
        process.kill()
        process.wait()
        assert select.select([pidfd], [], [], 20)[0], "the bot outlived its worker"
    finally:
        os.close(pidfd)
        process.communicate()


@pytest.mark.parametrize("entry", ["", "/etc/passwd", "../main.py", "a/../../b.py"])
def test_an_entry_outside_the_bundle_is_refused(entry: str, sandbox: Sandbox, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="entry"):
        sandbox.start_seat(make_bundle(tmp_path / "bot", ECHO), entry, "python", LIMITS)


def test_a_language_without_a_runtime_is_refused(sandbox: Sandbox, tmp_path: Path) -> None:
    with pytest.raises(SandboxUnavailable, match="'cobol'"):
        sandbox.start_seat(make_bundle(tmp_path / "bot", ECHO), "main.py", "cobol", LIMITS)


def test_no_descriptor_is_left(sandbox: Sandbox, tmp_path: Path) -> None:
    bundle = make_bundle(tmp_path / "bot", ECHO)
    before = settled(sandbox, lambda: len(os.listdir("/proc/self/fd")))
    for _ in range(3):
        sandbox.start_seat(bundle, "main.py", "python", LIMITS).close()
    assert settled(sandbox, lambda: len(os.listdir("/proc/self/fd"))) == before


def _runs(seat: Seat) -> bool:
    """Wait until a bot has used processor time since now."""
    before, deadline = seat.cpu_ns(), soon()
    while time.monotonic() < deadline:
        if seat.cpu_ns() > before:
            return True
    return False
