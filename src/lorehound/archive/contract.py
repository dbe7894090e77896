"""The page store's contract; ``tests/archive/contract.py`` is its test suite for every backend."""

from collections.abc import Iterator
from typing import Protocol

from lorehound.model.page import Page, Place


class PageStore(Protocol):
    """Pages as they were fetched, each at a place that a record can name. Written by one process, read by any."""

    def write(self, page: Page) -> Place:
        """Keeps a page; when this returns the page outlives the process (after ``sync``, the machine)."""

    def read(self, place: Place) -> Page:
        """The page at ``place`` as it was written (NotFound, Damaged)."""

    def pages(self) -> Iterator[tuple[Place, Page]]:
        """Every page in the order of writing; a torn tail is passed over."""

    def size(self) -> int:
        """Bytes on disk."""

    def sync(self) -> None:
        """Makes what was written outlive the machine."""

    def close(self) -> None:
        """Ends the use of it."""
