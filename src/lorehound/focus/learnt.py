"""What a crawl has learnt of its topic, as sums that can be added in any order."""

import io
import json
import zlib
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from lorehound.focus.hashing import SLOTS

Sums = dict[str, tuple[float, ...]]

VERSION = 1
"""Of the packed form and of what the sums mean; another is not read."""

VALUE_BINS = 20
"""Page values are counted in this many equal bins of 0..1."""

WINDOW = 20
"""Pages on topic are also counted by so many pages at a time, so that a crawl that runs dry shows."""

MOST_PLACES = 120_000
MOST_NAMES = 4_000
"""Bounds of the packed form: places (hosts, folders, lists, words of links), and names of each kind."""


class Learnt:
    """Sums by name. ``#slot`` (hexadecimal) is a place or a link's word: (value, pages, useless pages).

    Others: ``pages``: (pages, value, on topic, useless, hosts looked at), ``values``: pages by value bin,
    ``word:W``: (weight in pages on topic, in others, pages that have it), ``site:PLACE``: (value, pages, on topic),
    ``hub:URL``: (pages found through it, of these on topic), ``calibration:BIN``: (pages, sum of scores, of values),
    ``window:N``: (pages, on topic) of the N-th twenty pages. A useless page repeats another's text or is in a language
    that is not wanted.

    One ``Learnt`` belongs to one topic and one thread. ``note`` says what happened to a state that could not be read.
    """

    def __init__(self) -> None:
        self.names: Sums = {}
        self.table: npt.NDArray[np.float32] = np.zeros((SLOTS, 3), np.float32)
        self.note = ""
        self.cache: dict[object, object] = {}
        """Holds what is derived from the sums, keyed with ``epoch``."""

    def add(self, delta: Mapping[str, tuple[float, ...]]) -> None:
        """Adds increments, as ``learning.observe`` gives them."""
        for name, numbers in delta.items():
            if name.startswith("#"):
                self.table[int(name[1:], 16)] += numbers
            else:
                known = self.names.get(name)
                self.names[name] = (
                    tuple(a + b for a, b in zip(known, numbers, strict=True)) if known else tuple(numbers)
                )

    def merge(self, sums: Mapping[str, tuple[float, ...]]) -> None:
        """Takes whole sums, as ``frontier.learnt`` gives them, in place of the ones of the same name."""
        for name, numbers in sums.items():
            if name.startswith("#"):
                self.table[int(name[1:], 16)] = numbers
            else:
                self.names[name] = tuple(numbers)

    def sums(self) -> Sums:
        """Every sum, to be put into a frontier that knows none of them."""
        used = np.flatnonzero(self.table[:, 1])
        places = {f"#{slot:x}": tuple(row) for slot, row in zip(used.tolist(), self.table[used].tolist(), strict=True)}
        return {**self.names, **places}

    @property
    def pages(self) -> float:
        """How many pages have taught."""
        return self.names.get("pages", _NO_PAGES)[0]

    @property
    def epoch(self) -> int:
        """Changes when what is derived from the sums is due again: with each of the first pages, then every tenth."""
        pages = int(self.pages)
        return pages if pages < 10 else 9 + pages // 10

    def high_value(self) -> float:
        """The value that nine of ten pages stay under: what a good page of this crawl reads, 0.3 to 1."""
        bins = np.array(self.names.get("values", (0.0,) * VALUE_BINS))
        total = bins.sum()
        if total < _ENOUGH:
            return _FIRST_HIGH
        place = int(np.searchsorted(np.cumsum(bins), 0.9 * total))
        return max(0.3, (min(place, VALUE_BINS - 1) + 0.5) / VALUE_BINS)

    def pack(self) -> bytes:
        """A compact form of bounded size for the library."""
        used = np.flatnonzero(self.table[:, 1])
        if len(used) > MOST_PLACES:
            used = np.sort(used[np.argsort(-self.table[used, 1], kind="stable")[:MOST_PLACES]])
        kinds: dict[str, list[str]] = {}
        for name in self.names:
            kinds.setdefault(name.partition(":")[0], []).append(name)
        kept = {
            name: self.names[name]
            for group in kinds.values()
            for name in sorted(group, key=lambda name: (-sum(self.names[name]), name))[:MOST_NAMES]
        }
        out = io.BytesIO()
        out.write(_MAGIC + bytes([VERSION]))
        head = zlib.compress(json.dumps(kept, ensure_ascii=False, sort_keys=True).encode())
        out.write(len(head).to_bytes(4, "little") + head)
        out.write(zlib.compress(used.astype("<u4").tobytes() + self.table[used].astype("<f4").tobytes(), 6))
        return out.getvalue()

    @classmethod
    def unpack(cls, packed: bytes) -> "Learnt":
        """Reads what ``pack`` wrote; another version or a damaged state gives an empty one, and ``note`` says so."""
        state = cls()
        if not packed:
            return state
        if packed[:4] != _MAGIC or len(packed) < 9:
            state.note = "what the topic had learnt could not be read; it starts again with its own words"
            return state
        if packed[4] != VERSION:
            state.note = (
                f"what the topic had learnt is of version {packed[4]}, this program reads {VERSION}; "
                "it starts again with its own words"
            )
            return state
        try:
            size = int.from_bytes(packed[5:9], "little")
            names = json.loads(zlib.decompress(packed[9 : 9 + size]))
            body = zlib.decompress(packed[9 + size :])
            used = len(body) // 16
            slots = np.frombuffer(body, "<u4", used)
            state.table[slots] = np.frombuffer(body, "<f4", used * 3, used * 4).reshape(used, 3)
            state.names = {str(name): tuple(map(float, numbers)) for name, numbers in names.items()}
        except (ValueError, zlib.error, IndexError, AttributeError, TypeError):
            state = cls()
            state.note = "what the topic had learnt is damaged; it starts again with its own words"
        return state


_MAGIC = b"LhLs"
_NO_PAGES = (0.0,) * 5
_ENOUGH = 10
_FIRST_HIGH = 0.62
