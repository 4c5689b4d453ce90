"""Raises its own limits, and those of others."""

import resource

from kit import FACTS, Refused, attack, call


def own_limits():
    for name in ("RLIMIT_AS", "RLIMIT_DATA", "RLIMIT_NPROC", "RLIMIT_NOFILE", "RLIMIT_FSIZE", "RLIMIT_CPU"):
        try:
            resource.setrlimit(getattr(resource, name), (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        except (ValueError, OSError):
            continue
        return
    raise Refused("all of them hold")


def limits_of_others():
    call("prlimit64", FACTS["canary_pid"], 7, 0, 0)


attack(own_limits, limits_of_others)
