"""Pages out of a page store again, so that they can be read and judged without fetching."""

from collections.abc import Iterable, Iterator

from lorehound.archive.contract import PageStore
from lorehound.errors import Damaged, NotFound
from lorehound.model.page import Page, Place


def replay(store: PageStore, places: Iterable[Place]) -> Iterator[tuple[Place, Page | None, str]]:
    """Each place with its page, or with None and the fault of a page that cannot be read any more.

    Sorted by file and offset, so that a disk is read forwards.
    """
    for place in sorted(places, key=lambda place: (place.file, place.offset)):
        try:
            yield place, store.read(place), ""
        except (Damaged, NotFound) as error:
            yield place, None, str(error)
