"""Takes privileges back, and becomes root."""

import ctypes
import os

from kit import attack, call


def capabilities():
    call("capset", (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)(*[0xFFFFFFFF] * 6))


def root():
    os.setuid(0)


def groups():
    os.setgroups([0])


def ambient():
    call("prctl", 47, 2, 21, 0, 0)


attack(capabilities, root, groups, ambient)
