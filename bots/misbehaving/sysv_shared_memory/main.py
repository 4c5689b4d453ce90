"""Keeps shared memory that outlives it."""

import ctypes

from kit import FACTS, attack, call


def shm():
    ctypes.memmove(call("shmat", call("shmget", FACTS["sysv_key"], 0, 0), 0, 0), b"stained", 7)


def new_shm():
    call("shmctl", call("shmget", 0, 4096, 0o1600), 0, 0)


attack(shm, new_shm)
