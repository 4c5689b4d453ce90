"""Does what only the machine's owner may do."""

from kit import attack, call, refused_as_nonsense


def clock():
    refused_as_nonsense("clock_settime", 0, 0)


def time_of_day():
    refused_as_nonsense("settimeofday", 1, 0)


def clock_rate():
    refused_as_nonsense("clock_adjtime", 999, 0)


def other_kernel():
    refused_as_nonsense("kexec_load", 0, 99, 0, -1)


def module():
    refused_as_nonsense("init_module", 0, 0, 0)


def restart():
    refused_as_nonsense("reboot", 0, 0, 0, 0)


def swap():
    refused_as_nonsense("swapon", 0, 0)


def accounts():
    refused_as_nonsense("acct", b"/none")


def quota():
    refused_as_nonsense("quotactl", -1, 0, 0, 0)


def host_name():
    call("sethostname", b"pwned", 5)


attack(clock, time_of_day, clock_rate, other_kernel, module, restart, swap, accounts, quota, host_name)
