"""Fills every place but /tmp."""

from kit import attack, fill


def root_directory():
    fill("/", 1)


def devices():
    fill("/dev", 1)


def bundle():
    fill("/bot", 1)


def system():
    fill("/usr/lib", 1)


def library():
    fill("/opt/fairdeal", 1)


def home():
    fill("/home", 1)


attack(root_directory, devices, bundle, system, library, home)
