"""Pages as rows of one SQLite file, bodies packed. Place: ``pages.db``, row number, packed length."""

import json
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from lorehound.archive.fields import page_fields, page_from
from lorehound.archive.full import cap_reached, disk_full
from lorehound.errors import Damaged, NotFound, WorkspaceBusy
from lorehound.model.page import Page, Place

FILE = "pages.db"
_LEVEL = 3


class DatabaseStore:
    """The page store of kind ``database`` (see ``archive.contract``)."""

    def __init__(self, folder: Path, *, cap: int = 0) -> None:
        self._folder = folder
        self._file = folder / FILE
        self._cap = cap
        self._connection: sqlite3.Connection | None = None

    def write(self, page: Page) -> Place:
        """See ``PageStore.write`` (StorageFull)."""
        body = zlib.compress(page.body, _LEVEL)
        if self._cap and (size := self.size()) + len(body) > self._cap:
            raise cap_reached(self._folder, size, self._cap)
        with self._errors():
            added = self._open().execute(
                "INSERT INTO pages (url, fields, headers, body, crc32) VALUES (?, ?, ?, ?, ?)",
                (page.url, json.dumps(page_fields(page)), json.dumps(dict(page.headers)), body, zlib.crc32(page.body)),
            )
        assert added.lastrowid is not None
        return Place("database", FILE, added.lastrowid, len(body))

    def read(self, place: Place) -> Page:
        """See ``PageStore.read`` (NotFound, Damaged)."""
        if not self._file.exists():
            raise NotFound(f"{self._file} is not there, so its pages are not either; fetch them again")
        with self._errors():
            row = self._open().execute(f"{_SELECT} WHERE id = ?", (place.offset,)).fetchone()
        if row is None:
            raise NotFound(f"{self._file} has no page {place.offset}; fetch it again")
        try:
            return _page(row)
        except (ValueError, TypeError, KeyError, zlib.error) as error:
            raise Damaged(
                f"page {place.offset} of {self._file} is damaged ({error}); the others can be read, fetch it again"
            ) from None

    def pages(self) -> Iterator[tuple[Place, Page]]:
        """See ``PageStore.pages``; damaged rows are passed over, and what lies behind damaged pages of the file."""
        if not self._file.exists():
            return
        at, last = 0, self._last()
        while at < last:
            try:
                rows = self._open().execute(f"{_SELECT} WHERE id > ? ORDER BY id LIMIT 16", (at,)).fetchall()
            except sqlite3.DatabaseError:
                rows = self._one_by_one(at + 1, min(at + 16, last))
                at = min(at + 16, last)
            else:
                if not rows:
                    return
                at = rows[-1][0]
            for row in rows:
                try:
                    page = _page(row)
                except (ValueError, TypeError, KeyError, zlib.error):
                    continue
                yield Place("database", FILE, row[0], len(row[3])), page

    def size(self) -> int:
        """See ``PageStore.size``."""
        return sum(file.stat().st_size for file in self._folder.glob(FILE + "*") if not file.name.endswith("-shm"))

    def sync(self) -> None:
        """See ``PageStore.sync``."""
        if self._connection is not None:
            with self._errors():
                self._connection.execute("PRAGMA wal_checkpoint(FULL)").fetchall()

    def close(self) -> None:
        """See ``PageStore.close``."""
        if self._connection is not None:
            self.sync()
            self._connection.close()
            self._connection = None

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            self._folder.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(self._file, isolation_level=None, timeout=30)
            try:
                connection.execute("PRAGMA journal_mode = WAL").fetchall()
                connection.execute("PRAGMA synchronous = NORMAL")
                connection.execute(_SCHEMA)
            except BaseException:
                connection.close()
                raise
            self._connection = connection
        return self._connection

    def _last(self) -> int:
        with self._errors():
            row = self._open().execute("SELECT max(id) FROM pages").fetchone()
        return row[0] or 0

    def _one_by_one(self, first: int, last: int) -> list[Any]:
        rows = []
        for number in range(first, last + 1):
            try:
                rows += self._open().execute(f"{_SELECT} WHERE id = ?", (number,)).fetchall()
            except sqlite3.DatabaseError:
                continue
        return rows

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.DatabaseError as error:
            name = getattr(error, "sqlite_errorname", "")
            if name == "SQLITE_FULL" or name.startswith("SQLITE_IOERR_WRITE"):
                raise disk_full(self._folder) from None
            if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
                raise WorkspaceBusy(f"{self._file} is held by another process for too long; try again") from None
            raise Damaged(
                f"{self._file} cannot be read ({error}); `lorehound doctor` says how much of it is whole, "
                "or move it away and fetch its pages again"
            ) from None


_SCHEMA = """
CREATE TABLE IF NOT EXISTS pages (
  id INTEGER PRIMARY KEY AUTOINCREMENT, url TEXT NOT NULL, fields TEXT NOT NULL, headers TEXT NOT NULL,
  body BLOB NOT NULL, crc32 INTEGER NOT NULL
)
"""
_SELECT = "SELECT id, fields, headers, body, crc32 FROM pages"


def _page(row: Any) -> Page:
    body = zlib.decompress(row[3])
    if zlib.crc32(body) != row[4]:
        raise ValueError("its bytes are not as they were written")
    return page_from(json.loads(row[1]), json.loads(row[2]), body)
