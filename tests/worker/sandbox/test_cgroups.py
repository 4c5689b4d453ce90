"""Memory groups of control groups version 2: what is read of them, and what the kernel makes of the delegation."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from worker.sandbox.cgroups import MemoryGroup

ROOT = Path(__file__).resolve().parents[3]


def test_a_group_is_capped_and_tells_whether_the_process_ran_into_the_cap(tmp_path: Path) -> None:
    for name, text in (("memory.max", "max"), ("memory.events", "low 0\noom 4\noom_kill 2\n"), ("cgroup.procs", "")):
        (tmp_path / name).write_text(text)
    group = MemoryGroup(tmp_path, 2)
    group.enclose(4711)
    group.cap(1 << 20)
    assert (tmp_path / "memory.max").read_text() == "1048576"
    assert (tmp_path / "cgroup.procs").read_text() == "4711"
    assert not group.has_killed(), "what it ended before is another bot's"
    (tmp_path / "memory.events").write_text("low 0\noom 5\noom_kill 3\n")
    assert group.has_killed()
    group.cap(1 << 21)
    assert (tmp_path / "memory.max").read_text() == "2097152"


@pytest.fixture
def delegated() -> Iterator[Path]:
    """Make a group in the kernel's own tree of version 2, as a service manager delegates one."""
    lines = (line.split() for line in Path("/proc/self/mounts").read_text(encoding="utf-8").splitlines())
    mount = next(Path(place) for _device, place, kind, *_rest in lines if kind == "cgroup2")
    path = mount / f"fairdeal-test-{os.getpid()}"
    path.mkdir()
    wanted = [name for name in ("memory", "hugetlb") if name in (mount / "cgroup.controllers").read_text().split()][:1]
    missing = [name for name in wanted if name not in (mount / "cgroup.subtree_control").read_text().split()]
    for name in missing:
        (mount / "cgroup.subtree_control").write_text(f"+{name}")
    yield path
    for group in sorted((found for found in path.rglob("*") if found.is_dir()), reverse=True):
        group.rmdir()
    path.rmdir()
    for name in missing:
        (mount / "cgroup.subtree_control").write_text(f"-{name}")


def _has_writable_tree() -> bool:
    mounts = Path("/proc/self/mounts").read_text(encoding="utf-8").splitlines()
    places = [line.split()[1] for line in mounts if line.split()[2] == "cgroup2"]
    return os.geteuid() == 0 and any(os.access(place, os.W_OK) for place in places)


# A controller that no tree of version 1 has taken, with a limit of its own: all but the counting of memory is the same.
DELEGATED = """
import os, signal, sys
from pathlib import Path
from worker.sandbox import cgroups

group = Path(sys.argv[1])
available = (group / "cgroup.controllers").read_text().split()
controller, limit = ("memory", "memory.max") if "memory" in available else ("hugetlb", "hugetlb.2MB.max")
if controller not in available:
    sys.exit("no controller to delegate: " + " ".join(available))
cgroups._CONTROLLER = controller
cgroups._FILES = {2: (limit, limit.replace(".max", ".events"))}
(group / "cgroup.procs").write_text(str(os.getpid()))

groups = cgroups._delegated(group)
assert groups is not None, "not taken as delegated"
assert (group / "cgroup.subtree_control").read_text().split() == [controller]
assert (group / "worker" / "cgroup.procs").read_text().split() == [str(os.getpid())], "moved down itself"
child = os.fork()
if child == 0:
    signal.pause()
    os._exit(0)
try:
    bot = groups.take()
    bot.enclose(child)
    bot.cap(64 << 20)
    assert not bot.has_killed()
    [place] = [path for path in group.glob("fairdeal-*") if (path / "cgroup.procs").read_text()]
    assert (place / "cgroup.procs").read_text().split() == [str(child)]
    assert (place / limit).read_text().split() == [str(64 << 20)]
    second = cgroups._delegated(group / "worker")
    assert second is not None, "another worker of the service finds it prepared"
finally:
    os.kill(child, 9)
    os.waitpid(child, 0)
groups.give_back(bot)
assert groups.take() is bot, "groups are used again"
groups.give_back(bot)
groups.close()
second.close()
assert not list(group.glob("fairdeal-*"))
print("held")
"""


@pytest.mark.skipif(not _has_writable_tree(), reason="needs a tree of version 2 that this user can write")
def test_a_delegated_group_is_prepared_and_each_bot_gets_one_below(delegated: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", DELEGATED, str(delegated)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stdout == "held\n", done.stderr


@pytest.mark.skipif(not _has_writable_tree(), reason="needs a tree of version 2 that this user can write")
def test_a_group_that_others_are_in_is_not_taken(delegated: Path) -> None:
    with subprocess.Popen(["sleep", "60"]) as other, contextlib.ExitStack() as stack:
        stack.callback(other.kill)
        (delegated / "cgroup.procs").write_text(str(other.pid))
        code = DELEGATED.replace('assert groups is not None, "not taken as delegated"', "print(groups)\nsys.exit()")
        done = subprocess.run(
            [sys.executable, "-c", code, str(delegated)],
            cwd=ROOT, capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
    assert done.stdout == "None\n", done.stderr
