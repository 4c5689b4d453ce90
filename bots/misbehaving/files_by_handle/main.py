"""Opens a file by its number, past all folders."""

from kit import attack, call, refused_as_nonsense


def handle():
    call("name_to_handle_at", -100, b"/", bytes(8) + bytes(128), bytes(8), 0)


def by_handle():
    refused_as_nonsense("open_by_handle_at", -100, bytes(8), 0)


attack(handle, by_handle)
