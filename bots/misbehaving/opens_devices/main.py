"""Opens the machine's memory, disks and terminals."""

from kit import attack


def memory_device():
    open("/dev/mem", "rb").close()


def kernel_log():
    open("/dev/kmsg", "rb").close()


def disk():
    open("/dev/vda", "rb").close()


def fuse():
    open("/dev/fuse", "rb").close()


def virtual_machine():
    open("/dev/kvm", "rb").close()


def terminals():
    open("/dev/ptmx", "rb").close()


def own_terminal():
    open("/dev/tty", "rb").close()


attack(memory_device, kernel_log, disk, fuse, virtual_machine, terminals, own_terminal)
