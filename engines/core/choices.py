"""Legal actions by the thousand as a few blocks of integers: nothing is listed unless somebody goes through them."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, overload

#: ``(first, rows, step, width)``: ``width`` integers from ``first`` on, and so again every ``step``, ``rows`` times.
Block = tuple[int, int, int, int]


class Choices(Sequence[int]):
    """Hold ascending integers, once each, as blocks; all but iterating costs a look at each block at most.

    The blocks ascend and do not overlap, ``rows`` and ``width`` are at least 1, ``step`` is at least ``width``.
    """

    __slots__ = ("_length", "blocks")

    def __init__(self, blocks: Sequence[Block]) -> None:
        self.blocks: Final = tuple(blocks)
        length = 0
        for _, rows, _, width in blocks:
            length += rows * width
        self._length = length

    def __len__(self) -> int:
        return self._length

    def __contains__(self, item: object) -> bool:
        if not isinstance(item, int):
            return False
        for first, rows, step, width in self.blocks:
            if item < first:
                return False
            row, place = divmod(item - first, step)
            if row < rows:
                return place < width
        return False

    @overload
    def __getitem__(self, index: int) -> int: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[int, ...]: ...

    def __getitem__(self, index: int | slice) -> int | tuple[int, ...]:
        if isinstance(index, slice):
            return tuple([self._at(place) for place in range(*index.indices(self._length))])
        place = index + self._length if index < 0 else index
        if not 0 <= place < self._length:
            raise IndexError(f"index {index} of {self._length} choices")
        return self._at(place)

    def _at(self, place: int) -> int:
        for first, rows, step, width in self.blocks:
            if place < rows * width:
                row, column = divmod(place, width)
                return first + row * step + column
            place -= rows * width
        raise IndexError("beyond the last of the choices")

    def __iter__(self) -> Iterator[int]:
        for first, rows, step, width in self.blocks:
            for low in range(first, first + rows * step, step):
                yield from range(low, low + width)

    def __repr__(self) -> str:
        return f"Choices({self.blocks!r})"


def blocks_of(items: Iterable[int]) -> Sequence[Block]:
    """Return the blocks of choices, and of any other ascending integers their unbroken runs, a block each."""
    if isinstance(items, Choices):
        return items.blocks
    blocks: list[Block] = []
    low, width = 0, 0
    for item in items:
        if width and item == low + width:
            width += 1
            continue
        if width:
            blocks.append((low, 1, width, width))
        low, width = item, 1
    if width:
        blocks.append((low, 1, width, width))
    return blocks
