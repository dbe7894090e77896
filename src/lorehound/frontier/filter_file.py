"""The bits of a seen-filter as files beside a database, shared by all processes that have it open.

The filter is an aid: what it says is checked against the database before an address counts as known, and what it has
lost in a power failure is found there when the address is put. So it is never flushed, and made anew when it is gone.
"""

import os
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from lorehound.frontier.bloom import Bits
from lorehound.frontier.chain import FilterChain

_CHUNK = 1 << 20


class FilterFiles:
    """The chain of filters of ``database``, in files that carry ``name``."""

    def __init__(self, database: Path, name: str) -> None:
        self._database = database
        self._name = name.encode()

    def complete(self, filters: int) -> bool:
        """Whether the first ``filters`` files are there."""
        return all(self._is_ours(self._path(number)) for number in range(filters))

    def open(self) -> FilterChain:
        """The chain; a filter that has no file yet begins empty."""
        return FilterChain(self._open_bits)

    def rebuild(self, fingerprints: Iterable[list[bytes]]) -> None:
        """Makes the files anew from batches of all fingerprints."""
        for path in self._database.parent.glob(f"{self._database.name}-filter*"):
            path.unlink(missing_ok=True)
        chain, members = self.open(), 0
        for batch in fingerprints:
            chain.add(batch, members)
            members += len(batch)

    def _path(self, number: int) -> Path:
        return self._database.with_name(f"{self._database.name}-filter{number}")

    def _is_ours(self, path: Path) -> bool:
        try:
            with path.open("rb") as file:
                return file.read(len(self._name)) == self._name
        except FileNotFoundError:
            return False

    def _open_bits(self, number: int, nbytes: int) -> Bits:
        path = self._path(number)
        size = len(self._name) + nbytes
        if not self._is_ours(path) or path.stat().st_size != size:
            self._create(path, nbytes)
        return np.memmap(path, np.uint8, "r+", offset=len(self._name), shape=(nbytes,))

    def _create(self, path: Path, nbytes: int) -> None:
        # Written out, not left sparse: on a full disk a write fails here, where a mapped page would end the process.
        new = path.with_name(f"{path.name}.{os.getpid()}")
        try:
            with new.open("wb") as file:
                file.write(self._name)
                for start in range(0, nbytes, _CHUNK):
                    file.write(bytes(min(_CHUNK, nbytes - start)))
            new.replace(path)
        finally:
            new.unlink(missing_ok=True)
