"""Crawls and their counters."""

import json
import sqlite3
from dataclasses import asdict

from lorehound.library.faults import no_run
from lorehound.library.sqlite.topics import topic_number
from lorehound.model.run import Counters, Run


def put_run(connection: sqlite3.Connection, run: Run) -> None:
    """Adds or replaces a run."""
    topic_number(connection, run.topic)
    connection.execute(
        "INSERT OR REPLACE INTO runs VALUES (?, ?, ?, ?)", (run.id, run.topic, run.started_at, json.dumps(asdict(run)))
    )


def get_run(connection: sqlite3.Connection, run_id: str) -> Run:
    """One run (NotFound)."""
    row = connection.execute("SELECT body FROM runs WHERE id = ?", (run_id,)).fetchone()
    if row is None:
        raise no_run(run_id)
    return _run(row[0])


def get_runs(connection: sqlite3.Connection, topic_id: str) -> list[Run]:
    """The runs of a topic, or all of them for an empty id, newest first."""
    rows = connection.execute(
        "SELECT body FROM runs WHERE ? IN ('', topic) ORDER BY started_at DESC, id DESC", (topic_id,)
    )
    return [_run(body) for (body,) in rows]


def _run(body: str) -> Run:
    values = json.loads(body)
    return Run(**{**values, "counters": Counters(**values["counters"])})
