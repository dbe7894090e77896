"""The near-duplicate index in an SQLite database: one narrow table, looked up at twelve places at once."""

import sqlite3

from lorehound.library.near_duplicates.blocks import blocks
from lorehound.library.near_duplicates.contract import DISTANCE, NEWEST, SHARED
from lorehound.text.sketch import Sketch, minima_shared


class SqliteNearIndex:
    """See ``NearIndex``; works on the tables of ``sqlite/steps/near_duplicates.sql``, inside the transaction of the
    connection that it is given.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def add(self, number: int, sketch: Sketch) -> None:
        """Adds or replaces."""
        self.remove(number)
        signed = _signed(sketch.simhash)
        rows: list[tuple[int, int, int | None]] = [(slot, number, signed) for slot in blocks(sketch.simhash)]
        rows += [(band | _BAND, number, None) for band in sketch.bands]
        self._connection.executemany("INSERT INTO near_slots VALUES (?, ?, ?)", rows)
        slots = b"".join(row[0].to_bytes(8, "big") for row in rows)
        self._connection.execute("INSERT INTO near_sketches VALUES (?, ?, ?)", (number, slots, sketch.minima))

    def remove(self, number: int) -> None:
        """Forgets a number."""
        row = self._connection.execute("SELECT slots FROM near_sketches WHERE number = ?", (number,)).fetchone()
        if row is None:
            return
        slots = [int.from_bytes(row[0][at : at + 8], "big") for at in range(0, len(row[0]), 8)]
        self._connection.executemany(
            "DELETE FROM near_slots WHERE slot = ? AND number = ?", [(slot, number) for slot in slots]
        )
        self._connection.execute("DELETE FROM near_sketches WHERE number = ?", (number,))

    def near(self, sketch: Sketch) -> list[int]:
        """All that are near."""
        execute, simhash = self._connection.execute, sketch.simhash
        rows = execute("SELECT number, simhash FROM near_slots WHERE slot IN (?, ?, ?, ?)", blocks(simhash))
        found = {number for number, signed in rows if ((signed & _ALL) ^ simhash).bit_count() <= DISTANCE}
        met: dict[int, bytes] = {}
        for band in sketch.bands:
            met.update(execute(_NEWEST_IN_BAND, (band | _BAND, NEWEST)))
        shared = minima_shared(sketch.minima, list(met.values()))
        found.update(number for number, count in zip(met, shared, strict=True) if count >= SHARED)
        return sorted(found)


_NEWEST_IN_BAND = (
    "SELECT number, minima FROM near_slots JOIN near_sketches USING (number) WHERE slot = ? "
    "ORDER BY number DESC LIMIT ?"
)
_BAND = 1 << 62
"""Lifts bands, which are below 2**61, above all blocks."""
_ALL = (1 << 64) - 1


def _signed(number: int) -> int:
    return number - (1 << 64) if number >> 63 else number
