"""Makes a call by the door of 32-bit programs."""

import ctypes
import mmap

from kit import speak

# mov eax, 20 (getpid of the 32-bit table); int 0x80; ret
CODE = b"\xb8\x14\x00\x00\x00\xcd\x80\xc3"


def answer(message):
    page = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(CODE)
    ctypes.CFUNCTYPE(ctypes.c_long)(ctypes.addressof(ctypes.c_char.from_buffer(page)))()
    return b"REACHED\n"


speak(answer)
