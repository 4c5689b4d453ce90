"""Starts other programs."""

import os
import subprocess
import sys

from kit import attack


def shell():
    if os.system("exit 0"):
        raise OSError("no shell")


def python():
    subprocess.run(["/usr/bin/python3", "-c", ""], check=True)


def spawned():
    os.waitpid(os.posix_spawn("/bin/true", ["true"], {}), 0)


attack(shell, python, spawned)
