"""What is believed before any game: the field is a field, and a new version is much like the one before. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Final

import numpy as np

from fairdeal.ratings.fit.blocks import Floats

#: Elo a unit of strength: a difference of 400 is odds of ten to one.
ELO: Final = 400 / log(10)
#: Standard deviation of strengths around the mean of the field, in Elo: wide, as random bots and good ones meet.
FIELD_SD: Final = 350.0
#: Standard deviation of the difference between a version and the next, in Elo.
LINK_SD: Final = 50.0


@dataclass(frozen=True, slots=True)
class Link:
    """A version and the nearest earlier one that is in the field too, so many uploads apart."""

    child: int
    parent: int
    steps: int = 1


def precision(bots: int, links: Sequence[Link]) -> Floats:
    """Return the inverse of the prior's covariance, [bots, bots].

    Strengths scatter around their own mean, wherever that is: which bot is the anchor then changes nothing but the
    zero.
    """
    matrix = (np.eye(bots) - 1 / max(bots, 1)) * (ELO / FIELD_SD) ** 2
    for link in links:
        if not (0 <= link.child < bots and 0 <= link.parent < bots) or link.child == link.parent or link.steps < 1:
            raise ValueError(f"expected a link between two of bots 0 to {bots - 1}, not {link}")
        weight = (ELO / LINK_SD) ** 2 / link.steps
        both = np.array([link.child, link.parent])
        matrix[np.ix_(both, both)] += weight * np.array([[1, -1], [-1, 1]])
    return matrix
