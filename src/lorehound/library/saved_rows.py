"""The whole saved-page list of a topic, in flat memory."""

from collections.abc import Iterator
from itertools import chain

from lorehound.library.contract import Library
from lorehound.model.page import SavedPage


def saved_rows(library: Library, topic_id: str, outcome: str = "") -> Iterator[SavedPage]:
    """Every row in order of key, or those of one outcome (NotFound for an unknown topic)."""
    return chain.from_iterable(saved_batches(library, topic_id, outcome))


def saved_batches(library: Library, topic_id: str, outcome: str = "", n: int = 1000) -> Iterator[list[SavedPage]]:
    """The same in lists of at most ``n``; rows may be saved again meanwhile."""
    after = ""
    while rows := library.saved_pages(topic_id, outcome=outcome, after=after, n=n):
        yield rows
        after = rows[-1].key
