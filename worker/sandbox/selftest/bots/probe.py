"""Probe the sandbox from inside, one line of findings a probe; every probe says what it saw."""

import ctypes
import errno
import json
import mmap
import os
import socket
import threading
from collections.abc import Callable

MIB = 1024 * 1024
NEW_USER_NAMESPACE = 0x10000000
SIGCHLD = 17
Finding = tuple[bool, str]

with open("/bot/facts.json", encoding="utf-8") as file:
    FACTS = json.load(file)
LIBC = ctypes.CDLL(None, use_errno=True)


def raw(name: str, *arguments: int) -> str:
    """Make a system call; return the name of its error, or "succeeded"."""
    number = FACTS["numbers"][name] if name != "unknown" else 999
    words = [ctypes.c_long(argument) for argument in (*arguments, 0, 0, 0, 0, 0, 0)[:6]]
    result = LIBC.syscall(ctypes.c_long(number), *words)
    if result == 0 and name == "clone":
        os._exit(0)  # the child that should not have been
    if result >= 0:
        return "succeeded"
    return errno.errorcode[ctypes.get_errno()]


def attempt(action: Callable[..., object], *arguments: object) -> str:
    """Call a function; return the name of its error, or "succeeded"."""
    try:
        action(*arguments)
    except OSError as error:
        return errno.errorcode.get(error.errno or 0, str(error))
    return "succeeded"


def all_give(wanted: str, found: dict[str, str]) -> Finding:
    """Compare findings with the error that all of them should be."""
    wrong = {name: result for name, result in found.items() if result != wanted}
    return not wrong, f"{len(found)} refused" if not wrong else f"expected {wanted}: {wrong}"


def user() -> Finding:
    """Run as an unprivileged user."""
    uids, gids = set(os.getresuid()), set(os.getresgid())
    return uids == gids == {65534}, f"uid {uids}, gid {gids}"


def alone() -> Finding:
    """Be the first process, and see no other."""
    seen = [pid for pid in range(2, 200) if attempt(os.kill, pid, 0) != "ESRCH"]
    return os.getpid() == 1 and not seen, f"process {os.getpid()}, others seen: {seen}"


def sockets() -> Finding:
    """Open no socket of any family."""
    families = {"INET": 2, "INET6": 10, "UNIX": 1, "NETLINK": 16, "PACKET": 17, "VSOCK": 40, "ALG": 38}
    found = {name: attempt(socket.socket, family, socket.SOCK_DGRAM) for name, family in families.items()}
    found |= {f"{name} stream": attempt(socket.socket, family) for name, family in families.items()}
    found["datagram pair"] = attempt(socket.socketpair, socket.AF_UNIX, socket.SOCK_DGRAM)
    return all_give("EPERM", found)


def namespaces() -> Finding:
    """Make no namespaces."""
    found = {"unshare": raw("unshare", NEW_USER_NAMESPACE), "clone": raw("clone", NEW_USER_NAMESPACE | SIGCHLD)}
    found["setns"] = raw("setns", 0, 0)
    ok, detail = all_give("EPERM", found)
    return ok and raw("clone3") == "ENOSYS", f"{detail}; clone3 {raw('clone3')}"


def dangerous_calls() -> Finding:
    """Make none of the calls that change the machine or look into others."""
    return all_give("EPERM", {name: raw(name, -1) for name in FACTS["refused_calls"]})


def unknown_calls() -> Finding:
    """Find that calls of the future do not exist."""
    return all_give("ENOSYS", {"999": raw("unknown")})


def processes() -> Finding:
    """Start no process and become no other program."""
    found = {"fork": attempt(_fork)}
    ok, detail = all_give("EAGAIN", found)
    spawned = attempt(os.posix_spawn, "/usr/bin/python3", ["python3", "-V"], {})
    executed = attempt(os.execv, "/usr/bin/python3", ["python3", "-V"])
    return ok and spawned != "succeeded" and executed == "EPERM", f"{detail}; spawn {spawned}, execute {executed}"


def read_only() -> Finding:
    """Write nowhere but to /tmp."""
    places = ("/", "/bot", "/usr", "/usr/bin", "/opt/fairdeal/packages", "/opt/fairdeal/boot", "/dev", "/boot")
    wrong = [place for place in places if attempt(_create, f"{place}/new") == "succeeded"]
    wrong += [path for path in (__file__, "/usr/bin/python3") if attempt(open, path, "r+b") == "succeeded"]
    return not wrong, f"writable: {wrong}"


