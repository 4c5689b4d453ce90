"""Looks at the machine through /proc and /sys."""

import os

from kit import attack


def mounts():
    open("/proc/self/mountinfo").close()


def processes():
    os.listdir("/proc/1")


def kernel_settings():
    open("/proc/sys/kernel/core_pattern").close()


def system_files():
    os.listdir("/sys/kernel")


attack(mounts, processes, kernel_settings, system_files)
