"""Texts as sets of short word runs, and how alike two such sets are."""

import re

import numpy as np
import numpy.typing as npt

from lorehound.text.words import simplify

Hashes = npt.NDArray[np.uint64]


def shingles(text: str) -> Hashes:
    """The distinct runs of neighbouring words as sorted 64-bit hashes: three words, or five Chinese characters.

    Lower-case, traditional Chinese as simplified. Empty for a text without words.
    """
    found = tokens(text)
    if not found:
        return np.empty(0, np.uint64)
    chinese = sum(1 for token in found if "\u3400" <= token <= "\ufaff")
    width = min(len(found), CHARACTERS if 2 * chinese > len(found) else WORDS)
    hashes = token_hashes(found)
    runs = np.zeros(len(hashes) - width + 1, np.uint64)
    for place in range(width):
        runs += hashes[place : len(runs) + place] * _POWERS[place]
    return np.unique(mixed(runs))


def resemblance(one: Hashes, other: Hashes) -> float:
    """What two sets share of what they hold together, 0..1 (Jaccard; Broder 1997); 0 when either is empty."""
    if not (len(one) and len(other)):
        return 0.0
    shared = len(np.intersect1d(one, other, assume_unique=True))
    return shared / (len(one) + len(other) - shared)


def tokens(text: str) -> list[str]:
    """The words of ``text`` in order, lower-case and simplified, each Chinese character for itself."""
    return _TOKEN.findall(simplify(text).lower())


def token_hashes(found: list[str]) -> Hashes:
    """A 64-bit hash of each token, the same on every machine, reckoned for all at once."""
    codes = np.frombuffer("".join(found).encode("utf-32-le", "replace"), np.uint32).astype(np.uint64)
    lengths = np.fromiter(map(len, found), np.int64, len(found))
    starts = np.cumsum(lengths) - lengths
    places = np.arange(len(codes)) - np.repeat(starts, lengths)
    return mixed(np.add.reduceat(codes * _POWERS[places % len(_POWERS)], starts))


def mixed(hashes: Hashes) -> Hashes:
    """Every input bit moves every output bit: the finaliser of SplitMix64 (Steele, Lea, Flood 2014)."""
    hashes = (hashes ^ (hashes >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    hashes = (hashes ^ (hashes >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return hashes ^ (hashes >> np.uint64(31))


WORDS = 3
CHARACTERS = 5

_CHINESE = "\u3400-\u9fff\uf900-\ufaff"
_TOKEN = re.compile(rf"[{_CHINESE}]|(?:(?![{_CHINESE}_])\w)+")
_POWERS = np.cumprod(np.full(512, 0x100000001B3, np.uint64))
