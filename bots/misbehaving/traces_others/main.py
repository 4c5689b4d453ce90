"""Takes hold of another process as a debugger does."""

from kit import FACTS, attack, call


def traced():
    call("ptrace", 0x4206, FACTS["canary_pid"], 0, 0)


attack(traced)
