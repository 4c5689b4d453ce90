"""Run a bot: the first program inside a sandbox, started by bubblewrap, which ends by becoming the bot.

It stands alone, as nothing of the worker is visible here. At first it still has the capabilities to mount its own /tmp;
it gives them up, sets limits, loads the system call filter, and only then reads the bot's code. Whatever fails on the
way ends the process before any of that code runs.
"""

import _sitebuiltins
import builtins
import ctypes
import io
import os
import resource
import sys
import types

BOT = "/bot"
PACKAGES = "/opt/fairdeal/packages"
FILTER = "/opt/fairdeal/boot/filter.bpf"
ENVIRONMENT = {
    "PATH": "/usr/bin",
    "HOME": "/tmp",
    "TMPDIR": "/tmp",
    "LC_ALL": "C.UTF-8",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
}
MIB = 1024 * 1024
# Address space beyond the memory limit: code, libraries and the reserves of threads are mapped, hardly used.
ADDRESS_SPACE_EXTRA = 256 * MIB

MS_NOSUID_NODEV_NOEXEC = 2 | 4 | 8
PR_SET_PDEATHSIG, PR_SET_SECCOMP, PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS, PR_CAP_AMBIENT = 1, 22, 24, 38, 47
PR_CAP_AMBIENT_CLEAR_ALL = 4
SECCOMP_MODE_FILTER = 2
SIGKILL = 9
CAPABILITY_VERSION_3 = 0x20080522

libc = ctypes.CDLL(None, use_errno=True)


class FilterProgram(ctypes.Structure):
    """The kernel's struct sock_fprog."""

    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def check(result: int, what: str) -> None:
    """Raise when a call of the C library failed."""
    if result != 0:
        error = ctypes.get_errno()
        raise OSError(error, f"{what}: {os.strerror(error)}")


def prctl(option: int, value: int = 0, pointer: object = None) -> int:
    """Call prctl(2) with all five arguments of full width."""
    zero = ctypes.c_ulong(0)
    return int(libc.prctl(option, ctypes.c_ulong(value), pointer if pointer is not None else zero, zero, zero))


def mount_tmp() -> None:
    """Mount the only place that a bot can write to: bounded in bytes and files, not executable."""
    options = b"size=16m,nr_inodes=512,mode=0700"
    flags = ctypes.c_ulong(MS_NOSUID_NODEV_NOEXEC)
    check(libc.mount(b"tmpfs", b"/tmp", b"tmpfs", flags, options), "mount /tmp")


def drop_privileges() -> None:
    """Give up every capability for good, and die with the process outside that holds this one."""
    check(prctl(PR_SET_PDEATHSIG, SIGKILL), "PR_SET_PDEATHSIG")
    check(prctl(PR_SET_NO_NEW_PRIVS, 1), "PR_SET_NO_NEW_PRIVS")
    capability = 0
    while prctl(PR_CAPBSET_DROP, capability) == 0:
        capability += 1
    check(prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL), "PR_CAP_AMBIENT")
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION_3, 0)
    check(libc.capset(ctypes.byref(header), ctypes.byref((ctypes.c_uint32 * 6)())), "capset")


def take_streams(stdin: int, stdout: int, stderr: int, control: int) -> None:
    """Put the bot's streams where it expects them, and close all else.

    They are not inherited as 0, 1 and 2, because bubblewrap's process outside would keep copies of those: a bot that
    closes its output would go unnoticed.
    """
    for source, target in ((stdin, 0), (stdout, 1), (stderr, 2)):
        os.dup2(source, target)
    os.closerange(3, control)
    os.closerange(control + 1, 4096)


def set_limits(memory_mib: int, cpu_s: int, file_bytes: int) -> None:
    """Set the limits, in the bot's own user namespace, where its processes are counted for itself."""
    limits = {
        resource.RLIMIT_AS: memory_mib * MIB + ADDRESS_SPACE_EXTRA,
        resource.RLIMIT_DATA: memory_mib * MIB,
        resource.RLIMIT_NPROC: 16,
        resource.RLIMIT_NOFILE: 64,
        resource.RLIMIT_FSIZE: file_bytes,
        resource.RLIMIT_CPU: cpu_s,
        resource.RLIMIT_STACK: 8 * MIB,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_MEMLOCK: 0,
        resource.RLIMIT_MSGQUEUE: 0,
        resource.RLIMIT_SIGPENDING: 64,
    }
    for name, wanted in limits.items():
        hard = resource.getrlimit(name)[1]
        value = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(name, (value, value))


def load_filter() -> None:
    """Load the system call filter: from here on this process can do no more than a bot."""
    with open(FILTER, "rb") as file:
        code = file.read()
    program = FilterProgram(len(code) // 8, code)
    check(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.byref(program)), "PR_SET_SECCOMP")


def await_start(control: int) -> None:
    """Tell the worker that the sandbox is closed, and wait until it has seen that."""
    os.write(control, b"R")
    if os.read(control, 1) != b"G":
        raise SystemExit("the worker went away")
    os.close(control)


def run(entry: str) -> None:
    """Become the bot: its file is the main module, its directory comes first in the path."""
    path = f"{BOT}/{entry}"
    os.environ.clear()
    os.environ.update(ENVIRONMENT)
    os.chdir("/tmp")
    sys.argv[:] = [path]
    sys.path[:0] = [os.path.dirname(path), PACKAGES]
    builtins.exit = builtins.quit = _sitebuiltins.Quitter("exit", "Ctrl-D")
    # An answer that is printed is sent when its line ends, also by a bot that forgets to flush.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)
    module = types.ModuleType("__main__")
    module.__file__ = path
    sys.modules["__main__"] = module
    try:
        with open(path, "rb") as file:
            code = compile(file.read(), path, "exec", dont_inherit=True)
        exec(code, module.__dict__)
    except Exception as error:  # noqa: BLE001 - whatever a bot raises; shown without our own frames, then the end
        error.__traceback__ = _bots_frames(error)
        sys.excepthook(type(error), error, error.__traceback__)
        raise SystemExit(1) from None


def _bots_frames(error: BaseException) -> "types.TracebackType | None":
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename == __file__:
        trace = trace.tb_next
    return trace


def main(arguments: list[str]) -> None:
    """Close the sandbox from inside, then run the bot."""
    entry, *numbers = arguments
    stdin, stdout, stderr, control, memory_mib, cpu_s, file_bytes = map(int, numbers)
    mount_tmp()
    drop_privileges()
    take_streams(stdin, stdout, stderr, control)
    set_limits(memory_mib, cpu_s, file_bytes)
    load_filter()
    await_start(control)
    run(entry)


if __name__ == "__main__":
    main(sys.argv[1:])
