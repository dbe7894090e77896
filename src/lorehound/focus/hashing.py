"""Words and places as numbers: the ids under which the crawl's statistics are kept."""

from functools import lru_cache
from zlib import crc32

SLOTS = 1 << 20
"""Size of the table of statistics; an id's slot is its remainder."""


@lru_cache(maxsize=65536)
def token_id(token: str) -> int:
    """The id of a word, 1 to 2**32 - 1; 0 stands for none."""
    return crc32(token.encode("utf-8", "surrogatepass")) or 1


def place_id(kind: str, name: str) -> int:
    """The id of a place (host, folder, list ...) of a kind."""
    return crc32(name.encode("utf-8", "surrogatepass"), crc32(kind.encode())) or 1
