"""Makes a message queue that outlives it."""

from kit import attack, call


def posix_queue():
    call("mq_open", b"fairdeal-queue", 0o102, 0o600, 0)
    call("mq_unlink", b"fairdeal-queue")


attack(posix_queue)
