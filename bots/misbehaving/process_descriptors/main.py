"""Gets hold of another process by a descriptor."""

import os

from kit import FACTS, attack, call


def descriptor_of_a_process():
    os.close(call("pidfd_open", FACTS["canary_pid"], 0))


def file_of_another_process():
    call("pidfd_getfd", call("pidfd_open", FACTS["canary_pid"], 0), 0, 0)


def comparison():
    call("kcmp", os.getpid(), FACTS["canary_pid"], 0, 0, 0)


attack(descriptor_of_a_process, file_of_another_process, comparison)
