"""Imports what plays the match, and the site."""

import importlib

from kit import attack


def worker_package():
    importlib.import_module("worker.referee")


def platform_package():
    importlib.import_module("fairdeal")


def libraries_of_the_worker():
    importlib.import_module("msgspec")


attack(worker_package, platform_package, libraries_of_the_worker)
