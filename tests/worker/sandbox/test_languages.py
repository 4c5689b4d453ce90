"""Languages as data: programs and Node beside Python, under the same walls; what is not there is said."""

from __future__ import annotations

import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from tests.worker.sandbox.support import LIMITS, soon
from worker.sandbox import LanguageUnavailable, Sandbox, Seat, SeatLimits
from worker.sandbox.identity import BotUser
from worker.sandbox.languages import LANGUAGES, find_languages

# Echoes lines, then tries what no bot may: a file of the host, a process, a socket.
PROGRAM = r"""
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
static void *idle(void *x) { return x; }
int main(int argc, char **argv) {
    char line[256];
    pthread_t thread;
    setvbuf(stdout, NULL, _IOLBF, 0);
    printf("%s %s\n", argv[0], getenv("HOME"));
    while (fgets(line, sizeof line, stdin) && strcmp(line, "end\n")) fputs(line, stdout);
    int file = open("/etc/passwd", O_RDONLY), file_error = errno;
    int child = fork(), child_error = errno;
    int sock = socket(AF_INET, SOCK_STREAM, 0), sock_error = errno;
    int threaded = pthread_create(&thread, NULL, idle, NULL);
    printf("%d %d %d %d %d %d %d\n", file, file_error == ENOENT, child, child_error == EAGAIN, sock,
           sock_error == EPERM, threaded);
    return argc == 1 ? 7 : 8;
}
"""


def compiled(folder: Path, *flags: str) -> Path:
    """Compile a bot."""
    folder.mkdir()
    source = folder.parent / f"{folder.name}.c"
    source.write_text(PROGRAM, encoding="ascii")
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    subprocess.run([compiler, *flags, str(source), "-o", str(folder / "bot"), "-pthread"], check=True)
    (folder / "bot").chmod(0o644)  # permissions of a bundle do not count
    return folder


@pytest.mark.parametrize("flags", [("-static",), ()], ids=["static", "with the C library"])
def test_a_program_runs_behind_the_same_walls(flags: tuple[str, ...], sandbox: Sandbox, tmp_path: Path) -> None:
    seat = sandbox.start_seat(compiled(tmp_path / "bundle", *flags), "bot", "executable", LIMITS)
    assert seat.read_line(soon()) == b"/bot/bot /tmp"
    seat.write(b"abc\n", soon())
    assert seat.read_line(soon()) == b"abc"
    status = Path(f"/proc/{seat.pid}/status").read_text()
    seat.write(b"end\n", soon())
    assert seat.read_line(soon()) == b"-1 1 -1 1 -1 1 0"
    assert seat.wait_exit(soon())
    assert seat.close().exit_code == 7
    assert "NoNewPrivs:\t1\n" in status and "CapEff:\t0000000000000000\n" in status and "Seccomp:\t2\n" in status


def test_a_program_that_spins_is_stopped_and_ended(sandbox: Sandbox, tmp_path: Path) -> None:
    seat = sandbox.start_seat(compiled(tmp_path / "bundle"), "bot", "executable", LIMITS)
    seat.read_line(soon())
    seat.stop()
    evidence = seat.close()
    assert (evidence.signal, evidence.killed) == (signal.SIGKILL, True)


@pytest.mark.parametrize(
    ("content", "reason"), [(b"not a program\n", "Exec format error"), (None, "No such file or directory")]
)
def test_what_cannot_be_executed_is_the_bots_fault(
    content: bytes | None, reason: str, sandbox: Sandbox, tmp_path: Path
) -> None:
    bundle = tmp_path / "bundle"
    bundle.mkdir()
    if content is not None:
        (bundle / "bot").write_bytes(content)
    seat = sandbox.start_seat(bundle, "bot", "executable", LIMITS)
    assert seat.wait_exit(soon())
    evidence = seat.close()
    assert evidence.exit_code == 126
    assert evidence.stderr == f"bot cannot be executed: {reason}\n"


NODE = """
const lines = require("readline").createInterface({ input: process.stdin });
const tries = [];
try { require("fs").readFileSync("/etc/passwd"); } catch (error) { tries.push(error.code); }
try { require("child_process").execFileSync("/bot/bot.js"); } catch (error) { tries.push(error.code); }
console.log(process.version.slice(0, 1), tries.join(" "));
lines.on("line", (line) => console.log([...line].reverse().join("")));
"""


def node_seat(sandbox: Sandbox, folder: Path, source: str, limits: SeatLimits) -> Seat:
    """Start a bot in JavaScript."""
    folder.mkdir()
    (folder / "bot.js").write_text(source, encoding="ascii")
    try:
        return sandbox.start_seat(folder, "bot.js", "node", limits)
    except LanguageUnavailable as error:
        pytest.skip(str(error))


def test_node_runs_behind_the_same_walls(sandbox: Sandbox, tmp_path: Path) -> None:
    seat = node_seat(sandbox, tmp_path / "bundle", NODE, SeatLimits())
    line = seat.read_line(soon())
    seat.write(b"abc\n", soon())
    answer = seat.read_line(soon())
    evidence = seat.close()
    assert line.startswith(b"v ENOENT E"), (line, evidence)
    assert answer == b"cba"
    assert evidence.killed and evidence.stderr == ""


def test_node_runs_out_of_memory(sandbox: Sandbox, tmp_path: Path) -> None:
    seat = node_seat(
        sandbox, tmp_path / "bundle", "const held = []; for (;;) held.push(Buffer.alloc(1 << 20, 1));", SeatLimits()
    )
    assert seat.wait_exit(soon(60))
    evidence = seat.close()
    assert not evidence.killed and evidence.exit_code != 0
    assert evidence.peak_kib < 400 * 1024


def test_a_language_that_the_machine_lacks_is_named_with_its_remedy(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(shutil, "which", lambda *_words, **_options: None)
    found = find_languages(BotUser(54321, 54321, changes=True))
    assert found.find("python") is LANGUAGES["python"]
    with pytest.raises(LanguageUnavailable, match=r"Node\.js was not found") as caught:
        found.find("node")
    assert "apt-get install nodejs" in caught.value.remedy


def test_a_node_that_bots_cannot_read_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    (closed / "node").write_bytes(b"")
    monkeypatch.setattr(shutil, "which", lambda *_words, **_options: str(closed / "node"))
    with pytest.raises(LanguageUnavailable, match="cannot read"):
        find_languages(BotUser(54321, 54321, changes=True)).find("node")
