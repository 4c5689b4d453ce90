"""Changes the rules, the kit and the library that all bots share."""

import json
import os

import engines
import fairdeal_bot
from kit import attack


def rules():
    open(engines.__file__, "a").close()


def bytecode():
    open(engines.__cached__, "a").close()


def kit_of_bots():
    os.chmod(os.path.dirname(fairdeal_bot.__file__), 0o777)


def library():
    open(json.__file__, "a").close()


def interpreter():
    open("/usr/bin/python3", "ab").close()


attack(rules, bytecode, kit_of_bots, library, interpreter)
