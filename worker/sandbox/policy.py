"""Which system calls a bot may make: an allow list; what is not named fails as if the kernel did not have it.

The variant here starts no processes: a bot may have threads, but neither fork nor execute a program. So its CPU clock,
its stop signal and its memory limit cover all of it.
"""

from __future__ import annotations

import platform
from collections.abc import Iterable
from typing import Final

from worker.sandbox import bpf
from worker.sandbox.errors import SandboxUnavailable
from worker.sandbox.syscalls import AUDIT_ARCH, MACHINES, numbers


def words(text: str) -> tuple[str, ...]:
    """Return the names in a text."""
    return tuple(text.split())


ALLOWED: Final = words(
    """
    read write readv writev pread64 pwrite64 preadv pwritev preadv2 pwritev2 lseek close close_range dup dup2 dup3
    fsync fdatasync ftruncate truncate fallocate fadvise64 sendfile copy_file_range splice tee pipe pipe2 poll ppoll
    select pselect6 epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait epoll_pwait2 eventfd eventfd2
    timerfd_create timerfd_settime timerfd_gettime signalfd signalfd4 flock
    open openat creat stat lstat fstat newfstatat statx access faccessat faccessat2 readlink readlinkat getdents
    getdents64 getcwd chdir fchdir mkdir mkdirat rmdir unlink unlinkat rename renameat renameat2 link linkat symlink
    symlinkat chmod fchmod fchmodat umask utime utimes utimensat futimesat statfs fstatfs
    mmap munmap mremap mprotect madvise brk msync mincore mlock mlock2 munlock membarrier
    exit exit_group getpid gettid getppid getuid geteuid getgid getegid getgroups getresuid getresgid getpgrp
    getpgid getsid setpgid setsid getrlimit prlimit64 getrusage times sysinfo uname sched_yield sched_getaffinity
    sched_getparam sched_getscheduler sched_get_priority_max sched_get_priority_min getpriority getcpu arch_prctl
    set_tid_address set_robust_list get_robust_list rseq futex wait4 waitid restart_syscall capget
    rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending rt_sigtimedwait rt_sigsuspend sigaltstack kill tgkill
    tkill pause alarm setitimer getitimer nanosleep clock_nanosleep clock_gettime clock_getres gettimeofday time
    timer_create timer_settime timer_gettime timer_getoverrun timer_delete
    getrandom sendto recvfrom shutdown getsockopt setsockopt getsockname getpeername
"""
)

# Known and dangerous: told plainly that it is not permitted. Everything not named anywhere: ENOSYS, so that the C
# library falls back to older calls, and calls of future kernels are refused from their first day.
FORBIDDEN: Final = words(
    """
    accept accept4 acct add_key adjtimex bind bpf capset chown chroot clock_adjtime clock_settime connect
    delete_module execve execveat fanotify_init fchown fchownat finit_module fsconfig fsetxattr fsmount fsopen
    fspick init_module inotify_init inotify_init1 io_uring_enter io_uring_register io_uring_setup ioperm iopl
    ioprio_set kcmp kexec_file_load kexec_load keyctl landlock_create_ruleset lchown listen lsetxattr mbind
    memfd_create memfd_secret migrate_pages mknod mknodat modify_ldt mount mount_setattr move_mount move_pages
    mq_open mq_unlink msgctl msgget msgrcv msgsnd name_to_handle_at open_by_handle_at open_tree perf_event_open
    personality pidfd_getfd pidfd_open pidfd_send_signal pivot_root process_madvise process_vm_readv
    process_vm_writev ptrace quotactl reboot recvmmsg recvmsg request_key rt_sigqueueinfo rt_tgsigqueueinfo
    sched_setaffinity sched_setattr sched_setscheduler seccomp semctl semget semop semtimedop sendmmsg sendmsg
    set_mempolicy setdomainname setgid setgroups sethostname setns setpriority setregid setresgid setresuid setreuid
    settimeofday setuid setxattr shmat shmctl shmdt shmget socket swapoff swapon syslog umount2 unshare userfaultfd
    vhangup vmsplice
"""
)

# By kind of bot, what it may beside. A program has to be executed once; what it may execute then is Python and its own
# bundle, under the same filter and limits.
FILTERS: Final[dict[str, tuple[str, ...]]] = {"python": (), "program": ("execve",)}

# New processes: "try again later", as a full process table would say.
_NEW_PROCESS: Final = ("fork", "vfork")

