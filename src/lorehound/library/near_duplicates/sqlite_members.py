"""Members of clusters in an SQLite database, the records of those not shown as packed JSON."""

import json
import sqlite3
import zlib
from typing import Any

from lorehound.library.near_duplicates.members import Member
from lorehound.model.record import from_record, to_record


class SqliteMembers:
    """See ``Members``; works inside the transaction of the connection that it is given."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def put(self, member: Member) -> int:
        """Adds or replaces."""
        packed = None if member.record is None else zlib.compress(json.dumps(to_record(member.record)).encode(), 3)
        (number,) = self._connection.execute(
            "INSERT INTO near_members (key, url, cluster, reason, resemblance, record) VALUES (?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (key) DO UPDATE SET url = excluded.url, cluster = excluded.cluster, "
            "reason = excluded.reason, resemblance = excluded.resemblance, record = excluded.record "
            "RETURNING number",
            (member.key, member.url, member.cluster, member.reason, member.resemblance, packed),
        ).fetchone()
        return int(number)

    def get(self, key: str) -> Member | None:
        """By key."""
        return self._one("key = ?", key)

    def at(self, number: int) -> Member | None:
        """By number."""
        return self._one("number = ?", number)

    def named(self, name: str) -> Member | None:
        """By key or address."""
        return self.get(name) or self._one("url = ? ORDER BY number LIMIT 1", name)

    def of(self, cluster: str) -> list[Member]:
        """Those of one cluster."""
        rows = self._connection.execute(_SELECT + "cluster = ? ORDER BY number", (cluster,))
        return [_member(row) for row in rows]

    def drop(self, key: str) -> None:
        """Forgets a member."""
        self._connection.execute("DELETE FROM near_members WHERE key = ?", (key,))

    def clusters(self, after: str, n: int) -> list[str]:
        """Clusters with more than one member."""
        rows = self._connection.execute(
            "SELECT cluster FROM near_members WHERE cluster > ? AND record IS NOT NULL "
            "GROUP BY cluster ORDER BY cluster LIMIT ?",
            (after, n),
        )
        return [cluster for (cluster,) in rows]

    def keep_apart(self, key: str, cluster: str) -> None:
        """Notes a person's decision."""
        self._connection.execute("INSERT OR IGNORE INTO near_apart VALUES (?, ?)", (key, cluster))

    def apart(self, key: str) -> set[str]:
        """The clusters it is kept out of."""
        rows = self._connection.execute("SELECT cluster FROM near_apart WHERE key = ?", (key,))
        return {cluster for (cluster,) in rows}

    def let_together(self, key: str, cluster: str) -> None:
        """Takes the decision back."""
        self._connection.execute("DELETE FROM near_apart WHERE key = ? AND cluster = ?", (key, cluster))

    def _one(self, condition: str, value: object) -> Member | None:
        row = self._connection.execute(_SELECT + condition, (value,)).fetchone()
        return None if row is None else _member(row)


_SELECT = "SELECT key, url, cluster, reason, resemblance, record, number FROM near_members WHERE "


def _member(row: Any) -> Member:
    key, url, cluster, reason, resemblance, packed, number = row
    record = None if packed is None else from_record(json.loads(zlib.decompress(packed)))
    return Member(key, url, cluster, reason, resemblance, record, number)
