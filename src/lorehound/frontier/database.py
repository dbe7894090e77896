"""The frontier's SQLite file: opening, transactions, and what its errors mean."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from importlib.resources import files
from pathlib import Path
from threading import RLock
from typing import Any
from uuid import uuid4

from lorehound.errors import Damaged, LorehoundError, StorageFull, WorkspaceBusy

VERSION = 1
"""Of the schema, kept as the file's ``user_version``."""

_BUSY_SECONDS = 60.0
_CACHE_KIB = 64 * 1024
_PAGE_BYTES = 2048
"""An address goes to random places of two trees, and each place costs a page: small ones halve what is written."""

_CHECKPOINT_PAGES = 16384
_PARAMETERS = 10_000

Rows = list[tuple[Any, ...]]


class Database:
    """One connection, safe for threads; several processes may have the file open.

    A transaction that was committed outlives the death of the process at any moment; a loss of power may take the last
    ones with it, but leaves the file whole.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = RLock()
        with self._explained():
            self._connection = sqlite3.connect(
                path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False, cached_statements=256
            )
        try:
            with self._explained():
                self._prepare()
        except BaseException:
            self._connection.close()
            raise

    def all(self, sql: str, values: Sequence[Any] = ()) -> Rows:
        """The rows of a query."""
        with self._lock, self._explained():
            return self._connection.execute(sql, values).fetchall()

    def one(self, sql: str, values: Sequence[Any] = ()) -> tuple[Any, ...] | None:
        """The first row of a query."""
        with self._lock, self._explained(), closing(self._connection.execute(sql, values)) as cursor:
            row: tuple[Any, ...] | None = cursor.fetchone()
            return row

    def value(self, sql: str, values: Sequence[Any] = ()) -> Any:
        """The first value of a query that has a row."""
        row = self.one(sql, values)
        assert row is not None, sql
        return row[0]

    def among(self, sql: str, values: Sequence[Any]) -> Rows:
        """The rows of a query with ``in ({})``, for any number of values."""
        rows: Rows = []
        for start in range(0, len(values), _PARAMETERS):
            part = values[start : start + _PARAMETERS]
            rows += self.all(sql.format(",".join("?" * len(part))), part)
        return rows

    def rows(self, sql: str, values: Sequence[Any] = ()) -> "sqlite3.Cursor":
        """A cursor that reads as it is asked; close it before writing to its tables."""
        return self._connection.execute(sql, values)

    def run(self, sql: str, values: Sequence[Any] = ()) -> int:
        """Executes a statement; answers the id of the row it put in."""
        return self._connection.execute(sql, values).lastrowid or 0

    def run_many(self, sql: str, values: Sequence[Sequence[Any]]) -> None:
        """Executes a statement once for each tuple of values."""
        if values:
            self._connection.executemany(sql, values)

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Several queries that see one state of the file."""
        with self._lock, self._explained():
            self._connection.execute("begin")
            try:
                yield
            finally:
                self._connection.execute("commit")

    @contextmanager
    def writing(self) -> Iterator[None]:
        """One transaction, alone among all processes: whole or not at all."""
        with self._lock, self._explained():
            self._connection.execute("begin immediate")
            try:
                yield
                self._connection.execute("commit")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("rollback")
                raise

    def close(self) -> None:
        """Closes the file."""
        with self._lock:
            self._connection.close()

    def _prepare(self) -> None:
        run = self._connection.execute
        run(f"pragma page_size = {_PAGE_BYTES}")
        if run("pragma journal_mode").fetchone()[0] != "wal":
            run("pragma journal_mode = wal")
        run("pragma synchronous = normal")
        run(f"pragma cache_size = -{_CACHE_KIB}")
        run(f"pragma wal_autocheckpoint = {_CHECKPOINT_PAGES}")
        run("pragma journal_size_limit = 67108864")
        if run("pragma user_version").fetchone()[0] == VERSION:
            return
        with self.writing():
            version = run("pragma user_version").fetchone()[0]
            if version == 0:
                self._create()
            elif version != VERSION:
                raise Damaged(
                    f"{self.path} was written by another version of Lorehound (schema {version}, this one reads "
                    f"{VERSION}); {self._remedy()}"
                )

    def _create(self) -> None:
        script = files("lorehound.frontier").joinpath("schema.sql").read_text("utf-8")
        lines = (line for line in script.splitlines() if not line.startswith("--"))
        for statement in "\n".join(lines).split(";"):
            self._connection.execute(statement)
        self._connection.execute("insert into filter values (?, 0)", (uuid4().hex,))
        self._connection.execute(f"pragma user_version = {VERSION}")

    def _remedy(self) -> str:
        return f"move it away and run: lorehound frontier rebuild (it is made again from {self.path.parent}/library.db)"

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
                raise Damaged(f"{self.path} cannot be read ({error}); {self._remedy()}") from error
            if code == sqlite3.SQLITE_FULL:
                raise self._full() from error
            if code == sqlite3.SQLITE_BUSY:
                raise WorkspaceBusy(
                    f"{self.path} was held by another process for {_BUSY_SECONDS:.0f} seconds; end that process, or "
                    "try again"
                ) from error
            if code in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_IOERR):
                raise LorehoundError(
                    f"{self.path} cannot be written ({error}); see that its folder exists, is yours, and its disk works"
                ) from error
            raise
        except OSError as error:
            if error.errno in (28, 122):
                raise self._full() from error
            raise

    def _full(self) -> StorageFull:
        return StorageFull(
            f"the disk of {self.path} is full; make room and run the same command again: everything up to here is kept"
        )
