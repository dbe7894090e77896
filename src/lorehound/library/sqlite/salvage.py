"""A damaged file: what can still be read is copied into a new one."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from lorehound.errors import Damaged, NotFound
from lorehound.library.sqlite.database import Database, surviving
from lorehound.library.sqlite.resources import touch
from lorehound.library.sqlite.schema import migrate
from lorehound.library.sqlite.topics import all_topics, put_topic

_TABLES = {
    "topics": "number",
    "seeds": "number",
    "progress": "topic, job",
    "runs": "id",
    "pages": "topic, key",
    "resources": "number",
    "bodies": "number",
    "memberships": "number, topic",
    "placements": "topic, point, number",
    "duplicates": "position",
    "versions": "number, version",
    "reviews": "review",
    "reading_lists": "id",
    "near_members": "number",
    "near_apart": "key, cluster",
    "near_sketches": "number",
    "near_slots": "slot, number",
}
"""What lasts, with its order; the outline, the shelf, the changes and the search are made from it anew."""


@dataclass
class Salvaged:
    """Where the copy lies, and how many rows of each table are in it."""

    into: Path
    rows: dict[str, int] = field(default_factory=dict)


def salvage(path: Path) -> Salvaged:
    """Copies what can be read of ``path`` to ``NAME.salvaged.db`` beside it; the damaged file is not touched.

    Each table is read from its beginning and from its end to the damaged place. A resource whose text is lost is left
    out (NotFound when there is no file, Damaged when nothing can be read).
    """
    if not path.is_file():
        raise NotFound(f"no file {path}; name the library.db of a workspace")
    into = path.with_name(f"{path.stem}.salvaged.db")
    for file in (into, Path(f"{into}-wal"), Path(f"{into}-shm")):
        file.unlink(missing_ok=True)
    database, found = Database(into), Salvaged(into)
    try:
        migrate(database)
        with closing(sqlite3.connect(path)) as damaged, database.writing() as connection:
            for table, order in _TABLES.items():
                found.rows[table] = _copy(damaged, connection, table, order)
            _make_whole(connection, found)
    finally:
        database.close()
    if not any(found.rows.values()):
        into.unlink()
        raise Damaged(f"nothing in {path} can be read; move it away and read the kept pages again")
    return found


def _copy(damaged: sqlite3.Connection, connection: sqlite3.Connection, table: str, order: str) -> int:
    columns = ", ".join(f'"{row[1]}"' for row in connection.execute(f"PRAGMA table_info({table})"))
    marks = ", ".join("?" * (columns.count(",") + 1))
    insert = f"INSERT OR IGNORE INTO {table} ({columns}) VALUES ({marks})"
    return sum(connection.execute(insert, row).rowcount for row in surviving(damaged, table, columns, order))


def _make_whole(connection: sqlite3.Connection, found: Salvaged) -> None:
    """Drops what has lost its other half, and makes anew what is made from the rest."""
    lost = "number NOT IN (SELECT number FROM bodies) OR number NOT IN (SELECT number FROM memberships)"
    connection.execute("DELETE FROM memberships WHERE topic NOT IN (SELECT number FROM topics)")
    connection.execute(f"DELETE FROM resources WHERE {lost}")
    for table in ("bodies", "memberships", "placements", "duplicates", "versions", "reviews"):
        connection.execute(f"DELETE FROM {table} WHERE number NOT IN (SELECT number FROM resources)")
    for topic in all_topics(connection):
        put_topic(connection, topic)
    for (number,) in connection.execute("SELECT number FROM resources ORDER BY seq").fetchall():
        touch(connection, number)
    for table in found.rows:
        (found.rows[table],) = connection.execute(f"SELECT count(*) FROM {table}").fetchone()
