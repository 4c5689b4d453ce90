"""Reading ratings: pools and their tables, histories, pairs."""

from fairdeal.ratings.selectors.events import EventRatings, event_ratings
from fairdeal.ratings.selectors.history import FittedPoint, LivePoint, fitted_history, live_history
from fairdeal.ratings.selectors.pairs import Cell, Meeting, cells, meeting
from fairdeal.ratings.selectors.pools import Warnings, pool_gain, pool_get, pool_named, pools, warnings_of
from fairdeal.ratings.selectors.table import Published, RatingRow, published_of, rating_table, score_and_error

__all__ = [
    "Cell",
    "EventRatings",
    "FittedPoint",
    "LivePoint",
    "Meeting",
    "Published",
    "RatingRow",
    "Warnings",
    "cells",
    "event_ratings",
    "fitted_history",
    "live_history",
    "meeting",
    "pool_gain",
    "pool_get",
    "pool_named",
    "pools",
    "published_of",
    "rating_table",
    "score_and_error",
    "warnings_of",
]
