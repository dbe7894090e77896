"""The tables, as named steps that are each taken once in a file's life."""

import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

from lorehound.errors import Damaged
from lorehound.library.sqlite.database import Database

Step = Callable[[sqlite3.Connection], None]


def migrate(database: Database) -> str:
    """Brings a file to this version's tables, each step in a transaction of its own; answers when the file was born,
    which tells it from every other.

    Damaged for a file with steps that this version does not know: it was written by a newer one.
    """
    with database.reading() as connection:
        done = _done(connection)
    unknown = [name for name in done if name not in STEPS]
    if unknown:
        raise Damaged(
            f"{database.path} was written by a newer version ({unknown[0]!r} is unknown here); "
            "install that version, or use another workspace"
        )
    for name, step in STEPS.items():
        if name not in done:
            _take(database, name, step)
    with database.reading() as connection:
        return str(connection.execute("SELECT min(at) FROM migrations").fetchone()[0])


def _take(database: Database, name: str, step: Step) -> None:
    with database.writing() as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, at REAL) WITHOUT ROWID")
        # Another process may have taken it while this one waited for its turn.
        if name not in _done(connection):
            step(connection)
            connection.execute("INSERT INTO migrations VALUES (?, ?)", (name, time.time()))


def _done(connection: sqlite3.Connection) -> set[str]:
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'migrations'").fetchone():
        return set()
    return {name for (name,) in connection.execute("SELECT name FROM migrations")}


def _script(name: str) -> Step:
    def step(connection: sqlite3.Connection) -> None:
        # executescript would commit, and a step must be whole or not at all.
        statement = ""
        for line in (Path(__file__).parent / "steps" / f"{name}.sql").read_text("utf-8").splitlines():
            statement += line + "\n"
            if sqlite3.complete_statement(statement):
                connection.execute(statement)
                statement = ""

    return step


STEPS: dict[str, Step] = {
    name: _script(name) for name in ("topics", "pages", "resources", "shelf", "reviews", "near_duplicates")
}
"""In the order they are taken; each is the file of its name in ``steps/``, and never changes once released."""
