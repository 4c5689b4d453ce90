"""Searches its own memory for secrets of who made it."""

import ctypes
import os
import tempfile

from kit import FACTS, LIBC, Refused, attack

PAGE = 4096
HALVES = [half.encode() for half in FACTS["secret_halves"]]


def regions():
    LIBC.sbrk.restype = ctypes.c_void_p
    environment = ctypes.c_void_p.in_dll(LIBC, "environ").value or id(PAGE)
    for address in (id(object()), LIBC.sbrk(0), environment, ctypes.addressof(ctypes.create_string_buffer(1 << 20))):
        yield max(PAGE, (address & -PAGE) - 8 * 1024 * 1024), (address & -PAGE) + 8 * 1024 * 1024


def own_memory():
    # The kernel looks at an address for us: what is not there is an error, not the end.
    planted = ctypes.create_string_buffer(b"planted-" + b"secret-of-our-own" * 10)
    found_own = found = False
    with tempfile.TemporaryFile(buffering=0) as file:
        for start, end in regions():
            for address in range(start, end, PAGE):
                try:
                    file.seek(0)
                    if LIBC.write(file.fileno(), ctypes.c_void_p(address), PAGE) != PAGE:
                        continue
                except OSError:
                    continue
                page = os.pread(file.fileno(), PAGE, 0)
                found_own = found_own or b"planted-secret-of-our-own" in page
                at = page.find(HALVES[0])
                while at >= 0:
                    found = found or page[at + len(HALVES[0]) :].startswith(HALVES[1])
                    at = page.find(HALVES[0], at + 1)
    if not found_own:
        raise RuntimeError(f"blind: did not find its own {planted.value[:8]!r}")
    if not found:
        raise Refused("only its own")


attack(own_memory)
