"""Reads and writes the memory of another process."""

import ctypes

from kit import FACTS, attack, call


def memory_of_others():
    class Vector(ctypes.Structure):
        _fields_ = (("base", ctypes.c_void_p), ("length", ctypes.c_size_t))

    buffer = ctypes.create_string_buffer(8)
    local = (Vector * 1)(Vector(ctypes.addressof(buffer), 8))
    remote = (Vector * 1)(Vector(FACTS["canary_address"], 8))
    call("process_vm_readv", FACTS["canary_pid"], local, 1, remote, 1, 0)


def memory_file():
    with open(f"/proc/{FACTS['canary_pid']}/mem", "rb", buffering=0) as file:
        file.seek(FACTS["canary_address"])
        file.read(8)


attack(memory_of_others, memory_file)
