"""Changes its own bundle."""

import os

from kit import HERE, attack


def own_code():
    with open(f"{HERE}/main.py", "a"):
        pass


def own_mode():
    os.chmod(f"{HERE}/main.py", 0o777)


def own_folder():
    os.rename(f"{HERE}/main.py", f"{HERE}/moved.py")
    os.rename(f"{HERE}/moved.py", f"{HERE}/main.py")


attack(own_code, own_mode, own_folder)
