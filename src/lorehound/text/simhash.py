"""SimHash (Charikar 2002) with every part to choose."""

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np

from lorehound.text.shingles import Hashes, token_hashes
from lorehound.text.words import words

LIMIT = 3
"""Bits in which fingerprints of nearly equal texts may differ: all within it are found through four blocks."""


class SimHash:
    """Fingerprints of ``bits`` bits (up to 64) that differ in few bits when texts differ in few words.

    ``tokenizer`` gives the features of a text; one that stands n times weighs 1 + ln n, at most ``max_weight``.
    ``hash`` gives a 64-bit number for each of a list of features. ``limit`` is the distance up to which two
    fingerprints are equal.
    """

    def __init__(
        self,
        bits: int = 64,
        max_weight: float = 8.0,
        hash: Callable[[list[str]], Hashes] = token_hashes,  # noqa: A002 (the word that everyone uses for it)
        tokenizer: Callable[[str], Sequence[str]] = words,
        limit: int = LIMIT,
    ) -> None:
        if not 1 <= bits <= 64:
            raise ValueError(f"a SimHash has 1 to 64 bits, not {bits}")
        self.bits = bits
        self.max_weight = max_weight
        self.hash = hash
        self.tokenizer = tokenizer
        self.limit = limit

    def __call__(self, text: str) -> int | None:
        """The fingerprint of ``text``; None when it has no features."""
        counts = Counter(self.tokenizer(text))
        if not counts:
            return None
        hashes = np.ascontiguousarray(self.hash(list(counts)), np.uint64)
        signs = np.unpackbits(hashes.view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")[:, : self.bits]
        numbers = np.fromiter(counts.values(), np.float64, len(counts))
        weights = np.minimum(1 + np.log(numbers), self.max_weight)
        sums = weights @ signs - weights.sum() / 2
        packed = np.zeros(64, np.uint8)
        packed[: self.bits] = sums > 0
        return int(np.packbits(packed, bitorder="little").view(np.uint64)[0])

    @staticmethod
    def distance(one: int, other: int) -> int:
        """How many bits differ."""
        return (one ^ other).bit_count()

    def is_equal(self, one: int, other: int) -> bool:
        """Whether at most ``limit`` bits differ."""
        return self.distance(one, other) <= self.limit
