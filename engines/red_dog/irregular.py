"""Deals of a real table that were dealt wrong: which marks a record may hold, and what they mean (RD13 to RD16)."""

from collections.abc import Sequence
from typing import Final

from engines.core.cards import PACK_52
from engines.core.errors import EngineError
from engines.core.history import Irregular
from engines.red_dog.hands import hand_size

LONG: Final = "long"
SHORT: Final = "short"
FACED: Final = "faced"
_MARKS: Final = (LONG, SHORT, FACED)


def check_marks(marks: Irregular, seats: list[int], burn: int) -> None:
    """Refuse marks that the rules do not know; `seats` are dealt cards, `burn` stock cards are laid away."""
    stock = len(PACK_52) - len(seats) * hand_size(len(seats))
    needed = len(seats) + burn
    for name, values in marks.items():
        if name not in _MARKS:
            raise EngineError(f"'irregular' has no mark {name[:80]!r}; its marks: {', '.join(_MARKS)}")
        for value in values:
            if name == FACED and not 0 <= value < stock:
                raise EngineError(f"'faced' must hold indices of the stock from 0 to {stock - 1}, not {value}")
            if name != FACED and value not in seats:
                raise EngineError(f"{name!r} must hold seats of the deal ({', '.join(map(str, seats))}), not {value}")
        if len(set(values)) < len(values):
            raise EngineError(f"{name!r} names something twice: {list(values)}")
    both = sorted(set(marks.get(LONG, ())) & set(marks.get(SHORT, ())))
    if both:
        raise EngineError(f"seat {both[0]} cannot be both long and short")
    face_down = stock - len(marks.get(FACED, ()))
    if face_down < needed:
        raise EngineError(f"{face_down} face-down stock cards are left, but {needed} may be needed")


def mask_of_seats(seats: Sequence[int]) -> int:
    """Join seats, all different, into a bit mask."""
    return sum([1 << seat for seat in seats])


def seats_of_mask(mask: int) -> list[int]:
    """List the seats of a bit mask, ascending."""
    return [seat for seat in range(mask.bit_length()) if mask >> seat & 1]
