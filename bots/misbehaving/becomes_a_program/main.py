"""Becomes another program."""

import os

from kit import attack


def another_program():
    os.execv("/usr/bin/python3", ["python3", "-c", "print('REACHED another_program')"])


attack(another_program)
