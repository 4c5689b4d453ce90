"""Makes files of shared memory."""

from kit import attack, fill


def dev_shm():
    fill("/dev/shm", 1)


attack(dev_shm)
