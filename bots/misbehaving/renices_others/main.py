"""Takes the processor from another process."""

import os

from kit import FACTS, attack


def others_priority():
    os.setpriority(os.PRIO_PROCESS, FACTS["canary_pid"], 19)


def others_cores():
    os.sched_setaffinity(FACTS["canary_pid"], {min(os.sched_getaffinity(0))})


attack(others_priority, others_cores)
