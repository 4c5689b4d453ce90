"""Uses the rarer kinds of memory."""

from kit import attack, call, refused_as_nonsense


def page_faults():
    call("userfaultfd", 1)


def secret_memory():
    call("memfd_secret", 0)


def nameless_file():
    call("memfd_create", b"x", 0)


def advice_to_others():
    refused_as_nonsense("process_madvise", -1, 0, 0, 0, 0)


def moved_pages():
    refused_as_nonsense("move_pages", 0, 0, 0, 0, 0, 0)


def gift_of_pages():
    refused_as_nonsense("vmsplice", 1, 0, 0, 0)


attack(page_faults, secret_memory, nameless_file, advice_to_others, moved_pages, gift_of_pages)
