"""The walls of a bot: what a process forked from the zygote does to itself before any of the bot's code runs.

It stands alone, as nothing of the worker is visible here. `isolate` makes the namespaces and may be done long before
anybody knows which bot it will be; `shut` binds the bundle, gives up every capability, sets limits and loads the system
call filter. Whatever fails on the way raises, and ends the process.
"""

import ctypes
import os
import resource

BOT = "/bot"
USER = 65534

CLONE_NEWNS, CLONE_NEWIPC, CLONE_NEWUSER = 0x00020000, 0x08000000, 0x10000000
CLONE_NEWPID, CLONE_NEWNET = 0x20000000, 0x40000000
MS_NOSUID_NODEV_NOEXEC, MS_BIND, MS_REC, MS_PRIVATE, MNT_DETACH = 2 | 4 | 8, 4096, 16384, 1 << 18, 2
PR_SET_PDEATHSIG, PR_SET_SECCOMP, PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS, PR_CAP_AMBIENT = 1, 22, 24, 38, 47
PR_CAP_AMBIENT_CLEAR_ALL = 4
SECCOMP_MODE_FILTER = 2
SIGKILL = 9
CAPABILITY_VERSION_3 = 0x20080522

libc = ctypes.CDLL(None, use_errno=True)
libc.mount.argtypes = (ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_ulong, ctypes.c_char_p)
libc.prctl.argtypes = (ctypes.c_int, ctypes.c_ulong, ctypes.c_void_p, ctypes.c_ulong, ctypes.c_ulong)


class FilterProgram(ctypes.Structure):
    """The kernel's struct sock_fprog."""

    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


# Made once: every fork would have to make them anew, on pages of its own.
NO_CAPABILITIES = (ctypes.c_uint32 * 6)()
CAPABILITY_HEADER = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION_3, 0)


def read_filter(path: str) -> FilterProgram:
    """Read a system call filter."""
    with open(path, "rb") as file:
        code = file.read()
    return FilterProgram(len(code) // 8, code)


def check(result: int, what: str) -> None:
    """Raise when a call of the C library failed."""
    if result != 0:
        error = ctypes.get_errno()
        raise OSError(error, f"{what}: {os.strerror(error)}")


def prctl(option: int, value: int = 0, pointer: object = None) -> int:
    """Call prctl(2) with all five arguments of full width."""
    return int(libc.prctl(option, value, pointer, 0, 0))


def new_pid_namespace() -> None:
    """Let the next child of this process be the first of a namespace of its own."""
    check(libc.unshare(CLONE_NEWPID), "unshare pid")


def old_pid_namespace(namespace: int) -> None:
    """Let further children of this process be where it is itself."""
    check(libc.setns(namespace, CLONE_NEWPID), "setns pid")


def detach(path: bytes) -> None:
    """Take a mount away; what is open in it stays open."""
    check(libc.umount2(path, MNT_DETACH), "umount")


def die_with_parent() -> None:
    """End when the process above this one does."""
    check(prctl(PR_SET_PDEATHSIG, SIGKILL), "PR_SET_PDEATHSIG")


def isolate(proc: int) -> None:
    """Leave the zygote's namespaces for new ones; `proc` is an open /proc, which this process is about to lose."""
    check(libc.unshare(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWIPC | CLONE_NEWNET), "unshare")
    for name, text in (("setgroups", "deny"), ("uid_map", f"{USER} {USER} 1"), ("gid_map", f"{USER} {USER} 1")):
        file = os.open(f"self/{name}", os.O_WRONLY, dir_fd=proc)
        os.write(file, text.encode())
        os.close(file)
    check(libc.mount(None, b"/", None, MS_REC | MS_PRIVATE, None), "mount --make-rprivate")
    # The only place that a bot can write to: bounded in bytes and files, not executable.
    options = b"size=16m,nr_inodes=512,mode=0700"
    check(libc.mount(b"tmpfs", b"/tmp", b"tmpfs", MS_NOSUID_NODEV_NOEXEC, options), "mount /tmp")
    os.chdir("/tmp")
    os.setsid()
    check(prctl(PR_SET_NO_NEW_PRIVS, 1), "PR_SET_NO_NEW_PRIVS")
    capability = 0
    while prctl(PR_CAPBSET_DROP, capability) == 0:
        capability += 1
    check(prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL), "PR_CAP_AMBIENT")
    die_with_parent()


def take_streams(stdin: int, stdout: int, stderr: int, kept: int) -> int:
    """Put the bot's streams where it expects them, and close all else but one descriptor; return its new number."""
    for source, target in ((stdin, 0), (stdout, 1), (stderr, 2)):
        os.dup2(source, target)
    # All numbers are above 2, as the zygote has its own streams there.
    os.dup2(kept, 3, inheritable=False)
    os.closerange(4, 4096)
    return 3


def shut(bundle: str, limits: "dict[str, int]", program: FilterProgram) -> None:
    """Show the bundle, and close the cell for good: from here on this process can do no more than a bot."""
    # On top of the directory that holds all bundles, which nobody can reach any more. Read-only, as that one is.
    check(libc.mount(f"{BOT}/{bundle}".encode(), BOT.encode(), None, MS_BIND, None), f"mount {BOT}")
    check(libc.capset(CAPABILITY_HEADER, NO_CAPABILITIES), "capset")
    # In the bot's own user namespace, where its threads are counted for itself.
    for name, wanted in limits.items():
        number = getattr(resource, f"RLIMIT_{name}")
        hard = resource.getrlimit(number)[1]
        value = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(number, (value, value))
    check(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.addressof(program)), "PR_SET_SECCOMP")
