"""Opens files without end."""

import os

from kit import Refused, attack


def thousand_files():
    opened = []
    try:
        while len(opened) < 1000:
            opened.append(os.open("/dev/null", os.O_RDONLY))
    except OSError as error:
        raise Refused(f"{error.strerror} after {len(opened)}") from None
    finally:
        for descriptor in opened:
            os.close(descriptor)


attack(thousand_files)