_X32_BIT: Final = 0x40000000
_CLONE_NEW_ANYTHING: Final = 0x7E020080
_CLONE_THREAD: Final = 0x00010000
_IOCTLS: Final = {
    "TCGETS": 0x5401,
    "TIOCGPGRP": 0x540F,
    "TIOCGWINSZ": 0x5413,
    "FIONREAD": 0x541B,
    "FIONBIO": 0x5421,
    "FIONCLEX": 0x5450,
    "FIOCLEX": 0x5451,
}
# Not PR_SET_PDEATHSIG: a bot must not outlive the process that holds it.
_PRCTLS: Final = {
    "PR_GET_PDEATHSIG": 2,
    "PR_GET_DUMPABLE": 3,
    "PR_SET_DUMPABLE": 4,
    "PR_SET_NAME": 15,
    "PR_GET_NAME": 16,
    "PR_SET_VMA": 0x53564D41,
}
_F_SETPIPE_SZ: Final = 1031
_AF_UNIX: Final = 1
_SOCK_STREAM: Final = 1
_SOCK_FLAGS: Final = 0o4000 | 0o2000000  # SOCK_NONBLOCK | SOCK_CLOEXEC


def build_filter(machine: str | None = None, *, kind: str = "python") -> bytes:
    """Return a filter for a machine (as uname names it; by default this one), as the kernel takes it."""
    return bpf.pack(filter_code(machine or platform.machine(), FILTERS[kind]))


def filter_code(machine: str, more: Iterable[str] = ()) -> bpf.Code:
    """Return a filter's instructions; `more` is allowed beside what all bots may."""
    if machine not in AUDIT_ARCH:
        raise SandboxUnavailable(
            f"no system call table for a {machine!r} machine", f"run the worker on one of: {', '.join(MACHINES)}"
        )
    known = numbers(machine)
    code = bpf.load(bpf.ARCH_OFFSET)
    code += bpf.unless_equal(AUDIT_ARCH[machine], bpf.give(bpf.KILL_PROCESS))
    code += bpf.load(bpf.NUMBER_OFFSET)
    rules = {**_rules(), **{name: bpf.give(bpf.ALLOW) for name in more}}
    unknown = bpf.give(bpf.ENOSYS)
    ranges = [(0, unknown)]
    for number, body in sorted((known[name], body) for name, body in rules.items() if name in known):
        for start, code_from in ((number, body), (number + 1, unknown)):
            if ranges[-1][0] == start:
                ranges[-1] = (start, code_from)
            else:
                ranges.append((start, code_from))
    if machine == "x86_64":
        ranges.append((_X32_BIT, bpf.give(bpf.KILL_PROCESS)))
    # Neighbours that are answered alike are one range.
    merged = [this for before, this in zip([None, *ranges], ranges, strict=False) if not before or before[1] != this[1]]
    return code + bpf.choose(merged)


def _rules() -> dict[str, bpf.Code]:
    """Return what to do for each named call; every body ends with an action."""
    rules = {name: bpf.give(bpf.ALLOW) for name in ALLOWED}
    rules |= {
        "clone": _clone(),
        "clone3": bpf.give(bpf.ENOSYS),  # its flags lie in memory, out of a filter's sight; libc falls back to clone
        "ioctl": _one_of(1, _IOCTLS.values(), otherwise=bpf.ENOTTY),
        "prctl": _one_of(0, _PRCTLS.values(), otherwise=bpf.EPERM),
        # A bigger pipe is kernel memory that no limit of the bot counts.
        "fcntl": [
            *bpf.load_argument(1),
            *bpf.if_equal(_F_SETPIPE_SZ, bpf.give(bpf.EPERM)),
            *bpf.give(bpf.ALLOW),
        ],
        "socketpair": _socketpair(),
    }
    rules |= {name: bpf.give(bpf.EAGAIN) for name in _NEW_PROCESS}
    rules |= {name: bpf.give(bpf.EPERM) for name in FORBIDDEN}
    return rules


def _clone() -> bpf.Code:
    """Allow threads only, and no namespaces."""
    return [
        *bpf.load_argument(0),
        *bpf.if_any_bit(_CLONE_NEW_ANYTHING, bpf.give(bpf.EPERM)),
        *bpf.unless_any_bit(_CLONE_THREAD, bpf.give(bpf.EAGAIN)),
        *bpf.give(bpf.ALLOW),
    ]


def _socketpair() -> bpf.Code:
    """Allow stream pairs for event loops; one end of a datagram pair could send to any abstract address."""
    allow_stream = [
        code
        for flags in (0, 0o4000, 0o2000000, _SOCK_FLAGS)
        for code in bpf.if_equal(_SOCK_STREAM | flags, bpf.give(bpf.ALLOW))
    ]
    return [
        *bpf.load_argument(0),
        *bpf.unless_equal(_AF_UNIX, bpf.give(bpf.EPERM)),
        *bpf.load_argument(1),
        *allow_stream,
        *bpf.give(bpf.EPERM),
    ]


def _one_of(argument: int, values: Iterable[int], *, otherwise: int) -> bpf.Code:
    code = bpf.load_argument(argument)
    for value in values:
        code += bpf.if_equal(value, bpf.give(bpf.ALLOW))
    return code + bpf.give(otherwise)
