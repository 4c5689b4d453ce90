"""Sends signals to threads, and queues them."""

from kit import FACTS, attack, call


def thread():
    call("tkill", FACTS["canary_pid"], 10)


def thread_of_group():
    call("tgkill", FACTS["canary_pid"], FACTS["canary_pid"], 10)


def queued():
    call("rt_sigqueueinfo", FACTS["canary_pid"], 10, bytes(128))


attack(thread, thread_of_group, queued)
