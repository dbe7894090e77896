"""A Bloom filter: answers "never seen" for certain, and "seen" with a known small chance of error.

B. H. Bloom, "Space/time trade-offs in hash coding with allowable errors", CACM 13 (1970).
"""

from collections.abc import Sequence
from hashlib import blake2b
from math import ceil, log
from typing import Self

import numpy as np
import numpy.typing as npt

Bits = npt.NDArray[np.uint8]
Positions = npt.NDArray[np.uint64]

FINGERPRINT_BYTES = 16


def fingerprint(topic: str, key: str) -> bytes:
    """128 bits that stand for an address of a topic: among 10^9 addresses two agree with a chance of 10^-21."""
    return blake2b(f"{topic}\0{key}".encode(errors="surrogatepass"), digest_size=FINGERPRINT_BYTES).digest()


class BloomFilter:
    """``m`` bits and one hash function for each of the ``k`` ``seeds``, over fingerprints, in batches.

    ``bits`` is where they are kept: an array of ``m`` / 8 bytes, all zero in a new filter. Bit ``p`` is bit
    ``7 - p % 8`` of byte ``p // 8``, as in a Redis string, so that both hold the same filter.
    """

    def __init__(self, m: int, k: int, seeds: Sequence[int], bits: Bits | None = None) -> None:
        if len(seeds) != k or len(set(seeds)) != k:
            raise ValueError(f"{k} hash functions need {k} different seeds, not {len(seeds)}")
        self.m = m
        self.k = k
        self.seeds = np.array(seeds, np.uint64)
        self._bits = np.zeros((m + 7) // 8, np.uint8) if bits is None else bits

    @classmethod
    def sized(cls, capacity: int, error: float, bits: Bits | None = None) -> Self:
        """The smallest filter that, holding ``capacity``, errs with a chance of at most ``error``."""
        m, k = size(capacity, error)
        return cls(m, k, seeds(k), bits)

    def hashes(self, fingerprints: Sequence[bytes]) -> Positions:
        """The ``k`` positions of each, as rows."""
        halves = np.frombuffer(b"".join(fingerprints), "<u8").reshape(-1, 2)
        mixed = _mix(halves[:, :1] ^ self.seeds) + halves[:, 1:]
        return _mix(mixed) % np.uint64(self.m)

    def contains(self, fingerprints: Sequence[bytes]) -> npt.NDArray[np.bool_]:
        """Whether each may have been added; False is certain."""
        if not fingerprints:
            return np.zeros(0, np.bool_)
        return self.contains_at(self.hashes(fingerprints))

    def contains_at(self, positions: Positions) -> npt.NDArray[np.bool_]:
        """As ``contains``, for rows of positions."""
        found: npt.NDArray[np.bool_] = (self._bits[positions >> np.uint64(3)] & _masks(positions)).all(axis=1)
        return found

    def add(self, fingerprints: Sequence[bytes]) -> None:
        """Adds each."""
        if fingerprints:
            positions = self.hashes(fingerprints).ravel()
            np.bitwise_or.at(self._bits, positions >> np.uint64(3), _masks(positions))


def size(capacity: int, error: float) -> tuple[int, int]:
    """Bits and hash functions for ``capacity`` members and a chance of error: m = -n ln p / ln² 2, k = m/n ln 2."""
    k = max(1, round(-log(error) / log(2)))
    # For a whole k the bits that hold p are those of p = (1 - e^(-kn/m))^k solved for m.
    m = ceil(-k * capacity / log(1 - error ** (1 / k)))
    return (m + 7) // 8 * 8, k


def seeds(k: int) -> list[int]:
    """Seeds of ``k`` hash functions: multiples of 2^64 divided by the golden ratio, so far apart in every bit."""
    return [(i * 0x9E3779B97F4A7C15) % 2**64 for i in range(1, k + 1)]


def _mix(x: Positions) -> Positions:
    # The finisher of SplitMix64 (Steele, Lea, Flood 2014): every bit of x changes half of the bits that come out.
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


def _masks(positions: Positions) -> Bits:
    return np.uint8(128) >> (positions & np.uint64(7)).astype(np.uint8)
