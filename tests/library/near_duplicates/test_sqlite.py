import sqlite3

import pytest

from library.near_duplicates.contract import NearIndexContract
from lorehound.library.near_duplicates.sqlite import TABLES, SqliteNearIndex


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
        for table in TABLES:
            connection.execute(table)
        return SqliteNearIndex(connection)
