"""The frames of sites: blocks that stand on many pages of one host, which a single page cannot know."""

from collections import OrderedDict
from collections.abc import Sequence
from zlib import crc32

import numpy as np

from lorehound.text.scan import Flags

MOST_HOSTS = 256
MOST_BLOCKS = 2000
"""Blocks remembered for a host; those seen least go first."""

_LEAST_PAGES = 4
_SHARE = 0.4
_SHORTEST = 24
_HALF_LIFE = 64


class Frames:
    """What the pages of each host have in common; grows with the pages shown to it, within bounds."""

    def __init__(self) -> None:
        self._hosts: OrderedDict[str, _Host] = OrderedDict()

    def __len__(self) -> int:
        """How many blocks are remembered, of all hosts."""
        return sum(len(host.counts) for host in self._hosts.values())

    def learn(self, host: str, texts: Sequence[str]) -> Flags:
        """Which blocks of a page with these block texts are frame by the pages shown before; then remembers it.

        A block is frame when it stood on four pages and on two in five of the last hundred or so of its host. A few
        letters never are: "Note" and "Description" stand on many pages of a manual and belong to its text.
        """
        known = self._hosts.pop(host, None) or _Host()
        self._hosts[host] = known
        if len(self._hosts) > MOST_HOSTS:
            self._hosts.popitem(last=False)
        long = np.fromiter((len(text) >= _SHORTEST for text in texts), np.bool_, len(texts))
        return known.learn([crc32(text.encode("utf-8", "replace")) for text in texts]) & long


class _Host:
    def __init__(self) -> None:
        self.pages = 0.0
        self.counts: dict[int, float] = {}

    def learn(self, keys: list[int]) -> Flags:
        counts = self.counts
        least = max(_LEAST_PAGES, _SHARE * self.pages) if self.pages >= _LEAST_PAGES else np.inf
        flags = np.fromiter((counts.get(key, 0.0) >= least for key in keys), np.bool_, len(keys))
        self.pages += 1
        for key in set(keys):
            counts[key] = counts.get(key, 0.0) + 1
        # Halving now and then lets a new look of the site replace the old one.
        if self.pages >= 2 * _HALF_LIFE:
            self.pages /= 2
            self.counts = counts = {key: count / 2 for key, count in counts.items() if count > 1}
        if len(counts) > MOST_BLOCKS:
            kept = sorted(counts.items(), key=lambda item: -item[1])[: MOST_BLOCKS // 2]
            self.counts = dict(kept)
        return flags
