"""Make a system call by another door than the machine's own: of 32-bit programs, or of x32."""

import ctypes
import mmap
import sys

# mov eax, 20 (getpid of the 32-bit table); int 0x80; ret
INT_80 = b"\xb8\x14\x00\x00\x00\xcd\x80\xc3"
X32_GETPID = 0x40000000 + 39

print("ready", flush=True)
if sys.stdin.readline().strip() == "int80":
    page = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(INT_80)
    ctypes.CFUNCTYPE(ctypes.c_long)(ctypes.addressof(ctypes.c_char.from_buffer(page)))()
else:
    ctypes.CDLL(None).syscall(ctypes.c_long(X32_GETPID))
