"""Looks for programs that run as somebody else."""

import os
import stat

from kit import Refused, attack


def setuid_program():
    for folder in ("/bin", "/usr/bin", "/usr/local/bin", "/sbin", "/usr/sbin", "/usr/lib", "/opt"):
        for name in os.listdir(folder) if os.path.isdir(folder) else ():
            facts = os.lstat(os.path.join(folder, name))
            if stat.S_ISREG(facts.st_mode) and facts.st_mode & (stat.S_ISUID | stat.S_ISGID):
                return
    raise Refused("there is none")


attack(setuid_program)
