"""Classic BPF for seccomp: a few instructions, the tests a filter is made of, and their packing."""

from __future__ import annotations

import errno
import struct
from collections.abc import Iterable
from typing import Final, NamedTuple

LOAD: Final = 0x20  # BPF_LD | BPF_W | BPF_ABS
JUMP: Final = 0x05
JUMP_EQUAL: Final = 0x15
JUMP_AT_LEAST: Final = 0x35
JUMP_ANY_BIT: Final = 0x45
RETURN: Final = 0x06

ALLOW: Final = 0x7FFF0000
KILL_PROCESS: Final = 0x80000000
_ERRNO: Final = 0x00050000

# struct seccomp_data: nr, arch, instruction pointer, six arguments of 64 bits; the low halves, as both machines are
# little-endian. The kernel takes the arguments tested here as 32-bit numbers.
NUMBER_OFFSET: Final = 0
ARCH_OFFSET: Final = 4
_ARGUMENTS_OFFSET: Final = 16

MAX_INSTRUCTIONS: Final = 4096
_FARTHEST: Final = 255


class Instruction(NamedTuple):
    """One instruction: operation, instructions to skip when a test holds and when it does not, operand."""

    code: int
    if_true: int
    if_false: int
    operand: int


Code = list[Instruction]


def refuse(error: int) -> int:
    """Return the action that makes a call fail with an error number."""
    return _ERRNO | error


EPERM: Final = refuse(errno.EPERM)
EAGAIN: Final = refuse(errno.EAGAIN)
ENOSYS: Final = refuse(errno.ENOSYS)
ENOTTY: Final = refuse(errno.ENOTTY)


def load(offset: int) -> Code:
    """Load a word of the call's data."""
    return [Instruction(LOAD, 0, 0, offset)]


def load_argument(index: int) -> Code:
    """Load the low half of an argument."""
    return load(_ARGUMENTS_OFFSET + 8 * index)


def give(action: int) -> Code:
    """End with an action."""
    return [Instruction(RETURN, 0, 0, action)]


def if_equal(value: int, then: Code) -> Code:
    """Run code when the loaded word is this value, else go on after it."""
    return [Instruction(JUMP_EQUAL, 0, _skip(then), value), *then]


def unless_equal(value: int, then: Code) -> Code:
    """Run code when the loaded word is not this value, else go on after it."""
    return [Instruction(JUMP_EQUAL, _skip(then), 0, value), *then]


def choose(ranges: list[tuple[int, Code]]) -> Code:
    """Run the code of the range that the loaded word is in: ranges begin at a number and end where the next begins.

    A tree of tests: the kernel walks a filter for every call number when it is loaded, which a chain of hundreds of
    tests would make the slowest part of starting a bot. Every range's code must end with an action.
    """
    if len(ranges) == 1:
        return ranges[0][1]
    middle = len(ranges) // 2
    start = ranges[middle][0]
    below, above = choose(ranges[:middle]), choose(ranges[middle:])
    if len(below) <= _FARTHEST:
        return [Instruction(JUMP_AT_LEAST, len(below), 0, start), *below, *above]
    return [Instruction(JUMP_AT_LEAST, 0, 1, start), Instruction(JUMP, 0, 0, len(below)), *below, *above]


def if_any_bit(mask: int, then: Code) -> Code:
    """Run code when the loaded word has any bit of a mask."""
    return [Instruction(JUMP_ANY_BIT, 0, _skip(then), mask), *then]


def unless_any_bit(mask: int, then: Code) -> Code:
    """Run code when the loaded word has no bit of a mask."""
    return [Instruction(JUMP_ANY_BIT, _skip(then), 0, mask), *then]


def pack(code: Iterable[Instruction]) -> bytes:
    """Pack a program as an array of struct sock_filter."""
    packed = b"".join(struct.pack("<HBBI", *instruction) for instruction in code)
    if len(packed) // 8 > MAX_INSTRUCTIONS:
        raise ValueError(f"a filter of {len(packed) // 8} instructions, the kernel takes {MAX_INSTRUCTIONS}")
    return packed


def _skip(code: Code) -> int:
    if len(code) > _FARTHEST:
        raise ValueError(f"cannot jump over {len(code)} instructions, {_FARTHEST} are the most")
    return len(code)
