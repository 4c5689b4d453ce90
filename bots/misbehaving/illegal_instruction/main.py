"""Runs what is no instruction."""

import ctypes
import mmap

from kit import speak


def answer(message):
    page = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(b"\x0f\x0b" if ctypes.sizeof(ctypes.c_void_p) == 8 else b"\x00")
    ctypes.CFUNCTYPE(None)(ctypes.addressof(ctypes.c_char.from_buffer(page)))()


speak(answer)
