"""The gzip members of a file one by one, each with its place, past torn and damaged ones."""

import mmap
import zlib
from collections.abc import Iterator
from pathlib import Path

MAGIC = b"\x1f\x8b\x08"


def members(file: Path, start: int = 0) -> Iterator[tuple[int, int, bytes]]:
    """Each whole member from ``start`` as (offset, stored length, unpacked bytes), in order.

    A member that cannot be unpacked is passed over, and the search goes on at the next sign of one; so a torn tail
    costs its own record only.
    """
    with file.open("rb") as stream:
        if not stream.seek(0, 2):
            return
        with mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as data:
            at = data.find(MAGIC, start)
            while at >= 0:
                found = _unpack(data, at)
                if found is None:
                    at = data.find(MAGIC, at + 1)
                else:
                    length, content = found
                    yield at, length, content
                    at = data.find(MAGIC, at + length)


def _unpack(data: mmap.mmap, at: int) -> tuple[int, bytes] | None:
    unpacker = zlib.decompressobj(31)
    content, end = [], at
    try:
        while not unpacker.eof:
            piece = data[end : end + _PIECE]
            if not piece:
                return None
            content.append(unpacker.decompress(piece))
            end += len(piece)
    except zlib.error:
        return None
    return end - len(unpacker.unused_data) - at, b"".join(content)


_PIECE = 1 << 16
