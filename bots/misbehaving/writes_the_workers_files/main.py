"""Writes to a file and a folder that anybody may write to."""

import os

from kit import FACTS, attack


def written_file():
    with open(FACTS["open_file"], "a") as file:
        file.write("stained")


def filled_folder():
    os.mkdir(os.path.join(FACTS["open_folder"], "stain"))


attack(written_file, filled_folder)
