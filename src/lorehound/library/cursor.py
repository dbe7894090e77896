"""Where a page of answers ended: an opaque text that goes with one query only."""

import base64
import binascii
import hashlib
import json

from lorehound.errors import BadSetting
from lorehound.library.contract import Query


def write_cursor(query: Query, position: tuple[float | str, int | str]) -> str:
    """The cursor after ``position`` (sort value, tie-breaker) of ``query``."""
    packed = json.dumps([_mark(query), *position], separators=(",", ":"), ensure_ascii=False).encode()
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def read_cursor(query: Query, cursor: str) -> tuple[float | str, int | str]:
    """The position that ``cursor`` holds (BadSetting when it is none, or one of another query)."""
    try:
        mark, value, last = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
        usable = isinstance(value, float | int | str) and isinstance(last, int | str)
    except (ValueError, TypeError, binascii.Error):
        usable, mark, value, last = False, "", 0.0, 0
    if not usable:
        raise BadSetting(f"cursor {cursor[:40]!r} cannot be used; take the one that came with the page before")
    if mark != _mark(query):
        raise BadSetting(
            f"cursor {cursor[:40]!r} belongs to another query; ask without a cursor to begin, then with the same query"
        )
    return value, last


def _mark(query: Query) -> str:
    return hashlib.sha256(repr(query).encode()).hexdigest()[:12]
