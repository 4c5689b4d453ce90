"""What changes comparisons."""

from fairdeal.comparisons.services.advance import advance_all, comparison_advance, comparison_stop
from fairdeal.comparisons.services.start import Asked, comparison_cost, comparison_start

__all__ = ["Asked", "advance_all", "comparison_advance", "comparison_cost", "comparison_start", "comparison_stop"]
