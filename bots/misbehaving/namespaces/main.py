"""Makes namespaces of its own, in which it would be root."""

import os
import struct

from kit import attack, call, refused_as_nonsense


def clone_with_namespace():
    if call("clone", 0x10000011, 0, 0, 0, 0) == 0:
        os._exit(0)


def clone3():
    if call("clone3", struct.pack("<QQQQQQQQ", 0x10000000, 0, 0, 0, 17, 0, 0, 0), 64) == 0:
        os._exit(0)


def user_namespace():
    call("unshare", 0x10000000)


def join():
    refused_as_nonsense("setns", 0, 0x40000000)


attack(clone_with_namespace, clone3, user_namespace, join)
