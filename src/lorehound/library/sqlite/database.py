"""One SQLite file used by several threads and processes: connections, transactions, and what its errors mean."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from lorehound.errors import Damaged, LorehoundError, NotFound, StorageFull, WorkspaceBusy

WAIT_SECONDS = 60.0
"""How long a writer waits for another one."""


class Database:
    """A file and a connection to it for each thread that asks; ``:memory:`` is not for it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._local = threading.local()
        self._opened: list[sqlite3.Connection] = []
        self._lock = threading.Lock()

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A connection on which every statement sees the same state."""
        with self._errors():
            connection = self._connection()
            if connection.in_transaction:
                yield connection
                return
            connection.execute("BEGIN")
            try:
                yield connection
            finally:
                connection.rollback()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction: all of it is kept when the block ends, nothing of it when the block raises."""
        with self._errors():
            connection = self._connection()
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.commit()
            except BaseException:
                connection.rollback()
                raise

    @contextmanager
    def trying(self) -> Iterator[sqlite3.Connection]:
        """A transaction of which nothing is kept."""
        with self._errors():
            connection = self._connection()
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
            finally:
                connection.rollback()

    def close(self) -> None:
        """Closes the connections of all threads."""
        with self._lock:
            while self._opened:
                self._opened.pop().close()
        self._local = threading.local()

    def _connection(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = connect(self.path)
            self._local.connection = connection
            with self._lock:
                self._opened.append(connection)
        return connection

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise meaning(error, self.path) from error


def connect(path: Path) -> sqlite3.Connection:
    """A connection in write-ahead mode, so that readers and a writer do not wait for each other."""
    # Closed by whoever closes the database, which may be another thread than the one that uses it.
    connection = sqlite3.connect(path, timeout=WAIT_SECONDS, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        # In write-ahead mode NORMAL loses nothing when a process dies, and the last moments when the machine does.
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA temp_store = MEMORY")
        connection.execute("PRAGMA cache_size = -32000")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def meaning(error: sqlite3.Error, path: Path) -> LorehoundError | sqlite3.Error:
    """The error of ours that says what an SQLite error means for the user; a slip of our own stays what it is."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    match code:
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return Damaged(
                f"{path} is damaged ({error}); {readable(path)} in it can still be read: copy them into a new library "
                f"with: lorehound library salvage {path}"
            )
        case sqlite3.SQLITE_FULL:
            return StorageFull(f"the disk of {path} is full; nothing was lost; make room and run the command again")
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return WorkspaceBusy(
                f"another process has been writing to {path} for {WAIT_SECONDS:.0f} s; wait for it or stop it"
            )
        case sqlite3.SQLITE_CANTOPEN:
            return NotFound(f"{path} cannot be opened; see that its folder is there and may be written to")
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return StorageFull(f"{path} may not be written to; give yourself the right to, or use another workspace")
        case sqlite3.SQLITE_IOERR:
            return StorageFull(
                f"{path} cannot be read or written ({error}); see whether its disk is full or failing, then run the "
                "command again; what was stored is still there"
            )
        case _:
            return error


def readable(path: Path) -> str:
    """How much of a damaged file can be read, in words."""
    counts = []
    for table in ("topics", "resources"):
        with closing(sqlite3.connect(path)) as connection:
            counts.append(sum(1 for _ in surviving(connection, table, "number", "number")))
    return f"{counts[0]} topics and {counts[1]} resources" if any(counts) else "nothing"


def surviving(connection: sqlite3.Connection, table: str, columns: str, order: str) -> Iterator[tuple[object, ...]]:
    """The rows of a damaged table before the damaged place, then those after it from the end on."""
    # Without an index, since one may be damaged where the table is not.
    select = f"SELECT {columns} FROM {table} NOT INDEXED ORDER BY"
    with suppress(sqlite3.DatabaseError):
        yield from connection.execute(f"{select} {order}")
        return
    with suppress(sqlite3.DatabaseError):
        yield from connection.execute(f"{select} {order.replace(',', ' DESC,')} DESC")
