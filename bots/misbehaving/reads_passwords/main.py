"""Reads the machine's users and their secrets."""

from kit import attack


def users():
    open("/etc/passwd").close()


def passwords():
    open("/etc/shadow").close()


def keys_of_root():
    open("/root/.ssh/id_rsa").close()


attack(users, passwords, keys_of_root)
