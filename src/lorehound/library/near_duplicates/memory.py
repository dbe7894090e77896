"""The near-duplicate index in memory: hash chains in flat arrays, some 250 bytes a sketch."""

from array import array

from lorehound.library.near_duplicates.blocks import blocks
from lorehound.library.near_duplicates.contract import DISTANCE, NEWEST, SHARED
from lorehound.text.sketch import BANDS, Sketch, minima_shared

_HEADS = 1 << 16


class MemoryNearIndex:
    """See ``NearIndex``."""

    def __init__(self) -> None:
        self._places: dict[int, int] = {}
        self._numbers = array("q")
        self._simhashes = array("Q")
        self._bands = [array("Q") for _ in range(BANDS)]
        self._minima: list[bytes] = []
        self._block_chains = [_Chains() for _ in range(4)]
        self._band_chains = [_Chains() for _ in range(BANDS)]

    def add(self, number: int, sketch: Sketch) -> None:
        """Adds or replaces."""
        self.remove(number)
        place = self._places[number] = len(self._numbers)
        self._numbers.append(number)
        self._simhashes.append(sketch.simhash)
        self._minima.append(sketch.minima)
        for chains, block in zip(self._block_chains, blocks(sketch.simhash), strict=True):
            chains.append(block & 0xFFFF, place)
        named = sketch.bands or (0,) * BANDS
        for values, chains, band in zip(self._bands, self._band_chains, named, strict=True):
            values.append(band)
            chains.append(_slot(band), place)

    def remove(self, number: int) -> None:
        """Forgets a number; its row stays until the index is made anew."""
        place = self._places.pop(number, None)
        if place is not None:
            self._numbers[place] = -1
            self._minima[place] = b""

    def near(self, sketch: Sketch) -> list[int]:
        """All that are near."""
        numbers, simhashes, simhash = self._numbers, self._simhashes, sketch.simhash
        found: set[int] = set()
        for chains, block in zip(self._block_chains, blocks(simhash), strict=True):
            before = chains.before
            place = chains.last[block & 0xFFFF]
            while place >= 0:
                if (simhashes[place] ^ simhash).bit_count() <= DISTANCE:
                    found.add(numbers[place])
                place = before[place]
        met = [place for place in self._in_bands(sketch) if numbers[place] not in found]
        shared = minima_shared(sketch.minima, [self._minima[place] for place in met])
        found.update(numbers[place] for place, count in zip(met, shared, strict=True) if count >= SHARED)
        found.discard(-1)
        return sorted(found)

    def _in_bands(self, sketch: Sketch) -> set[int]:
        """The newest places of each band."""
        met: set[int] = set()
        for values, chains, band in zip(self._bands, self._band_chains, sketch.bands, strict=bool(sketch.bands)):
            before, numbers = chains.before, self._numbers
            place, left = chains.last[_slot(band)], NEWEST
            while place >= 0 and left:
                if values[place] == band and numbers[place] >= 0:
                    met.add(place)
                    left -= 1
                place = before[place]
        return met


class _Chains:
    """For each of 65,536 slots the places put there, last first."""

    def __init__(self) -> None:
        self.last = array("i", [-1]) * _HEADS
        self.before = array("i")

    def append(self, slot: int, place: int) -> None:
        self.before.append(self.last[slot])
        self.last[slot] = place


def _slot(band: int) -> int:
    return band >> 20 & 0xFFFF
