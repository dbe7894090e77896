"""Reading lists."""

import json
import sqlite3
from dataclasses import asdict

from lorehound.library.faults import no_list
from lorehound.library.sqlite.rows import to_json
from lorehound.model.review import ListEntry, ReadingList


def put_list(connection: sqlite3.Connection, reading_list: ReadingList) -> None:
    """Adds or replaces a reading list."""
    body = to_json(asdict(reading_list))
    connection.execute("INSERT OR REPLACE INTO reading_lists VALUES (?, ?)", (reading_list.id, body))


def get_list(connection: sqlite3.Connection, list_id: str) -> ReadingList:
    """One reading list (NotFound)."""
    row = connection.execute("SELECT body FROM reading_lists WHERE id = ?", (list_id,)).fetchone()
    if row is None:
        raise no_list(list_id)
    return _list(row[0])


def get_lists(connection: sqlite3.Connection) -> list[ReadingList]:
    """Every reading list by id."""
    return [_list(body) for (body,) in connection.execute("SELECT body FROM reading_lists ORDER BY id")]


def remove_list(connection: sqlite3.Connection, list_id: str) -> None:
    """Removes a reading list (NotFound)."""
    if not connection.execute("DELETE FROM reading_lists WHERE id = ?", (list_id,)).rowcount:
        raise no_list(list_id)


def _list(body: str) -> ReadingList:
    values = json.loads(body)
    return ReadingList(**{**values, "entries": tuple(ListEntry(**entry) for entry in values["entries"])})
