"""Finite fields: the exact designs are cosets in them. Pure."""

from functools import lru_cache
from itertools import product


class Field:
    """The field of q = p^m elements 0 to q - 1, whose digits to the base p are the coefficients of polynomials."""

    def __init__(self, prime: int, degree: int) -> None:
        self.order = prime**degree
        self._prime, self._degree = prime, degree
        self.powers = self._find_powers()

    def add(self, a: int, b: int) -> int:
        """Return the sum of two elements: digit by digit, without a carry."""
        if self._degree == 1:
            return (a + b) % self._prime
        total, place = 0, 1
        while a or b:
            total += (a + b) % self._prime * place  # of the lowest digits alone, as a and b are congruent to them
            a, b, place = a // self._prime, b // self._prime, place * self._prime
        return total

    def _find_powers(self) -> list[int]:
        """Return g^0 to g^(q - 2) for the first primitive element: x for the first polynomial that makes it one."""
        if self._degree == 1:
            for root in range(1, self._prime):
                powers = [pow(root, exponent, self._prime) for exponent in range(self._prime - 1)]
                if len(set(powers)) == self._prime - 1:
                    return powers
        for tail in product(range(self._prime), repeat=self._degree):
            powers = self._powers_of_x(tail)
            if len(powers) == self.order - 1:
                return powers
        raise AssertionError(f"{self.order} has no primitive polynomial")

    def _powers_of_x(self, tail: tuple[int, ...]) -> list[int]:
        """Return the powers of x until one comes again, where x^m = tail[0] + tail[1] x + ..."""
        powers: list[int] = []
        seen: set[int] = set()
        element = [1] + [0] * (self._degree - 1)
        while True:
            number = sum(digit * self._prime**place for place, digit in enumerate(element))
            if number in seen or number == 0:
                return powers
            seen.add(number)
            powers.append(number)
            top = element[-1]
            shifted = [0, *element[:-1]]
            element = [(low + top * rest) % self._prime for low, rest in zip(shifted, tail, strict=True)]


@lru_cache(maxsize=64)
def field_of(order: int) -> Field | None:
    """Return the field with so many elements; None where there is none."""
    for prime in range(2, order + 1):
        if order % prime == 0:
            degree, rest = 0, order
            while rest % prime == 0:
                rest, degree = rest // prime, degree + 1
            return Field(prime, degree) if rest == 1 else None
    return None
