"""Choose from the list of legal actions, ranges included."""

from __future__ import annotations

import random


def random_action(legal: list[str], rng: random.Random) -> str:
    """Choose any legal action, each entry of the list equally likely; in `bet 1..7` each number is, too.

    >>> random_action(["offer 3..3 pass"], random.Random(1))
    'offer 3 pass'
    """
    words = rng.choice(legal).split(" ")
    return " ".join(_number(word, rng) if ".." in word else word for word in words)


def _number(word: str, rng: random.Random) -> str:
    low, high = word.split("..")
    return str(rng.randint(int(low), int(high)))
