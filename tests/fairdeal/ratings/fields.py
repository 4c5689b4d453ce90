"""Simulated fields whose true strengths are known, for the tests of the fit."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from fairdeal.ratings.fit import Source, fit, in_pieces, pairs, table_shape
from fairdeal.ratings.fit.prior import ELO


@dataclass(frozen=True)
class Field:
    """Blocks of bots with these true strengths in Elo."""

    elo: np.ndarray
    lineup: np.ndarray
    points: np.ndarray
    deals: np.ndarray

    @property
    def source(self) -> Source:
        return in_pieces(self.lineup, self.points, self.deals, size=97)


def simulate(
    rng: np.random.Generator, bots: int, seats: int, deals: int, *, spread: float = 150.0, luck: float = 0.5
) -> Field:
    """Play every deal at all tables of a shuffled field, in as many rotations as there are seats.

    In each game a bot's strength and a Gumbel error add up; the best is first. With the chance `luck` the error is
    the hand in its seat, the same at all tables and in all rotations of the deal: what duplicate deals cancel.
    Whatever the luck, a single game is exactly one of the model of Bradley and Terry, and of Plackett and Luce.
    """
    strengths = rng.normal(0, spread / ELO, bots)
    tables = bots // seats
    lineup = rng.permuted(np.tile(np.arange(bots), (deals, 1)), axis=1)[:, : tables * seats]
    lineup = lineup.reshape(deals, tables, seats)
    hands = rng.gumbel(size=(deals, 1, 1, seats))
    turned = np.concatenate([np.roll(hands, rotation, axis=3) for rotation in range(seats)], axis=2)
    fresh = rng.gumbel(size=(deals, tables, seats, seats))
    errors = np.where(rng.random(fresh.shape) < luck, turned, fresh)
    values = strengths[lineup][:, :, np.newaxis, :] + errors
    points = [2 * (values[..., i] > values[..., j]).sum(axis=2) for i, j in pairs(seats)]
    return Field(
        ELO * strengths,
        lineup.reshape(-1, seats),
        np.stack(points, axis=2).reshape(deals * tables, -1),
        np.repeat(np.arange(deals), tables),
    )


def coverage(seats: int, deals: int, runs: int, *, bots: int = 16, spread: float = 150.0) -> tuple[float, float, float]:
    """Return the share of truths inside the interval against the anchor, against the mean, and of sure errors."""
    rng = np.random.default_rng((seats, deals, runs))
    inside = central = wrong = 0
    for _ in range(runs):
        field = simulate(rng, bots, seats, deals, spread=spread)
        found = fit(bots, table_shape(seats, seats), field.source, anchor=0)
        off = found.elo - found.elo[0] - (field.elo - field.elo[0])
        inside += int((np.abs(off[1:]) <= (found.factors * found.errors)[1:]).sum())
        central += int((np.abs(off - off.mean()) <= found.factors * found.field_errors).sum())
        surely = found.comparison.surely & (field.elo[:, np.newaxis] < field.elo)
        wrong += bool(surely.any())
        assert not found.is_rough.any()
    return inside / runs / (bots - 1), central / runs / bots, wrong / runs
