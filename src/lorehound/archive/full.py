"""A full disk or a reached cap as one clear error, for every kind of page store."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lorehound.errors import StorageFull

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


@contextmanager
def full_disk(place: Path) -> Iterator[None]:
    """Turns an OSError that says "no room" into StorageFull."""
    try:
        yield
    except OSError as error:
        if error.errno in _FULL:
            raise disk_full(place) from None
        raise


def disk_full(place: Path) -> StorageFull:
    """The error for a disk without room."""
    return StorageFull(
        f"no room is left on the disk of {place}; free some and start again: nothing that was kept is lost"
    )


def cap_reached(folder: Path, size: int, cap: int) -> StorageFull:
    """The error for a page store at its cap (bytes)."""
    return StorageFull(
        f"the page store {folder} holds {size / 1e6:.1f} MB, its cap is {cap / 1e6:.0f} MB; raise store.max_mb "
        '(0: no cap), or keep fewer pages with store.keep = "on-topic"'
    )
