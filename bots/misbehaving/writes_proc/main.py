"""Changes how the machine treats it, through /proc."""

from kit import attack


def oom_score():
    with open("/proc/self/oom_score_adj", "w") as file:
        file.write("1000")


def core_pattern():
    open("/proc/sys/kernel/core_pattern", "a").close()


def sysrq():
    open("/proc/sysrq-trigger", "a").close()


attack(oom_score, core_pattern, sysrq)
