"""Opening a sandbox: who runs bots, where things lie, what a missing or broken part is called, and the report."""

from __future__ import annotations

import io
import os
import shutil
import stat
import subprocess
from pathlib import Path

import pytest

from tests.worker.ordinary_user import reachable_project, run_as_user
from tests.worker.sandbox.support import LIMITS, make_bundle, soon
from worker.sandbox import Sandbox, SandboxUnavailable, bpf, identity, places, runtime
from worker.sandbox.identity import BotUser, bot_user
from worker.sandbox.report import report
from worker.sandbox.selftest import run_selftest
from worker.sandbox.selftest.check import lines

AS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="asks what root does")
PROJECT = Path(__file__).resolve().parents[3]


def test_a_missing_bwrap_is_named_with_its_remedy(monkeypatch: pytest.MonkeyPatch, work_dir: Path) -> None:
    monkeypatch.setattr(shutil, "which", lambda *_arguments, **_options: None)
    with pytest.raises(SandboxUnavailable) as caught:
        Sandbox.open(work_dir)
    assert caught.value.reason == "bwrap not found"
    assert caught.value.remedy == "apt-get install bubblewrap"


def test_a_bwrap_that_may_not_make_namespaces_is_named(tmp_path: Path, work_dir: Path, sandbox: Sandbox) -> None:
    claim = places.claim_scratch(sandbox.base, "test-")  # where the user of bots gets to
    fake = claim.path / "bwrap"
    fake.write_text("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n", encoding="ascii")
    fake.chmod(0o755)
    broken = Sandbox(str(fake), sandbox.user, sandbox.base, sandbox._trees, sandbox._languages)
    with pytest.raises(SandboxUnavailable, match="No permissions to create new namespace") as caught:
        broken.start_seat(make_bundle(tmp_path / "bot", "print(1)"), "main.py", "python", LIMITS)
    assert "unprivileged user namespaces" in caught.value.remedy
    places.remove_tree(claim.path)
    claim.release()


def test_without_the_filter_the_selftest_fails_but_the_namespaces_hold(
    monkeypatch: pytest.MonkeyPatch, work_dir: Path
) -> None:
    monkeypatch.setattr(runtime, "build_filter", lambda **_kind: bpf.pack(bpf.give(bpf.ALLOW)))
    open_door = Sandbox.open_untested(work_dir)
    try:
        found = run_selftest(open_door)
        monkeypatch.setattr("worker.sandbox.selftest.run_selftest", lambda _sandbox: found)
        with pytest.raises(SandboxUnavailable, match="self-test: no sockets"):
            open_door.test()
    finally:
        open_door.close()
    checks = {check.name: check.ok for check in found}
    assert not checks["no sockets"]
    assert not checks["dangerous system calls refused"]
    assert not checks["unknown and foreign system calls end"]
    # The other wall stands without the filter.
    assert checks["in a seat, nothing outside is reached"]
    assert checks["no connection came from a seat"]
    assert checks["all but a bounded /tmp is read-only"]
    assert checks["bots die with their worker"]


def test_with_a_writable_place_the_selftest_fails(
    monkeypatch: pytest.MonkeyPatch, work_dir: Path, tmp_path: Path
) -> None:
    whole = Sandbox.command
    monkeypatch.setattr(Sandbox, "command", lambda sandbox: _before_program(whole(sandbox), "--tmpfs", "/dev"))
    with pytest.raises(SandboxUnavailable, match="self-test: all but a bounded /tmp is read-only"):
        Sandbox.open(work_dir)


def _before_program(command: list[str], *words: str) -> list[str]:
    at = command.index(runtime.PYTHON)
    return [*command[:at], *words, *command[at:]]


def test_the_selftest_has_all_its_lines_and_one_without_a_finding_fails() -> None:
    checks = lines([])
    assert len(checks) == 20
    assert not any(check.ok for check in checks)
    assert all(check.remedy and "not tried" in check.detail for check in checks)


@AS_ROOT
def test_root_gives_bots_to_another_user(sandbox: Sandbox, tmp_path: Path) -> None:
    assert sandbox.user.uid != 0
    seat = sandbox.start_seat(make_bundle(tmp_path / "bot", "print(1)\ninput()"), "main.py", "python", LIMITS)
    assert seat.read_line(soon()) == b"1"
    status = Path(f"/proc/{seat.pid}/status").read_text()
    seat.close()
    assert f"Uid:\t{sandbox.user.uid}\t" in status
    assert "Groups:\t \n" in status or f"Groups:\t{sandbox.user.gid} \n" in status


@AS_ROOT
def test_a_user_that_cannot_hold_bots_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(identity.USER_VARIABLE, "root")
    with pytest.raises(SandboxUnavailable, match="root"):
        bot_user()
    monkeypatch.setenv(identity.USER_VARIABLE, "nobody-of-that-name")
    with pytest.raises(SandboxUnavailable, match="does not exist") as caught:
        bot_user()
    assert "useradd" in caught.value.remedy


