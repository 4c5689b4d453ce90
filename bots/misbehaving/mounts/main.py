"""Mounts and unmounts, to uncover what is covered."""

from kit import attack, call


def mount():
    call("mount", b"none", b"/tmp", b"tmpfs", 0, 0)


def unmount():
    call("umount2", b"/bot", 2)


def new_root():
    call("pivot_root", b"/tmp", b"/tmp")


def change_root():
    call("chroot", b"/tmp")


def new_file_system():
    call("fsopen", b"tmpfs", 0)


def tree():
    call("open_tree", -100, b"/", 1)


def mount_attributes():
    call("mount_setattr", -100, b"/", 0, bytes(32), 32)


attack(mount, unmount, new_root, change_root, new_file_system, tree, mount_attributes)
