"""A pipe with a name, at which a reader would wait for ever."""

from zips import FIFO, archive, thing


def build():
    return archive((thing("pipe", FIFO), b""))
