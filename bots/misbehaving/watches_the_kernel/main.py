"""Measures and programs the kernel."""

import ctypes

from kit import attack, call, refused_as_nonsense


def counters():
    refused_as_nonsense("perf_event_open", 0, 0, -1, -1, 0)


def program():
    refused_as_nonsense("bpf", 0, 0, 0)


def log():
    call("syslog", 10, 0, 0)


def filter():
    call("seccomp", 2, 0, ctypes.create_string_buffer(4))


def landlock():
    call("landlock_create_ruleset", 0, 0, 1)


def file_events():
    call("inotify_init1", 0)


def all_file_events():
    call("fanotify_init", 0, 0)


attack(counters, program, log, filter, landlock, file_events, all_file_events)
