"""Gives itself more of the processor."""

import os

from kit import attack


def nice():
    os.setpriority(os.PRIO_PROCESS, 0, -5)


def real_time():
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))


def other_cores():
    os.sched_setaffinity(0, range(os.cpu_count()))


attack(nice, real_time, other_cores)
