"""The near-duplicate index's contract; ``tests/library/near_duplicates/contract.py`` is its test suite."""

from typing import Protocol

from lorehound.text.sketch import Sketch

DISTANCE = 3
"""Bits by which SimHashes of nearly equal texts may differ. Fingerprints within it agree in one of four blocks."""

NEWEST = 100
"""Members of one band that are looked at: more have it from words that stand on every page of a site."""

SHARED = 16
"""Minima of 32 that texts which met in a band must share to be near: of resemblance 0.7, 999 of 1,000 do."""


class NearIndex(Protocol):
    """Sketches by number, found by nearness without comparing with everything."""

    def add(self, number: int, sketch: Sketch) -> None:
        """Adds a sketch, or replaces the one that ``number`` had."""

    def remove(self, number: int) -> None:
        """Forgets a number; one that is not there is passed over."""

    def near(self, sketch: Sketch) -> list[int]:
        """The numbers that may be nearly equal, in ascending order.

        All whose SimHash differs in at most ``DISTANCE`` bits; and of the ``NEWEST`` (by number) that share a band,
        those that have at least ``SHARED`` minima in common.
        """
