"""The published rating: one fit of all blocks, with its errors. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairdeal.ratings.fit import parts, prior, scatter, solve
from fairdeal.ratings.fit.blocks import Floats, Ints, Shape, Source
from fairdeal.ratings.fit.contests import Contests, add_up
from fairdeal.ratings.fit.ranking import Comparison, compare
from fairdeal.ratings.fit.student import t_quantile

#: The anchor's rating; without an anchor the mean of the field.
ZERO: Final = 1500.0
#: Under so many clusters an interval is rough: the scatter itself is hardly known.
ROUGH_CLUSTERS: Final = 20


@dataclass(frozen=True)
class Fit:
    """The ratings of the K bots that have played, by their index in `bots` [K]; everything else in the same order.

    `elo` [K] has its zero at the anchor; `covariance` [K, K] is of the ratings in Elo squared, the anchor's being 0
    (or, without an anchor, relative to the mean of the field). `clusters_of` [K] are the deals each bot has played.
    """

    bots: Ints
    anchor: int | None
    elo: Floats
    covariance: Floats
    clusters: int
    clusters_of: Ints
    blocks: int
    dispersion: float | None
    contests: Contests
    islands: list[list[int]]
    one_way: list[list[int]]

    @cached_property
    def errors(self) -> Floats:
        """Standard errors against the zero of the scale, in Elo, [K]; that of the anchor is 0 by decree."""
        return np.sqrt(np.maximum(np.diag(self.covariance), 0.0))

    @cached_property
    def field_errors(self) -> Floats:
        """Standard errors against the mean of the field, in Elo, [K]."""
        centre = np.eye(len(self.bots)) - 1 / max(len(self.bots), 1)
        return np.sqrt(np.maximum(np.diag(centre @ self.covariance @ centre), 0.0))

    @cached_property
    def freedom(self) -> Ints:
        """Degrees of freedom of each bot's interval, [K]: its clusters less one, at least one."""
        return np.maximum(self.clusters_of - 1, 1)

    @cached_property
    def factors(self) -> Floats:
        """By how many standard errors a 95 % interval reaches to either side, [K]."""
        return np.array([t_quantile(int(freedom)) for freedom in self.freedom])

    @cached_property
    def is_rough(self) -> NDArray[np.bool_]:
        """Whether an interval is a rough guess, [K]: too few clusters for the bot, or for a field of this size."""
        few = self.clusters < max(ROUGH_CLUSTERS, 2 * len(self.bots))
        return (self.clusters_of < ROUGH_CLUSTERS) | few

    @cached_property
    def comparison(self) -> Comparison:
        """All pairs: who is how likely, and who surely, the better one."""
        return compare(self.elo, self.covariance, self.freedom)


def fit(bots: int, shape: Shape, source: Source, *, anchor: int | None = None, links: Sequence[prior.Link] = ()) -> Fit:
    """Rate bots 0 to `bots` - 1 by all blocks of a source.

    It is a fit of Bradley and Terry's model with draws as half a win, a weak prior (`prior`) and clustered errors
    (`scatter`). Any blocks have an answer: without any nobody is rated; perfect scores, islands and draws alone are
    held by the prior. Raises ValueError for an anchor or a link that is no bot, and for pieces that do not fit.
    """
    if bots < 0 or (anchor is not None and not 0 <= anchor < bots):
        raise ValueError(f"expected an anchor among bots 0 to {bots - 1}, not {anchor}")
    contests = add_up(bots, shape, source)
    (played,) = np.nonzero(contests.played)
    if anchor is not None and anchor not in played:
        anchor = None
    if not len(played):
        nothing = np.zeros(0)
        return Fit(played, None, nothing, np.zeros((0, 0)), 0, played, 0, None, contests, [], [])
    zero = int(played[0]) if anchor is None else anchor
    precision = prior.precision(bots, links)
    strengths, information = solve.strengths(contests, precision, zero)
    found = scatter.Scatter(shape, strengths).read(source)
    middle = found.middle * (found.clusters / max(found.clusters - 1, 1))
    contests_a_block = shape.contests * len(contests.signs) / shape.places
    middle += scatter.against_the_odds(contests, strengths, contests_a_block, middle)
    covariance = _sandwich(information, middle + precision, zero)[np.ix_(played, played)]
    strengths = strengths[played]
    if anchor is None:
        centre = np.eye(len(played)) - 1 / len(played)
        covariance, strengths = centre @ covariance @ centre, strengths - strengths.mean()
    return Fit(
        bots=played,
        anchor=anchor,
        elo=ZERO + prior.ELO * strengths,
        covariance=prior.ELO**2 * covariance,
        clusters=found.clusters,
        clusters_of=found.clusters_of[played],
        blocks=round(float(contests.blocks.sum())) // shape.contests,
        dispersion=_dispersion(contests, found.strengths),
        contests=contests,
        islands=parts.islands(contests),
        one_way=parts.one_way(contests),
    )


def _sandwich(information: Floats, middle: Floats, zero: int) -> Floats:
    """Return the covariance of the strengths with that of `zero` fixed, [bots, bots].

    The prior stands in the middle too: with it the sandwich is the mean squared error, the pull towards the mean
    included.
    """
    free = np.arange(len(information)) != zero
    inverse = np.linalg.inv(information[np.ix_(free, free)])
    covariance = np.zeros_like(information)
    covariance[np.ix_(free, free)] = inverse @ middle[np.ix_(free, free)] @ inverse
    return covariance


def _dispersion(contests: Contests, strengths: Floats) -> float | None:
    """Return how large the residuals are beside those of games won or lost; None when nothing can vary."""
    scores = solve.expected(contests.logits(strengths))
    squares = contests.squares - 2 * scores * contests.points + scores**2 * contests.blocks
    binomial = float((contests.blocks * scores * (1 - scores)).sum())
    return float(np.maximum(squares, 0).sum()) / binomial if binomial > 0 else None
