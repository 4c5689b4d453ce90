"""The batch fit of a pool: arrays in, ratings with honest errors out. It knows numpy and nothing of Django."""

from fairdeal.ratings.fit.blocks import Piece, Shape, Source, in_pieces, pairs, sides_shape, table_shape
from fairdeal.ratings.fit.prior import Link
from fairdeal.ratings.fit.ratings import ZERO, Fit, fit
from fairdeal.ratings.fit.residuals import Residual, residuals

__all__ = [
    "ZERO",
    "Fit",
    "Link",
    "Piece",
    "Residual",
    "Shape",
    "Source",
    "fit",
    "in_pieces",
    "pairs",
    "residuals",
    "sides_shape",
    "table_shape",
]
