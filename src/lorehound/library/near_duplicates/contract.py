"""The near-duplicate index's contract; ``tests/library/near_duplicates/contract.py`` is its test suite."""

from typing import Protocol

from lorehound.text.sketch import Sketch

DISTANCE = 3
"""Bits by which SimHashes of nearly equal texts may differ. Fingerprints within it agree in one of four blocks."""


class NearIndex(Protocol):
    """Sketches by number, found by nearness without comparing with everything."""

    def add(self, number: int, sketch: Sketch) -> None:
        """Adds a sketch, or replaces the one that ``number`` had."""

    def remove(self, number: int) -> None:
        """Forgets a number; one that is not there is passed over."""

    def near(self, sketch: Sketch) -> list[int]:
        """All numbers whose SimHash differs in at most ``DISTANCE`` bits or that share a band, in ascending order."""
