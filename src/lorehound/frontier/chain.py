"""Bloom filters one behind the other, so that the seen-filter grows without being built again."""

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from lorehound.frontier.bloom import Bits, BloomFilter, size

ERROR = 1e-7
"""Chance that a new address is taken for a known one, over all filters of a chain."""

FIRST_CAPACITY = 250_000
GROWTH = 4


def capacity(number: int) -> int:
    """How many members filter ``number`` (from 0) takes before the next one is begun."""
    return int(FIRST_CAPACITY * GROWTH**number)


def error(number: int) -> float:
    """The chance of error of filter ``number``: halved from one to the next, so that their sum stays below ERROR."""
    return float(ERROR / 2 ** (number + 1))


def length(members: int) -> int:
    """How many filters hold ``members``; the last one has room for one more."""
    number = 0
    while members >= capacity(number):
        members -= capacity(number)
        number += 1
    return number + 1


class FilterChain:
    """Filters whose bits ``open_bits(number, bytes)`` gives; how many there are follows from the number of members."""

    def __init__(self, open_bits: Callable[[int, int], Bits]) -> None:
        self._open_bits = open_bits
        self._filters: list[BloomFilter] = []

    def contains(self, fingerprints: Sequence[bytes], members: int) -> npt.NDArray[np.bool_]:
        """Whether each may be among the ``members``; False is certain."""
        found = np.zeros(len(fingerprints), np.bool_)
        for bloom in self._upto(length(members)):
            found |= bloom.contains(fingerprints)
        return found

    def add(self, fingerprints: Sequence[bytes], members: int) -> None:
        """Adds each to the last filter of a chain that holds ``members``."""
        while fingerprints:
            number = length(members)
            free = sum(capacity(i) for i in range(number)) - members
            self._upto(number)[-1].add(fingerprints[:free])
            members += len(fingerprints[:free])
            fingerprints = fingerprints[free:]

    def _upto(self, number: int) -> list[BloomFilter]:
        while len(self._filters) < number:
            i = len(self._filters)
            bits = self._open_bits(i, size(capacity(i), error(i))[0] // 8)
            self._filters.append(BloomFilter.sized(capacity(i), error(i), bits))
        return self._filters[:number]
