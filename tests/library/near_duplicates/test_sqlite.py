import sqlite3
from importlib.resources import files

import pytest

from library.near_duplicates.contract import NearIndexContract
from lorehound.library.near_duplicates.sqlite import SqliteNearIndex


class TestSqliteNearIndex(NearIndexContract):
    @pytest.fixture(autouse=True)
    def _connections(self):
        self.connections: list[sqlite3.Connection] = []
        yield
        for connection in self.connections:
            connection.close()

    def make(self) -> SqliteNearIndex:
        connection = sqlite3.connect(":memory:")
        self.connections.append(connection)
        connection.executescript((files("lorehound.library.sqlite") / "steps" / "near_duplicates.sql").read_text())
        return SqliteNearIndex(connection)