def nobodys_files() -> Finding:
    """See no file of the host."""
    paths = ["/etc/shadow", "/etc/passwd", "/root", "/home", "/proc", "/proc/self/status", "/sys", "/var", "/bin/sh"]
    found = [path for path in paths if attempt(os.stat, path) == "succeeded"]
    return not found, f"seen: {found}"


def opponents_files() -> Finding:
    """See nothing of another bot: neither its bundle nor what it keeps in its own /tmp."""
    paths = ["/tmp/notes", "/bot/../bot/echo", *FACTS["opponents_files"]]
    found = [path for path in paths if attempt(open, path) == "succeeded"]
    return not found and os.listdir("/tmp") == [], f"another bot's files seen: {found}"


def temporary_files() -> Finding:
    """Fill /tmp, with bytes and with files."""
    size = files = 0
    while size < 64 and attempt(_create, f"/tmp/block{size}", 512 * 1024) == "succeeded":
        size += 1
    for block in range(size + 1):
        attempt(os.unlink, f"/tmp/block{block}")
    while files < 2000 and attempt(_create, f"/tmp/file{files}") == "succeeded":
        files += 1
    for number in range(files):
        os.unlink(f"/tmp/file{number}")
    no_execution = bool(os.statvfs("/tmp").f_flag & os.ST_NOEXEC)
    ok = 4 <= size <= 34 and 100 <= files <= 600 and no_execution
    return ok, f"{size / 2} MiB, {files} files, noexec {no_execution}"


def open_files() -> Finding:
    """Open as many files as possible."""
    opened: list[int] = []
    try:
        while len(opened) < 1000:
            opened.append(os.dup(0))
    except OSError as error:
        return error.errno == errno.EMFILE and len(opened) < 64, f"{len(opened)} more, then {error.strerror}"
    finally:
        for descriptor in opened:
            os.close(descriptor)
    return False, "no limit"


def file_size() -> Finding:
    """Write beyond the size that a file may have."""
    with open("/tmp/sparse", "wb", buffering=0) as file:
        file.seek(FACTS["file_bytes"])
        result = attempt(file.write, b"x")
    os.unlink("/tmp/sparse")
    return result == "EFBIG", f"beyond the limit: {result}"


def threads() -> Finding:
    """Start as many threads as possible."""
    release = threading.Event()
    started: list[threading.Thread] = []
    try:
        while len(started) < 100:
            thread = threading.Thread(target=release.wait, daemon=True)
            thread.start()
            started.append(thread)
    except RuntimeError:
        pass
    release.set()
    for thread in started:
        thread.join()
    return 2 <= len(started) < 32, f"{len(started)} threads"


def memory() -> Finding:
    """Take as much memory as possible, private and shared."""
    held: list[bytearray | mmap.mmap] = []
    try:
        while len(held) < 1024:
            held.append(bytearray(4 * MIB))
    except MemoryError:
        pass
    private = 4 * len(held)
    held.clear()
    try:
        while len(held) < 1024:
            held.append(mmap.mmap(-1, 4 * MIB))
    except OSError:
        pass
    shared = 4 * len(held)
    held.clear()
    limit = FACTS["memory_mb"]
    return limit // 4 <= private <= limit and shared <= limit + 256, f"{private} MiB, or {shared} MiB shared"


def _fork() -> None:
    if os.fork() == 0:
        os._exit(0)


def _create(path: str, size: int = 0) -> None:
    with open(path, "xb", buffering=0) as file:
        file.write(b"x" * size)


def main() -> None:
    """Run all probes; that of processes comes last, as it might end this one."""
    calls = (user, alone, sockets, namespaces, dangerous_calls, unknown_calls)
    files = (read_only, nobodys_files, opponents_files, temporary_files)
    for probe in (*calls, *files, open_files, file_size, threads, memory, processes):
        try:
            ok, detail = probe()
        except Exception as error:  # noqa: BLE001 - a finding too
            ok, detail = False, f"the probe itself failed: {error!r}"
        print(json.dumps({"probe": probe.__name__, "ok": bool(ok), "detail": detail}), flush=True)


main()
