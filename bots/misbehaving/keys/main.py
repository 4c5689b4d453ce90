"""Keeps and reads keys in the kernel."""

from kit import attack, call, refused_as_nonsense


def keyring():
    call("keyctl", 0, -3, 1)


def key():
    call("add_key", b"user", b"fairdeal", b"x", 1, -3)


def asked_key():
    refused_as_nonsense("request_key", b"user", b"fairdeal-none", 0, -3)


attack(keyring, key, asked_key)
