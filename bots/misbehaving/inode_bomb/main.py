"""Makes directories without end."""

import os

from kit import Refused, attack


def thousand_directories():
    made = 0
    try:
        while made < 1000:
            os.mkdir(f"/tmp/fairdeal-inode-{made}")
            made += 1
    except OSError as error:
        raise Refused(f"{error.strerror} after {made}") from None
    finally:
        for number in range(made):
            os.rmdir(f"/tmp/fairdeal-inode-{number}")


attack(thousand_directories)
