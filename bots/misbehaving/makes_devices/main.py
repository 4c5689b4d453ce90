"""Makes device files, and links to what it may not have."""

import os
import stat

from kit import FACTS, HERE, attack


def device():
    os.mknod("/tmp/fairdeal-null", stat.S_IFCHR | 0o666, os.makedev(1, 3))


def fifo():
    name = f"/tmp/fairdeal-fifo-{os.getpid()}"
    os.mkfifo(name)
    os.unlink(name)


def hard_link():
    name = f"{HERE}/hard"
    os.link(FACTS["open_file"], name)
    os.unlink(name)


attack(device, fifo, hard_link)
