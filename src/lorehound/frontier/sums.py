"""Sums that many workers add to in any order."""

from itertools import zip_longest


def add(one: tuple[float, ...], other: tuple[float, ...]) -> tuple[float, ...]:
    """Adds number by number; the shorter one counts as ended by zeros."""
    return tuple(a + b for a, b in zip_longest(one, other, fillvalue=0.0))
