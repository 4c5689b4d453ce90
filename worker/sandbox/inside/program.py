"""Become the bot: its Python file as the main module, or a program in the place of this process."""

import _sitebuiltins
import atexit
import builtins
import contextlib
import io
import json
import os
import signal
import sys
import types
from typing import NoReturn

BOT = "/bot"
PACKAGES = "/opt/fairdeal/packages"
ENVIRONMENT = {
    "PATH": "/usr/bin",
    "HOME": "/tmp",
    "TMPDIR": "/tmp",
    "LC_ALL": "C.UTF-8",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
}
# What a shell says of a file that is there and cannot be executed.
CANNOT_EXECUTE = 126
# What Python ends with when its last output cannot be written.
CANNOT_FLUSH = 120


def execute(entry: str, command: "list[str]", variables: "dict[str, str]") -> NoReturn:
    """Replace this process by a program: the entry itself, or a command that is given it."""
    arguments = [*command, f"{BOT}/{entry}"]
    # Python ignores it, and a program would inherit that; a file that is too large stays an error, not the end.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    try:
        os.execve(arguments[0], arguments, {**ENVIRONMENT, **variables})
    except OSError as error:
        with contextlib.suppress(OSError):
            os.write(2, f"{entry} cannot be executed: {error.strerror}\n".encode())
    os._exit(CANNOT_EXECUTE)


def run(entry: str, preloaded: "set[str]") -> NoReturn:
    """Run a Python file as the main module; its directory comes first in the path."""
    path = f"{BOT}/{entry}"
    folder = os.path.dirname(path)
    _forget_shadowed(folder, preloaded)
    _open_streams()
    sys.argv[:] = [path]
    sys.path[:0] = [folder, PACKAGES]
    builtins.exit = builtins.quit = _sitebuiltins.Quitter("exit", "Ctrl-D")
    module = types.ModuleType("__main__")
    module.__file__ = path
    sys.modules["__main__"] = module
    code = 0
    try:
        with open(path, "rb") as file:
            source = compile(file.read(), path, "exec", dont_inherit=True)
        exec(source, module.__dict__)
    except SystemExit as end:
        code = _exit_code(end.code)
    except BaseException as error:  # noqa: BLE001 - whatever a bot raises; shown without our own frames, then the end
        error.__traceback__ = _bots_frames(error)
        # The author's log may be full.
        with contextlib.suppress(Exception):
            sys.excepthook(type(error), error, error.__traceback__)
        code = 1
    _leave(code)


def rehearse() -> None:
    """Do what comes with the order, for no bot: each page that a fork writes to is copied, now while nobody waits."""
    json.loads(b'{"limits":{"DATA":1}}')
    _forget_shadowed("/tmp", set())
    _open_streams()
    exec(compile(b"import sys", "", "exec"), types.ModuleType("").__dict__)


def _forget_shadowed(folder: str, preloaded: "set[str]") -> None:
    """Let a bot's own modules come before those that are loaded already, as they would in a fresh interpreter."""
    try:
        own = {name.partition(".")[0] for name in os.listdir(folder)}
    except OSError:
        return  # there is no such directory, so there is no entry: opening it will say so
    for name in own & preloaded:
        for loaded in [loaded for loaded in sys.modules if loaded == name or loaded.startswith(name + ".")]:
            del sys.modules[loaded]


def _open_streams() -> None:
    """Make the streams anew: those of the zygote are of other files."""
    readable = io.BufferedReader(io.FileIO(0, "r", closefd=False))
    sys.stdin = sys.__stdin__ = io.TextIOWrapper(readable, "utf-8", "surrogateescape")  # type: ignore[misc]
    # An answer that is printed is sent when its line ends, also by a bot that forgets to flush.
    for name, number, errors in (("stdout", 1, "surrogateescape"), ("stderr", 2, "backslashreplace")):
        writable = io.BufferedWriter(io.FileIO(number, "w", closefd=False))
        stream = io.TextIOWrapper(writable, "utf-8", errors, line_buffering=True)
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


def _bots_frames(error: BaseException) -> "types.TracebackType | None":
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename == __file__:
        trace = trace.tb_next
    return trace


def _exit_code(given: object) -> int:
    if given is None:
        return 0
    if isinstance(given, int):
        return given & 0xFF
    with contextlib.suppress(Exception):
        print(given, file=sys.stderr)
    return 1


def _leave(code: int) -> NoReturn:
    """End as Python does, threads and exit functions included, but without taking every module apart first."""
    try:
        if "threading" in sys.modules:
            sys.modules["threading"]._shutdown()
        atexit._run_exitfuncs()
        with contextlib.suppress(Exception):
            sys.stderr.flush()
        try:
            sys.stdout.flush()
        except (OSError, ValueError):
            code = code or CANNOT_FLUSH
    finally:
        os._exit(code)