@AS_ROOT
def test_bots_cannot_write_where_their_code_is_kept(sandbox: Sandbox, tmp_path: Path) -> None:
    placed = sandbox._staging.path / sandbox._staging.place(make_bundle(tmp_path / "bot", "print(1)"))
    for path in (placed, placed / "main.py", sandbox.python_tree, sandbox.base):
        facts = path.stat()
        assert facts.st_uid == os.geteuid()
        assert not stat.S_IMODE(facts.st_mode) & 0o022


@AS_ROOT
def test_a_link_in_a_bundle_is_never_followed(sandbox: Sandbox, tmp_path: Path) -> None:
    bundle = make_bundle(tmp_path / "bot", "print(1)")
    (bundle / "data").symlink_to("/etc/shadow")
    with pytest.raises((OSError, ValueError)):
        sandbox.start_seat(bundle, "main.py", "python", LIMITS)


def test_a_changed_bundle_is_seen_changed(sandbox: Sandbox, tmp_path: Path) -> None:
    bundle = make_bundle(tmp_path / "bot", "print('old')")
    for word in ("old", "fresh"):
        (bundle / "main.py").write_text(f"print({word!r})", encoding="ascii")
        seat = sandbox.start_seat(bundle, "main.py", "python", LIMITS)
        assert seat.read_line(soon()) == word.encode()
        seat.close()


def test_a_directory_that_others_can_write_is_not_used(tmp_path: Path) -> None:
    trap = tmp_path / "work" / "runtime"
    trap.mkdir(parents=True)
    trap.chmod(0o777)
    assert places.find_base(tmp_path / "work", BotUser(os.geteuid(), os.getegid(), changes=False)) != trap


def test_a_tree_is_built_once_and_again_when_damaged(tmp_path: Path) -> None:
    built = []

    def build(scratch: Path) -> None:
        built.append(scratch)
        (scratch / "folder").mkdir()
        (scratch / "folder" / "file").write_text("whole", encoding="ascii")

    first, second = (places.claim_tree(tmp_path / "tree-1", build) for _ in range(2))
    assert len(built) == 1
    (tmp_path / "tree-1" / "folder" / "file").unlink()
    second.release()
    third = places.claim_tree(tmp_path / "tree-1", build)
    assert len(built) == 2
    assert (third.path / "folder" / "file").read_text() == "whole"
    first.release()
    third.release()


def test_a_build_that_fails_leaves_nothing(tmp_path: Path) -> None:
    def build(scratch: Path) -> None:
        (scratch / "half").touch()
        raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        places.claim_tree(tmp_path / "tree-1", build)
    assert [path.name for path in tmp_path.iterdir()] == [".lock"]


def test_only_what_nobody_uses_is_pruned(tmp_path: Path) -> None:
    trees = {
        name: places.claim_tree(tmp_path / f"tree-{name}", lambda _scratch: None) for name in ("old", "used", "new")
    }
    trees["old"].release()
    places.prune(tmp_path, "tree-", keep=trees["new"].path)
    assert sorted(path.name for path in tmp_path.glob("tree-*")) == ["tree-new", "tree-used"]
    for claim in trees.values():
        claim.release()


def test_what_a_killed_process_left_is_removed(tmp_path: Path) -> None:
    first = places.claim_scratch(tmp_path, "stage-")
    second = places.claim_scratch(tmp_path, "stage-")
    assert first.path.is_dir()
    first.release()  # as the kernel does for the dead
    third = places.claim_scratch(tmp_path, "stage-")
    assert set(tmp_path.glob("stage-*")) == {second.path, third.path}
    second.release()
    third.release()


def test_the_report_names_every_check_and_the_selftest_leaves_nothing(work_dir: Path, sandbox: Sandbox) -> None:
    out = io.StringIO()
    assert report(work_dir, out=out) == 0
    said = out.getvalue().splitlines()
    assert len(said) == 21 and all(line.startswith("ok ") for line in said[:-1])
    assert said[-1] == "20 of 20 checks hold: this machine can run bots"
    assert not list(sandbox.base.glob("selftest-*"))
    assert "FAIRDEAL_SANDBOX_CANARY" not in os.environ


@AS_ROOT
def test_an_ordinary_user_can_run_bots_too(sandbox: Sandbox) -> None:
    """Run the cases as an ordinary user, with the system's Python; where that is too old, with a copy of ours."""
    system = "/usr/bin/python3"
    is_old = [system, "-c", "import sys; sys.exit(sys.version_info < (3, 11))"]
    python = system if Path(system).exists() and not subprocess.run(is_old, check=False).returncode else None
    with reachable_project() as project:
        said = run_as_user("tests.worker.sandbox.as_user", project=project, sandbox=sandbox, python=python)
    assert said.startswith("user 54321: ")
