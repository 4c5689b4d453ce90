"""Leaves messages and semaphores for others."""

import ctypes

from kit import FACTS, attack, call


def message_queue():
    queue = call("msgget", FACTS["sysv_key"], 0)
    call("msgsnd", queue, ctypes.create_string_buffer(b"\x01" + bytes(7) + b"x", 16), 1, 0o4000)


def semaphores():
    call("semctl", call("semget", 0, 1, 0o1600), 0, 0, 0)


attack(message_queue, semaphores)
