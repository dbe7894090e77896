"""The saved-page list."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields

from lorehound.library.sqlite.topics import topic_number
from lorehound.model.page import Place, SavedPage

_FIELDS = tuple(field.name for field in fields(SavedPage) if field.name != "place")
_COLUMNS = ", ".join((*_FIELDS, "store", "file", "offset", "length"))
_MARKS = ", ".join("?" * (len(_FIELDS) + 4))


def save_pages(connection: sqlite3.Connection, pages: Sequence[SavedPage]) -> None:
    """Adds or replaces rows by topic and key."""
    for topic_id in {page.topic for page in pages}:
        topic_number(connection, topic_id)
    connection.executemany(f"INSERT OR REPLACE INTO pages ({_COLUMNS}) VALUES ({_MARKS})", map(_row, pages))


def saved(connection: sqlite3.Connection, topic_id: str, keys: Sequence[str]) -> list[SavedPage | None]:
    """The row of each key, None where there is none."""
    topic_number(connection, topic_id)
    select = f"SELECT {_COLUMNS} FROM pages WHERE topic = ? AND key = ?"
    return [next(_pages(connection.execute(select, (topic_id, key))), None) for key in keys]


def saved_elsewhere(connection: sqlite3.Connection, topic_id: str, keys: Sequence[str]) -> list[SavedPage | None]:
    """The newest row of each key of another topic that has a place in the page store."""
    select = (
        f"SELECT {_COLUMNS} FROM pages WHERE key = ? AND topic <> ? AND store IS NOT NULL "
        "ORDER BY fetched_at DESC LIMIT 1"
    )
    return [next(_pages(connection.execute(select, (key, topic_id))), None) for key in keys]


def saved_pages(connection: sqlite3.Connection, topic_id: str, outcome: str, after: str, n: int) -> list[SavedPage]:
    """Rows by key after ``after``."""
    topic_number(connection, topic_id)
    where, values = "topic = ? AND key > ?", [topic_id, after]
    if outcome:
        where, values = f"{where} AND outcome = ?", [*values, outcome]
    select = f"SELECT {_COLUMNS} FROM pages WHERE {where} ORDER BY key LIMIT ?"
    return list(_pages(connection.execute(select, (*values, n))))


def forget_pages(connection: sqlite3.Connection, topic_id: str, keys: Sequence[str]) -> int:
    """Removes rows; answers how many there were."""
    topic_number(connection, topic_id)
    delete = "DELETE FROM pages WHERE topic = ? AND key = ?"
    return sum(connection.execute(delete, (topic_id, key)).rowcount for key in keys)


def _row(page: SavedPage) -> tuple[object, ...]:
    place = page.place
    where = (place.store, place.file, place.offset, place.length) if place else (None, None, None, None)
    return (*(getattr(page, name) for name in _FIELDS), *where)


def _pages(rows: Iterable[tuple[object, ...]]) -> Iterator[SavedPage]:
    for row in rows:
        values = dict(zip(_FIELDS, row, strict=False))
        where = row[len(_FIELDS) :]
        yield SavedPage(**values, place=None if where[0] is None else Place(*where))  # type: ignore[arg-type]
